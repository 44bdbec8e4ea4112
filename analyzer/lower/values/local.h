/* The variables of the function at hand, and of the file. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return the local called "name", of several the one in whose block or loop
 * that stands which is being read, or NULL. */
struct lcm_local *lcm_lower_local(struct lcm_lowering *l, const char *name);

/* Return the local called "name" that is declared last, NULL for none; the one
 * called as "local" that is declared before it, NULL for none. */
struct lcm_local *lcm_lower_last_local(const struct lcm_lowering *l,
                                       const char *name);
struct lcm_local *lcm_lower_local_before(const struct lcm_lowering *l,
                                         const struct lcm_local *local);

/* Return the variable called "name" of the function whose home is around
 * "home", and the innermost such; NULL where there is none. */
const struct lcm_local *lcm_lower_outer(struct lcm_lowering *l,
                                        const lcm_ast *home, const char *name);

/* Return the local with the key "key", or NULL. */
struct lcm_local *lcm_lower_local_of(struct lcm_lowering *l, const char *key);

/* Return whether the declaration that the variable "ast" stands in says
 * `static`. */
bool lcm_lower_says_static(const struct lcm_lowering *l, const lcm_ast *ast);

/* Return whether -D gives something called "name" a value. */
bool lcm_lower_is_asked(const struct lcm_lowering *l, const char *name);

/* Return whether the user gives "name", no variable of the function, a value:
 * by -D; how often a loop runs may be said by a param, too.  Variables of
 * functions are others elsewhere: see lcm_lower_is_overridden. */
bool lcm_lower_is_given(struct lcm_lowering *l, const char *name);

/* Return the sizes, as in lcm_ast, of the variable "name" at file scope, and
 * put its key into "*key"; NULL where the file declares none. */
const long long *lcm_lower_declared(const char **key, struct lcm_lowering *l,
                                    const char *name);

/* Return whether "name" has been declared to be "value" where the user says
 * nothing else. */
bool lcm_lower_is_chosen(const struct lcm_lowering *l, const char *name,
                         const lcm_expr *value);

/* Return what the function makes of the variable "name" at file scope before
 * the offset "at", which is not what it leaves in it; NULL elsewhere. */
const struct lcm_story *lcm_lower_story(const struct lcm_lowering *l,
                                        const char *name, unsigned at);

/* Return whether "update", `x++`, is executed as the thread that declares its
 * variable, one of the function: no directive stands in between. */
bool lcm_lower_is_alone(struct lcm_lowering *l, const lcm_ast *update);
