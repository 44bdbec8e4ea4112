/* Dependences of tasks, and data that target constructs move. */
#pragma once

#include "analyzer/lower/openmp/construct.h"

/* Return what the `taskwait` "pragma" waits with: one with dependences is a
 * task of nothing that is not deferred. */
lcm_node *lcm_omp_taskwait(struct lcm_lowering *l, const lcm_pragma *pragma);

/* Return what the standalone `target update`, `target enter data` or `target
 * exit data` "pragma" moves. */
lcm_node *lcm_omp_transfers(struct lcm_lowering *l, const lcm_pragma *pragma);

/* Add the dependences of the `depend` clauses to the task "node". */
void lcm_omp_add_depends(struct lcm_omp *c, lcm_node *node);

/* Add what the clauses of "pragma" move to (where "back": from) the device. */
void lcm_omp_add_transfers(struct lcm_lowering *l, lcm_node_list *nodes,
                           const lcm_pragma *pragma, bool back);

/* Return the "nodes" of "pragma" as one, in a task where the host goes on
 * meanwhile. */
lcm_node *lcm_omp_deferred(struct lcm_lowering *l, const lcm_node_list *nodes,
                           const lcm_pragma *pragma, lcm_loc loc);
