/* What makes tasks: the kind of node for it, and loops. */
#pragma once

#include "model/structure/node.h"

/* Return whether "node" is a loop whose chunks are tasks. */
bool lcm_node_is_taskloop(const lcm_node *node);

/* Return whether "node" makes tasks: a task, or such a loop. */
bool lcm_node_makes_tasks(const lcm_node *node);

/* Return the `if` clause of the tasks that "node" makes, NULL for none: where
 * it is 0, who makes them executes them at once (OpenMP 5.2, 12.5). */
const lcm_expr *lcm_node_deferred_when(const lcm_node *node);

/* Return their `final` clause, NULL for none: where it is not 0, all tasks that
 * they make are executed at once, and are final as well. */
const lcm_expr *lcm_node_final_when(const lcm_node *node);

/* Names of tasks begin with this, which names of C do not. */
#define LCM_TASK_NAME '#'

/* Return the name of the task "node", by its place: what is executed knows by
 * it whether the last one was executed at once. */
const char *lcm_node_task_name(lcm_ctx *ctx, const lcm_node *node);

/* Return where the priority of the tasks that "node" makes stands, which may
 * be NULL: 0. */
const lcm_expr **lcm_node_priority(lcm_node *node);

/* Return whether a priority is said of the tasks that "node" makes. */
bool lcm_node_has_priority(const lcm_node *node);
