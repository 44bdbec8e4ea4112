/* What nodes are called. */
#pragma once

#include "model/structure/node.h"

/* Return what "node" is called where neither its range nor its operands are
 * told: its name, its label, of a series that a model describes what its first
 * part is called, else the word for its kind. */
const char *lcm_node_label(const lcm_node *node);
