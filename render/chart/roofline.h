/* The roofline of a program: what its fragments do a second over how many
 * operations they do for a byte, below what the machine can. */
#pragma once

#include "render/chart/types.h"

/* Put the roofline of "prediction" at point "i" into "*chart"; false where no
 * fragment computes and moves bytes, or no machine is known. */
bool lcm_chart_roofline(struct lcm_chart *chart, lcm_ctx *ctx,
                        const lcm_prediction *prediction, size_t i);
