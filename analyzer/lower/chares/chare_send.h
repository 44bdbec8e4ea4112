/* Calls of <lcmodel/md.h> as nodes. */
#pragma once

#include "analyzer/lower/chares/chares.h"

/* Add the nodes of the call "ast" of a function of <lcmodel/md.h>; false where
 * it is none. */
bool lcm_chare_lower_call(struct lcm_lowering *l, lcm_node_list *nodes,
                          const lcm_ast *ast);
