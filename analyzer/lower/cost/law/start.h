/* What variables hold before loops whose end hangs on them. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return the first change of the variable "name" in and below "ast", NULL for
 * none. */
const lcm_ast *lcm_start_change(const lcm_ast *ast, const char *name);

/* Return the declaration of the variable "name" in the header of the loop
 * "loop", or its first assignment there; NULL for none. */
const lcm_ast *lcm_start_in_header(struct lcm_lowering *l, const lcm_ast *loop,
                                   const char *name);

/* Return what the variable "ref", which the loop "loop" has "changed" or only
 * reads, holds before it; NULL where that is not known. */
const lcm_expr *lcm_start_of(struct lcm_lowering *l, const lcm_ast *loop,
                             const lcm_ast *ref, bool changed);
