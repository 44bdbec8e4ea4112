/* Names for how often loops run where the source does not say that. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return the symbol for how often the body of the loop "loop" runs, which the
 * user may give a value, where that is not known.  It is called after what
 * decides that, with LCM_ROUNDS behind: the function or member that leads to
 * the next element of a list, an array, a member of a structure, or a variable
 * of the function; loops that the same decides have one name.  Where the user
 * gives "trips_LINE", it is that. */
const lcm_expr *lcm_rounds_trips(struct lcm_lowering *l, const lcm_ast *loop);
