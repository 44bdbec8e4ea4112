/* Whether a program can do without what it reads from its arguments. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* The arm of an `if` that is taken without arguments and the other one, each
 * NULL where there is none, of which the other one reads arguments. */
struct lcm_need {
  const lcm_ast *branch; /* the `if` */
  const lcm_ast *taken;
  const lcm_ast *other;
  const char *vector; /* the key of argv */
};

/* Return whether what "need" is about reads arguments into a variable that
 * holds nothing without them, so that the program has no use without: in the
 * other arm, or in the statements that the taken arm jumps over. */
bool lcm_need_is_there(const struct lcm_need *need);
