#pragma once

#include "composer/engine/internal.h"

/* Return whether what "node" costs depends on the value of "name". */
bool lcm_node_depends(const lcm_node *node, const char *name);

/* Return whether the body of the loop "node" costs the same in each
 * iteration; lcm_run_is_uniform remembers what it found. */
bool lcm_loop_is_uniform(const lcm_node *node);
bool lcm_run_is_uniform(struct lcm_run *run, const lcm_node *node);
