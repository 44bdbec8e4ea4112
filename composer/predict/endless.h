/* Recursions of which nobody knows how deep they go. */
#pragma once

#include "composer/scope/scope.h"

/* What was found of the recursions of a program. */
struct lcm_recursions {
  bool any;    /* there are some: another point may give another program */
  bool is_cut; /* one goes one level deep, or is a loop over its levels */
};

/* Return "program" where a recursion whose end rests on what nobody knows, or
 * that takes too much work to be followed call by call, goes one level deep:
 * the calls back to its function are opaque.  It is tried at the first and the
 * last point of "grid"; "program" itself where there is none. */
const lcm_program *
lcm_program_end_recursions(struct lcm_recursions *found, lcm_ctx *ctx,
                           const lcm_program *program, const lcm_grid *grid,
                           const struct lcm_predict_options *options);
