/* A comparison of variants as text: table, map, crossovers. */
#pragma once

#include "model/results/comparison.h"
#include "model/results/prediction.h"
#include "render/table/style.h"

/* Return the comparison as a table: times, winner, crossovers. */
LCM_GIVE char *lcm_render_comparison(lcm_ctx *ctx,
                                     const lcm_comparison *comparison,
                                     lcm_format format,
                                     const struct lcm_style *style);
