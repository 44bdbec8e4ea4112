/* How many threads parallel regions have, as calls say and ask. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return how many threads omp_set_num_threads() gives the parallel construct
 * "pragma", which governs "ast"; NULL where nothing sets that, or a warning
 * says that it is not followed. */
const lcm_expr *lcm_omp_crew_set(struct lcm_lowering *l,
                                 const lcm_pragma *pragma, const lcm_ast *ast);

/* Return whether "assign" gives a variable that is at home in "home", where a
 * parallel region inside it begins and ends, how many threads that has. */
bool lcm_omp_crew_is_told(const struct lcm_lowering *l, const lcm_ast *assign,
                          const lcm_ast *home);

/* Add to "nodes" which variables hold, behind the parallel region "node", how
 * many threads that had: its pragma is number "at", and it governs "ast". */
void lcm_omp_crew_tells(struct lcm_lowering *l, lcm_node_list *nodes,
                        const lcm_node *node, size_t at, const lcm_ast *ast);
