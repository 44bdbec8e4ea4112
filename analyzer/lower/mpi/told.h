/* Members of structures that MPI sets once: neighbours and communicators. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return the one name for the member called "member" of all structures where
 * one call of MPI sets it, which the program executes once, and nothing else
 * does; NULL for others. */
const char *lcm_told_member(struct lcm_lowering *l, const char *member);

/* Return that name where "text" (may be NULL), an expression, is such a member,
 * else "text"; as messages name communicators unless it is a "number". */
const char *lcm_told_text(struct lcm_lowering *l, const char *text,
                          bool number);
