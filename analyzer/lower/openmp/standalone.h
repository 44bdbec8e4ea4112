/* Directives of OpenMP that stand alone, and opaque ones. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Give "node" the construct and clauses of "pragma" as attributes. */
void lcm_omp_describe(struct lcm_lowering *l, lcm_node *node,
                      const lcm_pragma *pragma);

/* Return "node" behind an opaque node for "reason". */
const lcm_node *lcm_omp_behind_opaque(struct lcm_lowering *l,
                                      const lcm_pragma *pragma,
                                      const char *reason, const lcm_node *node);

/* Return the node of the standalone pragma "pragma"; NULL where it makes
 * none. */
const lcm_node *lcm_lower_standalone(struct lcm_lowering *l,
                                     const lcm_pragma *pragma);

/* Report the pragmas that no statement or block has claimed and that would mean
 * something. */
void lcm_lower_unclaimed(struct lcm_lowering *l);
