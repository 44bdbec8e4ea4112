/* What a program does that gets no arguments, nothing from its environment, and
 * none of the files that it can do without. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return the number that "e" is where the variable "count" is the number of
 * arguments of a program that gets none, also behind a call that is given its
 * address, such as MPI_Init; NULL where it is none. */
const lcm_expr *lcm_argument_none(struct lcm_lowering *l, const lcm_expr *e,
                                  const char *count);

/* Return the number that "e" is where `main`, which is being lowered, gets no
 * arguments; NULL where it is none, or does not depend on that. */
const lcm_expr *lcm_argument_default(struct lcm_lowering *l, const lcm_expr *e);

/* Note which variables of "function" hold what is found outside of the program,
 * and nothing else: variables of the environment, files to read. */
void lcm_argument_seek(struct lcm_lowering *l, const lcm_ast *function);

/* Return whether the condition "ast" holds where nothing is found outside of
 * the program, and texts are what was noted; -1 where it does not ask for
 * that. */
int lcm_argument_found(const struct lcm_lowering *l, const lcm_ast *ast);

/* Note that the program needs what "ast", a condition, asks for. */
void lcm_argument_need(struct lcm_lowering *l, const lcm_ast *ast);

/* Note that the function called "function" assumes that what "ast", a
 * condition, asks for is not there. */
void lcm_argument_lack(struct lcm_lowering *l, const char *function,
                       const lcm_ast *ast);

/* Note what "ast", a statement of the body of a function that gets the
 * arguments of the program, does to the texts that are compared in
 * conditions. */
void lcm_argument_text(struct lcm_lowering *l, const lcm_ast *ast);
