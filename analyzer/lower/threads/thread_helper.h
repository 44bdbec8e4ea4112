/* Values that functions put into memory for threads. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Put what the function that "call" calls, in the function that is lowered,
 * gives the member with the key "member" (NULL: the whole) of what its argument
 * number "i" points to into "*out", NULL: not known; false where it may do
 * more to it than set it once. */
bool lcm_thread_helper(const lcm_expr **out, struct lcm_lowering *l,
                       const lcm_ast *call, int i, const char *member);

/* Return what the list of initializers in "ast", a declaration or assignment,
 * gives the member with the key "member"; NULL where that is not known. */
const lcm_expr *lcm_thread_listed(struct lcm_lowering *l, const lcm_ast *ast,
                                  const char *member);

/* Return 0 where the call "call" of memset makes all of what "at" points to 0;
 * else NULL. */
const lcm_expr *lcm_thread_zeroed(const struct lcm_lowering *l,
                                  const lcm_ast *call, const lcm_ast *at);
