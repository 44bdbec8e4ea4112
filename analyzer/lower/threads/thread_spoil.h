/* Whether functions change memory that threads are given. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return whether a change of the member with the key "member" of some structure
 * stands in or below "ast". */
bool lcm_thread_writes(const lcm_ast *ast, const char *member);

/* Return whether "function", or one that it gives the pointer to, may change
 * the member with the key "member" (NULL: the whole) of what the variable with
 * the key "variable" leads to, or let it be known elsewhere. */
bool lcm_thread_spoils(const struct lcm_lowering *l, const lcm_ast *function,
                       const char *variable, const char *member);

/* Return whether the thread that "call" starts, with what "at" points to as its
 * argument, may do so. */
bool lcm_thread_start_spoils(const struct lcm_lowering *l, const lcm_ast *call,
                             const char *member);
