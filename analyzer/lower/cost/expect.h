/* How often loops may run whose end depends on data. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return whether the `if` "ast" leaves the loop around it, whose iterations can
 * be counted, where a number that is not whole has become too large: how often
 * that runs, lcm_expect_left says. */
bool lcm_expect_escapes(struct lcm_lowering *l, const lcm_ast *ast);

/* What is assumed of loops that halve a number where it is even. */
extern const char LCM_EXPECT_EVEN[];

/* Return how often the loop "loop", whose iterations cannot be counted, runs by
 * what such loops do on average, and put what that assumes into "*text"; NULL
 * where nothing is known of loops of its kind. */
const lcm_expr *lcm_expect_trips(struct lcm_lowering *l, const lcm_ast *loop,
                                 const char **text);

/* Return the same of the loop "loop", whose header gives its index the values
 * "range", where it is left before the last by what data decide. */
const lcm_expr *lcm_expect_left(struct lcm_lowering *l, const lcm_ast *loop,
                                const lcm_iteration *range, const char **text);
