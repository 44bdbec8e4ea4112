/* Whether names on which what a node comes to depends have the same values. */
#pragma once

#include "composer/engine/run.h"

/* Return whether all names on which "node" depends have the values in the scope
 * of "run" that they have in the "n" bindings "env". */
bool lcm_reads_same(struct lcm_run *run, const lcm_node *node,
                    const lcm_binding *env, size_t n);

/* Return whether nothing in "node" depends on "name", which is bound in the
 * scope of "run": a name of the program, not one that stands for who executes
 * it. */
bool lcm_reads_idle(struct lcm_run *run, const lcm_node *node,
                    const char *name);
