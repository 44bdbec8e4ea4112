/* Calls of MPI as messages: partners, sizes, requests. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Add the nodes of the call "ast" for which lcm_call_is_message holds. */
void lcm_lower_message(struct lcm_lowering *l, lcm_node_list *nodes,
                       const lcm_ast *ast);

/* Return "rank" or "ranks" where that is what the call in which "address" is an
 * argument, of MPI or of a function of the file, sets the variable there to;
 * NULL otherwise. */
const char *lcm_message_answer(struct lcm_lowering *l, const lcm_ast *address);

/* Add the LETs of variables that the call "call" of a function of the file sets
 * to the rank or the number of ranks. */
void lcm_message_told(struct lcm_lowering *l, lcm_node_list *nodes,
                      const lcm_ast *call);
