/* Nodes of the structure that an edit makes. */
#pragma once

#include "model/edit/core/editing.h"

/* Call "fn" for "root" and all below it, until it returns another status than
 * LCM_OK. */
void lcm_edit_foreach(const lcm_node *root, lcm_visit_fn fn, void *user);

/* Return a copy of "node" that may be changed. */
lcm_node *lcm_edit_copy(struct lcm_editing *e, const lcm_node *node);

/* Return a copy of "node" and all below it. */
const lcm_node *lcm_edit_copy_all(struct lcm_editing *e, const lcm_node *node);

/* Return a copy of "node" with the "n" children "children". */
lcm_node *lcm_edit_with_children(struct lcm_editing *e, const lcm_node *node,
                                 const lcm_node *const *children, size_t n);

/* Return a new node of "kind" at the place of "like" with the "n" children. */
lcm_node *lcm_edit_node(struct lcm_editing *e, lcm_node_kind kind,
                        const lcm_node *like, const lcm_node *const *children,
                        size_t n);

/* Return one round of "loop" as a node, which is said to touch what the loop
 * does. */
const lcm_node *lcm_edit_round(struct lcm_editing *e, const lcm_node *loop);

/* Leave out the models of "node", a copy, of what it lost when it was executed
 * in another way, and assume that those of its computation hold; a time becomes
 * work where "as_work". */
void lcm_edit_remodel(struct lcm_editing *e, lcm_node *node, bool as_work);

/* Return whether the index of the loop "node" becomes smaller from round to
 * round. */
bool lcm_edit_goes_down(const lcm_node *node);
