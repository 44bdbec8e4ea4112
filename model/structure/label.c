/* What nodes are called. */
#include "model/structure/label.h"

const char *lcm_node_label(const lcm_node *node) {
  if (node->name)
    return node->name;
  if (node->label && *node->label)
    return node->label;
  return node->kind == LCM_NODE_SERIES && node->n_models && node->n_children
             ? lcm_node_label(node->children[0])
             : lcm_node_word(node->kind);
}
