/* A program with something else in the place of names. */
#pragma once

#include "model/structure/structure.h"

/* Return "program" with the "n" replacements "substs" made in every expression
 * of its functions; "program" where there are none.  Nodes are copies, with the
 * numbers that they had. */
const lcm_program *lcm_program_rewrite(lcm_ctx *ctx, const lcm_program *program,
                                       const struct lcm_subst *substs,
                                       size_t n);
