/* Charts of the times of variants. */
#pragma once

#include "render/chart/types.h"

/* Fill in "chart" with the times of all variants of "c", with their intervals,
 * over the one variable that varies, and where the fastest changes; false where
 * not one varies. */
bool lcm_chart_variants(struct lcm_chart *chart, lcm_ctx *ctx,
                        const lcm_comparison *c);
