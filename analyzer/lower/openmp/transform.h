/* Directives between a construct and its loop, which make other loops. */
#pragma once

#include "analyzer/lower/openmp/construct.h"
#include "analyzer/lower/state/lists.h"

/* Return how many loops are read for the construct "c", which divides the
 * iterations of "collapse" of them: more where a directive exchanges them. */
unsigned lcm_omp_depth(const struct lcm_omp *c, unsigned collapse);

/* Let "loop", which has the ranges of the loops that were read, be what the
 * directives between "c", which divides the iterations of "collapse" loops, and
 * its loop make of them.  What is not followed is said, and an opaque node for
 * it is added to "nodes". */
void lcm_omp_transform(struct lcm_omp *c, lcm_node_list *nodes, lcm_node *loop,
                       unsigned collapse);

/* Say of each directive between "c" and what it governs, which is no loop, that
 * it is not followed. */
void lcm_omp_transform_none(struct lcm_omp *c, lcm_node_list *nodes);
