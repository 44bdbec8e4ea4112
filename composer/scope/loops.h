/* What the cost of code depends on; whether the iterations of a loop differ. */
#pragma once

#include "composer/scope/traits.h"

/* Return whether what "node" costs depends on the value of "name". */
bool lcm_node_depends(const lcm_node *node, const char *name);

/* The same, where functions of the program of "table" are looked into, which
 * remembers it. */
bool lcm_facts_depend(struct lcm_facts_table *table, const lcm_node *node,
                      const char *name);

/* Return whether the body of the loop "node" costs the same in each iteration,
 * which may depend on any call in it. */
bool lcm_loop_is_uniform(const lcm_node *node);

/* The same, where functions of the program are looked into; "table" remembers
 * it. */
bool lcm_facts_are_uniform(struct lcm_facts_table *table, const lcm_node *node);

/* Return what the iterations of the PARLOOP "node" execute, where that is
 * random: the body, or the node itself whose model says it; else NULL. */
const lcm_node *lcm_loop_random_part(struct lcm_facts_table *table,
                                     const lcm_node *node);
