/* Loops that halve the range between two variables: binary searches. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return how often the loop "loop" runs at most where each of its rounds takes
 * one half of the range between two variables away, NULL for other loops. */
const lcm_expr *lcm_halving_trips(struct lcm_lowering *l, const lcm_ast *loop);

/* What that assumes. */
#define LCM_HALVING_TEXT                                                       \
  "searches that halve a range go on until nothing of it is left"
