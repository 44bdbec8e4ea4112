/* Reading nodes of the text form. */
#pragma once

#include "base/list.h"
#include "model/lcs/read.h"

/* Return the reader of a tree. */
struct lcs_tree *lcs_tree_new(struct lcs *l);

/* Read the line at hand, which is inside the function. */
void lcs_tree_line(struct lcs_tree *tree);

/* Return whether the function's closing brace was read. */
bool lcs_tree_is_done(const struct lcs_tree *tree);

/* Return the tree, NULL where the braces were empty. */
const lcm_node *lcs_tree_root(const struct lcs_tree *tree);
