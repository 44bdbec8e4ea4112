/* Models of a loop as models of one of its iterations. */
#pragma once

#include "annotations/annotate/internal.h"

/* Return whether "node" is a loop. */
bool annotate_is_loop(const lcm_node *node);

/* Put "model", of executions of the loop of "place", into "*out" as a model of
 * one of its iterations; false where none can be said. */
bool annotate_each(lcm_fit_model *out, struct annotate *a,
                   const struct annotate_place *place,
                   const lcm_fit_model *model);
