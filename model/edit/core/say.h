/* What an edit in progress notes: changes, premises, and why it is not made. */
#pragma once

#include "model/edit/core/editing.h"

/* Note "premise", whose texts are interned, unless the same edit has noted it
 * last. */
void lcm_edit_add_premise(struct lcm_editing *e,
                          const struct lcm_premise *premise);

/* Let "now" (NULL: nothing) come in the place of "old". */
void lcm_edit_change(struct lcm_editing *e, const lcm_node *old,
                     const lcm_node *now);

/* Note what has to hold for the edit: it is "proved", or assumed. */
void lcm_edit_premise(struct lcm_editing *e, bool proved, const char *fmt, ...)
    LCM_PRINTF(3, 4);

/* Note what has to hold so that the program computes the same, which nobody
 * knows: a dependence that is not decided. */
void lcm_edit_doubt(struct lcm_editing *e, const char *fmt, ...)
    LCM_PRINTF(2, 3);

/* As lcm_edit_doubt, where all that is seen speaks against it. */
void lcm_edit_deny(struct lcm_editing *e, const char *fmt, ...)
    LCM_PRINTF(2, 3);

/* Note "reason" where somebody asks what stands in the way. */
void lcm_edit_because(struct lcm_editing *e,
                      const struct lcm_edit_reason *reason);

/* Return whether those who ask what stands in the way know enough, of which
 * ("tired") no more will be proved. */
bool lcm_edit_is_enough(struct lcm_editing *e, bool tired);

/* Assume that "loop", the rounds of which are executed in another order, is
 * never left early, nor its index changed, where something in it may do
 * that. */
void lcm_edit_assume_whole(struct lcm_editing *e, const lcm_node *loop);

/* Return what in the statement "node" may jump out of it, as "return in line
 * 4"; NULL: nothing does. */
const char *lcm_edit_jump(lcm_ctx *ctx, const lcm_node *node);

/* Assume that the statement "node", which comes before or behind others in
 * another way, never leaves them out, where something in it may jump away. */
void lcm_edit_assume_through(struct lcm_editing *e, const lcm_node *node);

/* Report that the edit is forbidden at "node" because of what follows; with
 * "force" that is assumed not to matter, and LCM_OK. */
LCM_NODISCARD lcm_status lcm_edit_refuse(struct lcm_editing *e,
                                         const lcm_node *node, const char *fmt,
                                         ...) LCM_PRINTF(3, 4);

/* Report that the edit makes no sense at "node": diagnostic "edit-place". */
LCM_NODISCARD lcm_status lcm_edit_wrong(struct lcm_editing *e,
                                        const lcm_node *node, const char *fmt,
                                        ...) LCM_PRINTF(3, 4);
