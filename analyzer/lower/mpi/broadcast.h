/* What broadcasts give to variables: what the root holds. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return whether "address", `&x`, is that of a variable of the function that a
 * broadcast to all ranks sends, and a declaration or assignment before it, as
 * the text stands, may be what gives the root its value. */
bool lcm_broadcast_gives(struct lcm_lowering *l, const lcm_ast *address);

/* Return the value that the variable has on all ranks behind such a broadcast:
 * the one that the root is given by the last declaration or assignment before
 * it; NULL where that is not known. */
const lcm_expr *lcm_broadcast_value(struct lcm_lowering *l,
                                    const lcm_ast *address);

/* Add the LETs of the variables that the broadcast "call", if it is one,
 * sets. */
void lcm_broadcast_lets(struct lcm_lowering *l, lcm_node_list *nodes,
                        const lcm_ast *call);
