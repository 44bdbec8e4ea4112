/* Occurrences of the nodes of a model. */
#pragma once

#include "composer/bound/evaluation.h"
#include "model/results/results.h"

/* Put the occurrences of the nodes of "entry", to which "run" is set, into
 * "*out", "*n" of them in preorder: none where the walk gets too long. */
void lcm_bound_walk(const lcm_occurrence **out, size_t *n,
                    struct lcm_bound_run *run, const lcm_function *entry);
