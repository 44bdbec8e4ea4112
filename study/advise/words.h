/* Numbers, times and names in sentences of advice. */
#pragma once

#include "study/advise/advising.h"

/* Return "seconds" with a unit, "fraction" in per cent, "value" with three
 * digits. */
const char *lcm_advise_time(lcm_ctx *ctx, double seconds);
const char *lcm_advise_percent(lcm_ctx *ctx, double fraction);
const char *lcm_advise_number(lcm_ctx *ctx, double value);

/* Return what "node" is called in sentences: "'fill'", "the loop over i". */
const char *lcm_advise_name(lcm_ctx *ctx, const lcm_node *node);
