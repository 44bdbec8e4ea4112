/* Which nodes of two revisions of a function are the same. */
#pragma once

#include "model/structure/structure.h"

/* Put into "partners", for each of the "n_old" nodes at "old", the number of
 * the one of the "n_new" nodes at "new" that it has become, "n_new" where it is
 * gone.  Both are in preorder, and stay in that order; names, labels and
 * fingerprints say which are the same, lines do not. */
void lcm_nodes_match(size_t *partners, lcm_ctx *ctx, const lcm_node *const *old,
                     size_t n_old, const lcm_node *const *new, size_t n_new);
