/* What functions do to variables at file scope. */
#pragma once

#include "analyzer/lower/members/saying.h"

/* Note which variables at file scope are followed through the whole program;
 * once for a file. */
void lcm_variables_find(struct lcm_lowering *l);

/* Return the key of the variable at file scope, or of the member of one, that
 * "ast" is where that is followed through the whole program; NULL elsewhere. */
const char *lcm_variable_key(struct lcm_lowering *l, const lcm_ast *ast);

/* Say that something has the address "ast" of the variable or member with the
 * key "key": MPI, which answers there what the rank is, or how many there are,
 * or who knows. */
void lcm_variable_say_address(struct lcm_saying *s, const lcm_ast *ast,
                              const char *key);

/* Say how "ast", the variable or member with the key "key", is used. */
void lcm_variable_say(struct lcm_saying *s, const lcm_ast *ast,
                      const char *key);

/* Say what the variables of the file hold before the program runs. */
void lcm_variables_say(struct lcm_saying *s);

/* Say that "ast", a reference to a variable that is not followed, may change
 * it. */
void lcm_variable_lose(struct lcm_saying *s, const lcm_ast *ast);

/* Return the only note that says what the member or element called "name"
 * begins with in the source from "begin" to "end", but for those in others of
 * that name; NULL where there is none. */
const struct lcm_record_note *lcm_variable_begin(const struct lcm_lowering *l,
                                                 const char *name,
                                                 unsigned begin, unsigned end);

/* Return what the member or element "ast" is called behind the variable, NULL
 * where that is not the same each time. */
const char *lcm_variable_part(struct lcm_lowering *l, const lcm_ast *ast);
