/* What a program does that gets no arguments. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return the number that "e" is where the variable "count" is the number of
 * arguments of a program that gets none; NULL where it is none. */
const lcm_expr *lcm_argument_none(struct lcm_lowering *l, const lcm_expr *e,
                                  const char *count);

/* Return the number that "e" is where `main`, which is being lowered, gets no
 * arguments; NULL where it is none, or does not depend on that. */
const lcm_expr *lcm_argument_default(struct lcm_lowering *l, const lcm_expr *e);
