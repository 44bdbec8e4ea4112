/* Flat subscripts. */
#pragma once

#include "base/diag.h"

/* Return accesses like the "n" at "touches", to an array with one subscript
 * that is not affine, with several that are: `i * n + j` is [i][j] where j is
 * always below n; put how many into "*n_dims".  NULL where there are none. */
const struct lcm_element *lcm_cost_unflatten(size_t *n_dims, lcm_ctx *ctx,
                                             const struct lcm_element *touches,
                                             size_t n);
