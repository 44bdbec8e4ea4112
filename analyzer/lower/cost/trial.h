/* Trial division: loops that a divisor ends. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return whether the `if` "ast" asks whether the index of the loop around
 * divides a number that is another one from execution to execution of that
 * loop: nobody knows then when it holds first, but how often it does. */
bool lcm_trial_is(const struct lcm_lowering *l, const lcm_ast *ast);

/* Return how many divisors are tried on average in the loop "loop" that such an
 * `if` ends, of "all" up to "last", NULL for other loops. */
const lcm_expr *lcm_trial_rounds(struct lcm_lowering *l, const lcm_ast *loop,
                                 const lcm_expr *last, const lcm_expr *all);
