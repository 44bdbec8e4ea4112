/* Traces of data as JSON (lcm-data/1). */
#pragma once

#include "model/results/data.h"
#include "model/results/prediction.h"

/* Return the movements, crossings and accesses as JSON (lcm-data/1). */
LCM_GIVE char *lcm_data_to_json(lcm_ctx *ctx, const lcm_data *data);
