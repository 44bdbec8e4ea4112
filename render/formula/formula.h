/* The closed form of a prediction as text. */
#pragma once

#include "model/expr/expr.h"
#include "model/results/results.h"

/* Return the formula of "prediction" in "notation", and that of its total
 * overhead T_O: for readers, where it is long, with names for the parts that
 * occur more than once; in C and Python functions for the time, the categories
 * and T_O.  Where there is none: why.  Where
 * it holds is reported. */
LCM_GIVE char *lcm_render_formula(lcm_ctx *ctx,
                                  const lcm_prediction *prediction,
                                  lcm_notation notation);
