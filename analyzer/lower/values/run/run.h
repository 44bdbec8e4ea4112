/* Loops and functions that are executed, as far as all that decides what they
 * do is known. */
#pragma once

#include "analyzer/lower/state/lowering.h"
#include "analyzer/lower/values/run/number.h"

/* A variable and what it holds. */
struct lcm_held {
  const char *key;
  struct lcm_run_number value;
};

typedef LCM_LIST(struct lcm_held) lcm_held_list;

/* What the execution of a loop came to: how often its body ran, and what the
 * variables of the function that it speaks of hold behind it. */
struct lcm_ran {
  long long trips;
  lcm_held_list held;
};

/* Put the variables of the function that "loop", which it declares outside of
 * that, speaks of into "*out", with values that are not known. */
void lcm_run_variables(lcm_held_list *out, struct lcm_lowering *l,
                       const lcm_ast *loop);

/* Execute the loop "loop" where variables hold what "before" says; false where
 * what it does depends on what is not known, or takes too long.  It is kept for
 * the same loop and numbers. */
bool lcm_run_loop(struct lcm_ran *out, struct lcm_lowering *l,
                  const lcm_ast *loop, const lcm_held_list *before);

/* Return the number that the expression "ast" comes to where variables hold
 * what "held" says. */
struct lcm_run_number lcm_run_value(struct lcm_lowering *l, const lcm_ast *ast,
                                    const lcm_held_list *held);

/* Let calls of functions of the file with known numbers be executed where
 * expressions are read. */
void lcm_run_tell(struct lcm_lowering *l);
