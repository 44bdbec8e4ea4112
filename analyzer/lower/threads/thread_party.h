/* For how many threads barriers are. */
#pragma once

#include "analyzer/lower/threads/threads.h"

/* Note that "call" says for how many a barrier is. */
void lcm_thread_note_parties(struct lcm_lowering *l,
                             const struct lcm_thread_call *call);

/* Note that threads meet by "node" at the barrier of "call". */
void lcm_thread_note_barrier(struct lcm_lowering *l, lcm_node *node,
                             const struct lcm_thread_call *call);

/* Note that "ast" starts the threads of the team "node", which begin with the
 * function "routine"; NULL: with several, or one that is not known. */
void lcm_thread_note_team(struct lcm_lowering *l, lcm_node *node,
                          const char *routine, const lcm_ast *ast);

/* Compare what was noted: barriers for more threads than there are are reported
 * as deadlocks; where nobody knows, or they are for fewer, what is assumed
 * stands at the teams. */
void lcm_thread_match_parties(struct lcm_lowering *l);
