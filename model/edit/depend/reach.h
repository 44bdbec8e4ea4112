/* Whether what each thread has of a variable reaches all that uses it. */
#pragma once

#include "model/edit/depend/accesses.h"

/* Return the first of "all", the accesses of one round of the loop "loop" of
 * "function", that a called function makes to the variable "key" by the name
 * that this has there, or that is made through a pointer which got it outside
 * of the loop: clauses of the loop mean what its own text names, and what it
 * hands on, and nothing else.  NULL: there is none. */
const struct lcm_edit_access *
lcm_edit_out_of_reach(const lcm_function *function, const lcm_node *loop,
                      const struct lcm_edit_accesses *all, const char *key);

/* Return whether the loop "loop" of "function" declares the variable "key": its
 * clauses cannot name that. */
bool lcm_edit_is_declared(const lcm_function *function, const lcm_node *loop,
                          const char *key);

/* Return whether "access", found so, is made through one pointer alone: no
 * clause can name what that leads to. */
bool lcm_edit_is_beyond(const struct lcm_edit_access *access);

/* Return whether "text" is why no copy reaches an access. */
bool lcm_edit_is_far(const char *text);

/* Return why no copy reaches "access", found so. */
const char *lcm_edit_far_by(const struct lcm_edit_access *access);
