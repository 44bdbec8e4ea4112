/* Which numbers may be below zero: sizes are taken not to be, what the source
 * says is heeded. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Note which variables the file sets to what may be below zero, and let that be
 * heeded where expressions are read. */
void lcm_signs_find(struct lcm_lowering *l);

/* Return whether the value "ast", or what the function "ast" returns, may be
 * below zero. */
bool lcm_sign_may_be_below(const struct lcm_lowering *l, const lcm_ast *ast);

/* Return whether "e", where "at" stands, is never below zero. */
bool lcm_sign_is_natural(struct lcm_lowering *l, const lcm_ast *at,
                         const lcm_expr *e);
