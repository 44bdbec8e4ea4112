/* Threads of POSIX and C11 that are started and joined, as a team. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return whether a stretch of statements that starts threads begins with
 * "ast". */
bool lcm_thread_begins(const struct lcm_lowering *l, const lcm_ast *ast);

/* Lower the stretch that begins with "ast", before "stop"; return its last
 * statement, NULL where it has no end: nothing has happened then. */
const lcm_ast *lcm_thread_lower(struct lcm_lowering *l, lcm_node_list *nodes,
                                const lcm_ast *ast, const lcm_ast *stop);

/* Return whether "ast" does nothing but start or join threads of the stretch
 * that is being lowered, or ask whether that worked. */
bool lcm_thread_is_start(const struct lcm_lowering *l, const lcm_ast *ast);
