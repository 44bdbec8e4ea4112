/* Recurrences of a prediction as text. */
#pragma once

#include "model/results/results.h"

/* Return the recursive functions as recurrences with their closed forms. */
LCM_GIVE char *lcm_render_recurrences(lcm_ctx *ctx,
                                      const lcm_prediction *prediction);
