/* What lies in a node. */
#include "model/structure/holds.h"

bool lcm_node_holds(const lcm_node *root, const lcm_node *node) {
  if (root == node)
    return true;
  for (size_t i = 0; i < root->n_children; i++)
    if (lcm_node_holds(root->children[i], node))
      return true;
  return false;
}
