/* Work and span of tasks. */
#pragma once

#include "composer/engine/run.h"

/* Return work (the outcome of one crew of "w" processors) and span of "node",
 * whose models were looked at and whose record is open, with its tasks. */
struct lcm_outcome lcm_run_tasks(struct lcm_run *run, const lcm_node *node,
                                 double w, double *span);

/* Return whether "node" is a call of a function that comes to call itself, and
 * does so without what is parallel or shared: lcm_run_tasks executes it, each
 * call with the same arguments once. */
bool lcm_run_is_recursion(struct lcm_run *run, const lcm_node *node);

/* Return how many steps it takes to follow "node" with its tasks event by
 * event; infinity where its calls nest too deeply for that. */
double lcm_run_steps(struct lcm_run *run, const lcm_node *node);
