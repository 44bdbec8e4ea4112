/* The constructs of OpenMP as nodes, with the statements that they govern. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return the node of the pragma number "at" that governs the statement "ast",
 * with the "n" - 1 pragmas behind it stacked between them. */
const lcm_node *lcm_lower_construct(struct lcm_lowering *l, size_t at, size_t n,
                                    const lcm_ast *ast);

/* Return TEAM{PARLOOP} for the loop "ast" that a comment declares parallel. */
const lcm_node *lcm_lower_parallel(struct lcm_lowering *l, const lcm_ast *ast,
                                   const struct lcm_meaning *meaning);
