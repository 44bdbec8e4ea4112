/* Calls of functions that a comment names. */
#pragma once

#include "model/structure/structure.h"

/* Return "node" with each call of a function that `// lcm: call` names, and
 * that none of the "n" functions at "all" is, as a call of the only static
 * function of that name; "node" itself where there are no such calls. */
const lcm_node *lcm_link_named(lcm_ctx *ctx, const lcm_function *all, size_t n,
                               const lcm_node *node);
