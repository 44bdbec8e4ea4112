/* The names by which pointers to functions are known. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return "ast" without parentheses, casts, and `*` and `&` that make nothing
 * else of a function. */
const lcm_ast *lcm_pointer_bare(const lcm_ast *ast);

/* Return the function around "ast", NULL at file scope. */
const lcm_ast *lcm_pointer_function(const lcm_ast *ast);

/* Return the interned name "FILE:FUNCTION:name" of what is local to the
 * function around "ast". */
const char *lcm_pointer_local(struct lcm_lowering *l, const lcm_ast *ast,
                              const char *name);

/* Return the name of the pointers to functions that "ast", a place, a
 * declaration or the call of a function, is one of (docs/reference/lcs.md);
 * NULL where it is none that is followed. */
const char *lcm_pointer_name(struct lcm_lowering *l, const lcm_ast *ast);
