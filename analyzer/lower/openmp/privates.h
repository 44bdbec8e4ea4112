/* Variables that clauses of OpenMP make private, and copies that are combined.
 * */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Add the names listed in the clauses that make variables private; return how
 * many there were. */
size_t lcm_omp_add_privates(struct lcm_lowering *l, const lcm_pragma *pragma);

/* Let "node" do what the clauses of "pragma" do at its end. */
void lcm_omp_combine(struct lcm_lowering *l, lcm_node *node,
                     const lcm_pragma *pragma);

/* Make the variables of `threadprivate` private in the whole file. */
void lcm_lower_threadprivate(struct lcm_lowering *l);
