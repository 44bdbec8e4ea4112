/* What a program does only where it gets arguments for that. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Leave out of the syntax what functions that get the arguments of the program
 * do only where there are some: ending for want of them, reading options.  What
 * that gives values to is noted.  Nothing is done where the user says how many
 * there are. */
void lcm_options_take(struct lcm_lowering *l);

/* Let "body", that of the function called "function", say what it assumes where
 * something of it is left out. */
void lcm_options_assume(const struct lcm_lowering *l, lcm_node *body,
                        const char *function);

/* Return whether "function" gets the arguments of the program. */
bool lcm_options_reads(const struct lcm_lowering *l, const lcm_ast *function);

/* Return whether the condition "cond" of "function", which gets the arguments
 * of the program, holds where there are none: a parameter that says which is
 * asked for is above 0.  -1 where that is not known. */
int lcm_options_taken(struct lcm_lowering *l, const lcm_ast *function,
                      const lcm_ast *cond);

/* Let "body", that of "function", say which whole numbers the members of the
 * structure that it returns hold where the program gets no options. */
void lcm_options_results(struct lcm_lowering *l, lcm_node *body,
                         const lcm_ast *function);

/* Return whether arguments or files may give the variable with the key "key"
 * its value. */
bool lcm_options_set(const struct lcm_lowering *l, const char *key);

/* Return whether an argument of the program may give the variable "ast" a
 * value. */
bool lcm_options_give(const struct lcm_lowering *l, const lcm_ast *ast);

/* Declare what variables of the file are where no argument gives them a value,
 * once it is known which change. */
void lcm_options_globals(struct lcm_lowering *l);

/* Declare that "name" is "value" where the user says nothing else, unless there
 * is such a parameter, or it is a name that lcm gives a meaning. */
void lcm_options_default(struct lcm_lowering *l, const char *name,
                         const lcm_expr *value, lcm_loc loc);
