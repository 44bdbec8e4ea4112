/* Sums over the points of the loops of a nest, as closed expressions. */
#pragma once

#include "model/sections/count.h"

/* Return the sum of "body" over all executions of what "nest" contains; NULL,
 * and nothing said, where its bounds or conditions are not affine in its
 * indices. */
const lcm_expr *lcm_count_sum(lcm_ctx *ctx, const struct lcm_nest *nest,
                              const lcm_expr *body);

/* Return whether "nest" certainly contains nothing. */
bool lcm_count_is_empty(lcm_ctx *ctx, const struct lcm_nest *nest);

/* Return how many different elements the "n" accesses at "touches" to an array
 * with "n_dims" subscripts touch; NULL, and nothing said, where that is not
 * affine. */
const lcm_expr *lcm_count_elements(lcm_ctx *ctx,
                                   const struct lcm_element *touches, size_t n,
                                   size_t n_dims);
