/* Gradients of the results of a tape by its coefficients. */
#pragma once

#include "model/expr/types.h"

/* Evaluate the gradient of expression "k" of "tape" by the "n" coefficients
 * "coefs" at one point, "values" holding one value for each name, into
 * "gradient" (reverse mode: time of a few evaluations whatever n). */
void lcm_tape_gradient(const lcm_tape *tape, size_t k, const double *values,
                       const lcm_coef *const *coefs, size_t n,
                       double *gradient);
