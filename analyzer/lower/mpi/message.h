/* Calls of MPI as messages: partners, sizes, requests. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Add the nodes of the call "ast" for which lcm_call_is_message holds. */
void lcm_lower_message(struct lcm_lowering *l, lcm_node_list *nodes,
                       const lcm_ast *ast);

/* Return "rank" or "ranks" where that is what the variable at "address" is set
 * to; NULL otherwise. */
const char *lcm_message_answer(struct lcm_lowering *l, const lcm_ast *address);
