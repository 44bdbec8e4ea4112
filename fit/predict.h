/* The value of a fitted model at new points, with its interval. */
#pragma once

#include "fit/types.h"

/* Put the value of "model" at the values "at" of its "n" variables, and the
 * interval in which one more measurement there is with probability "level",
 * into "*value", "*low" and "*high". */
LCM_NODISCARD lcm_status lcm_fit_predict(double *value, double *low,
                                         double *high, lcm_ctx *ctx,
                                         const lcm_fit_model *model,
                                         const lcm_binding *at, size_t n,
                                         double level);
