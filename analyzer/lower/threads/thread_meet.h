/* Barriers that a program makes itself of a mutex and a condition variable. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return whether "ast" is the `if` at the heart of such a barrier: the last to
 * come wakes the others, who wait on a condition variable. */
bool lcm_thread_is_barrier(const struct lcm_lowering *l, const lcm_ast *ast);

/* Return whether such an `if` is "ast" or stands below it. */
bool lcm_thread_find_barrier(const struct lcm_lowering *l, const lcm_ast *ast);

/* Add the nodes of "ast", such an `if`: all threads meet, and the lock is free
 * meanwhile; false where it is none. */
bool lcm_thread_lower_barrier(struct lcm_lowering *l, lcm_node_list *nodes,
                              const lcm_ast *ast);
