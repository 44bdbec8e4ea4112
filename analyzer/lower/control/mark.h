#pragma once

#include "analyzer/lower/control/internal.h"

/* Mark what needs nodes of its own in "function". */
void lcm_lower_mark(struct lcm_lowering *l, lcm_ast *function);

/* Return whether "ast" calls a function of the project. */
bool lcm_call_is_project(const lcm_ast *ast);

/* Return the function that the call "ast" gives to a function of the system as
 * an argument, or NULL. */
const lcm_ast *lcm_call_callback(const lcm_ast *ast);

/* Return why the call "ast" has no model; NULL where it has one or is none. */
const char *lcm_call_oddity(struct lcm_lowering *l, const lcm_ast *ast);

/* Return whether the assembler code "ast" is empty: a hint to the compiler. */
bool lcm_asm_is_empty(const struct lcm_lowering *l, const lcm_ast *ast);
