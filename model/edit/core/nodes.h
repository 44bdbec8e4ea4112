#pragma once

#include "model/edit/internal.h"

/* Let "now" (NULL: nothing) come in the place of "old". */
void lcm_edit_change(struct lcm_editing *e, const lcm_node *old,
                     const lcm_node *now);

/* Note what has to hold for the edit: it is "proved", or assumed. */
void lcm_edit_premise(struct lcm_editing *e, bool proved, const char *fmt, ...)
    LCM_PRINTF(3, 4);

/* Report that the edit is forbidden at "node" because of what follows; with
 * "force" that is assumed not to matter, and LCM_OK. */
LCM_NODISCARD lcm_status lcm_edit_refuse(struct lcm_editing *e,
                                         const lcm_node *node, const char *fmt,
                                         ...) LCM_PRINTF(3, 4);

/* Report that the edit makes no sense at "node": diagnostic "edit-place". */
LCM_NODISCARD lcm_status lcm_edit_wrong(struct lcm_editing *e,
                                        const lcm_node *node, const char *fmt,
                                        ...) LCM_PRINTF(3, 4);

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

/* Parse the argument of the edit from byte "from" on, an expression, into
 * "*out". */
LCM_NODISCARD lcm_status lcm_edit_expression(const lcm_expr **out,
                                             struct lcm_editing *e,
                                             size_t from);

/* Parse "KIND[,CHUNK]", the argument of the edit, into "loop", which is a
 * PARLOOP. */
LCM_NODISCARD lcm_status lcm_edit_dealing(lcm_node *loop,
                                          struct lcm_editing *e);

/* Leave out the models of "node", a copy, of what it lost when it was executed
 * in another way, and assume that those of its computation hold; a time becomes
 * work where "as_work". */
void lcm_edit_remodel(struct lcm_editing *e, lcm_node *node, bool as_work);
