/* Loops around waits on condition variables, as waits for what they ask. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return whether "ast" changes a variable that threads wait on. */
bool lcm_thread_changes(struct lcm_lowering *l, const lcm_ast *ast);

/* Add the nodes of "ast", a loop around a wait on a condition variable; false
 * where it is none that is followed. */
bool lcm_thread_awaits(struct lcm_lowering *l, lcm_node_list *nodes,
                       const lcm_ast *ast);

/* Return whether "ast" is a loop that does nothing until another thread changes
 * a variable. */
bool lcm_thread_spins(const struct lcm_lowering *l, const lcm_ast *ast);

/* Note the variables that the functions of the file wait on. */
void lcm_thread_find_awaited(struct lcm_lowering *l);

/* Add what a change of an awaited variable by "ast" means. */
void lcm_thread_change(struct lcm_lowering *l, lcm_node_list *nodes,
                       const lcm_ast *ast);
