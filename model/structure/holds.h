/* What lies in a node. */
#pragma once

#include "model/structure/node.h"

/* Return whether "node" is "root" or lies in it, functions that are called left
 * out. */
bool lcm_node_holds(const lcm_node *root, const lcm_node *node);
