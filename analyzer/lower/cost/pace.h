/* How addresses change from iteration to iteration: whether a processor
 * foresees them. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* How a value changes in a loop, from the best foreseen on. */
enum lcm_pace {
  LCM_PACE_FIXED,  /* not at all */
  LCM_PACE_STEADY, /* by steps, or not known: taken to be foreseen */
  LCM_PACE_LOADED, /* it is loaded, by an address that changes */
  LCM_PACE_MIXED,  /* it is computed as a hash or a random number is */
  LCM_PACE_CHAINED /* it is loaded by what it was the iteration before */
};

/* Return the loop around "ast", or the function: in which paces are asked
 * for. */
const lcm_ast *lcm_pace_around(const lcm_ast *ast);

/* Return how the address of the place "ast" changes in the loop "loop" around
 * it, or, where that is a function, from call to call of it. */
enum lcm_pace lcm_pace_of(struct lcm_lowering *l, const lcm_ast *loop,
                          const lcm_ast *ast);

/* Return whether the place "ast", which in the loop "loop" is found by what it
 * held the iteration before, is another one each time that the loop begins, and
 * does not hang on where the loop has ended before. */
bool lcm_pace_begins_anew(struct lcm_lowering *l, const lcm_ast *loop,
                          const lcm_ast *ast);

/* Return whether "ast", a condition in the loop "loop" (or function), speaks of
 * random numbers, or of an array into which the file puts such. */
bool lcm_pace_is_random(struct lcm_lowering *l, const lcm_ast *loop,
                        const lcm_ast *ast);
