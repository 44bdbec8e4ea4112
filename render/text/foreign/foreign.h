/* Predictions in the formats of other tools. */
#pragma once

#include "model/results/results.h"

/* Return whether the name "file" asks for one of the formats, and put all their
 * endings into "*known". */
bool lcm_foreign_is(lcm_ctx *ctx, const char *file, const char **known);

/* Return "prediction" in the format that the name "file" asks for: the last
 * point, with its nodes, as a profile, or all points as a table. */
LCM_GIVE char *lcm_render_foreign(lcm_ctx *ctx,
                                  const lcm_prediction *prediction,
                                  const char *file);
