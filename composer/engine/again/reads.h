/* On which names what a node comes to depends. */
#pragma once

#include "composer/engine/run.h"

/* A name, and whether what is in a node depends on it. */
struct lcm_read {
  const char *name;
  bool matters;
};

/* The names that were looked into for "node". */
struct lcm_reads {
  const lcm_node *node;
  LCM_LIST(struct lcm_read) names;
};

/* Return whether all names on which the node of "reads" depends have the values
 * in the scope of "run" that they have in the "n" bindings "env". */
bool lcm_reads_same(struct lcm_run *run, struct lcm_reads *reads,
                    const lcm_binding *env, size_t n);
