/* Counting what functions do: what the files costs*.c share. */
#ifndef LCM_COMPOSER_COSTS_INTERNAL_H
#define LCM_COMPOSER_COSTS_INTERNAL_H

#include "base/list.h"
#include "model/costs.h"
#include "model/count.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A step into the nest of what is being executed: a loop, a branch, or
 * something that happens as often as "weight" says.
 * weight   NULL for loops and branches
 * guess    a branch by chance, or an expected number of iterations */
struct lcm_cost_step {
  struct lcm_nesting nesting;
  const lcm_expr *weight;
  bool guess;
};

typedef LCM_LIST(struct lcm_cost_step) lcm_cost_steps;

/* An access to an array.
 * key     of its variable
 * path    interned: where the subscripts and the members of structures are in
 *         it, as "[].x[]"
 * steps   the nest around it, "n_steps" of them
 * bytes   of one element
 * exact   its subscripts are known
 * maybe   it may not happen, or touch less */
struct lcm_cost_touch {
  const char *key;
  const char *path;
  const struct lcm_cost_step *steps;
  size_t n_steps;
  const lcm_expr *const *subscripts;
  size_t n_subscripts;
  const lcm_expr *bytes;
  bool exact;
  bool maybe;
};

typedef LCM_LIST(struct lcm_cost_touch) lcm_cost_touches;

/* Return the sum of "body" over all executions of what the "n" steps at "steps"
 * lead to, in one execution of what the first "outer" of them lead to. */
const lcm_expr *lcm_cost_sum(lcm_ctx *ctx, const struct lcm_cost_step *steps,
                             size_t outer, size_t n, const lcm_expr *body);

/* Return the bytes of the different elements that the "n" accesses at "touches"
 * touch in one execution of what the first "outer" of their steps lead to;
 * "*at_most": this is an upper bound. */
const lcm_expr *lcm_cost_bytes(bool *at_most, lcm_ctx *ctx,
                               const struct lcm_cost_touch *touches, size_t n,
                               size_t outer);

/* Return accesses like the "n" at "touches", to an array with one subscript
 * that is not affine, with several that are: `i * n + j` is [i][j] where j is
 * always below n; put how many into "*n_dims".  NULL where there are none. */
const struct lcm_element *lcm_cost_unflatten(size_t *n_dims, lcm_ctx *ctx,
                                             const struct lcm_element *touches,
                                             size_t n);

#ifdef __cplusplus
}
#endif

#endif
