/* Plain code that was taken apart for edits, as one fragment again. */
#pragma once

#include "model/structure/program.h"

/* Return "program" with plain code that was taken apart so that its loops are
 * nodes as one fragment each, where no edit changed a part of it: what the
 * analysis finds without edits, and so costs.  Itself where there is none; the
 * nodes that stay the same keep their numbers. */
const lcm_program *lcm_program_whole(lcm_ctx *ctx, const lcm_program *program);

/* Let the "n" nodes at "nodes" be parts of the fragment "whole", which they are
 * the same as. */
void lcm_nodes_set_whole(lcm_ctx *ctx, const lcm_node **nodes, size_t n,
                         const lcm_node *whole);
