/* How often loops run whose end follows from whole numbers. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return how often the loop "loop" runs on average, as a law that its
 * executions for numbers of many sizes follow; NULL where its end hangs on more
 * than whole numbers in variables, or they follow none. */
const lcm_expr *lcm_rerun_trips(struct lcm_lowering *l, const lcm_ast *loop);
