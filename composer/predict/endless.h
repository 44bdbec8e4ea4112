/* Recursions of which nobody knows how deep they go. */
#pragma once

#include "composer/scope/scope.h"

/* Return "program" where a recursion whose end rests on what nobody knows goes
 * one level deep: the calls back to its function are opaque.  It is tried at
 * the first point of "grid"; "program" itself where there is none.  "*recurs":
 * there are recursions, so that another point may give another program. */
const lcm_program *
lcm_program_end_recursions(bool *recurs, lcm_ctx *ctx,
                           const lcm_program *program, const lcm_grid *grid,
                           const struct lcm_predict_options *options);
