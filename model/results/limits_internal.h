/* What sets times as JSON, for predictions. */
#pragma once

#include "base/json.h"
#include "model/results/limits.h"

/* Return "interval". */
lcm_json *lcm_source_interval_json(const struct lcm_source_interval *interval);

/* Return the parts of "limits", or what sets how much of the whole. */
lcm_json *lcm_limits_json(const struct lcm_limits *limits);
lcm_json *lcm_limit_sums_json(const struct lcm_limits *limits);
