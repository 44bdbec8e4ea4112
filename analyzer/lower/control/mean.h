/* What comments say of a node, put into it. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return "node" with what the directives at "anchor" say. */
const lcm_node *lcm_lower_apply(struct lcm_lowering *l, lcm_node *node,
                                size_t anchor);

/* Return "node" with what "meaning" says. */
const lcm_node *lcm_lower_mean(struct lcm_lowering *l, lcm_node *node,
                               const struct lcm_meaning *meaning);
