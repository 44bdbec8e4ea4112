/* Plain code that was taken apart for edits, in one piece again. */
#pragma once

#include "model/structure/program.h"

/* Return "program" with plain code that was taken apart so that its loops are
 * nodes in one piece again, where no edit changed a part of it: what the
 * analysis finds without edits, and so costs.  Itself where there is none; the
 * nodes that stay the same keep their numbers. */
const lcm_program *lcm_program_whole(lcm_ctx *ctx, const lcm_program *program);

/* Let the "n" nodes at "nodes" be parts of "whole", plain code that they are
 * the same as: a fragment, or several in a series. */
void lcm_nodes_set_whole(lcm_ctx *ctx, const lcm_node **nodes, size_t n,
                         const lcm_node *whole);
