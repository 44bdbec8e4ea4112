/* What an edit in progress notes: changes, premises, and why it is not made. */
#include "model/edit/core/say.h"

#include <string.h>

void lcm_edit_change(struct lcm_editing *e, const lcm_node *old,
                     const lcm_node *now) {
  const struct lcm_edit_change change = {old, now};
  LCM_LIST_ADD(lcm_ctx_arena(e->ctx), &e->changes, change);
}

/* Note the premise "text". */
static void add_premise(struct lcm_editing *e, bool proved, const char *text) {
  const struct lcm_premise premise = {e->step->text, text, proved, e->at};
  for (size_t i = 0; i < e->premises.n; i++)
    if (e->premises.at[i].edit == premise.edit &&
        !strcmp(e->premises.at[i].text, text))
      return;
  LCM_LIST_ADD(lcm_ctx_arena(e->ctx), &e->premises, premise);
}

void lcm_edit_premise(struct lcm_editing *e, bool proved, const char *fmt,
                      ...) {
  va_list args;
  va_start(args, fmt);
  const char *text = lcm_arena_vprintf(lcm_ctx_arena(e->ctx), fmt, args);
  va_end(args);
  add_premise(e, proved, text);
}

void lcm_edit_assume_whole(struct lcm_editing *e, const lcm_node *loop) {
  const char *left = lcm_node_attribute(loop, "left");
  if (left)
    lcm_edit_premise(e, false, "the loop is never left early (%s)", left);
  const char *moved = lcm_node_attribute(loop, "moved");
  if (moved)
    lcm_edit_premise(
        e, false, "nothing but the header of the loop changes its index (%s)",
        moved);
}

lcm_status lcm_edit_refuse(struct lcm_editing *e, const lcm_node *node,
                           const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  const char *text = lcm_arena_vprintf(lcm_ctx_arena(e->ctx), fmt, args);
  va_end(args);
  if (e->force) {
    add_premise(e, false,
                lcm_arena_printf(lcm_ctx_arena(e->ctx),
                                 "it does not matter that %s", text));
    return LCM_OK;
  }
  lcm_report(e->ctx, LCM_DIAG_EDIT_REFUSED, node->loc, "'%s' is wrong: %s",
             e->step->text, text);
  return LCM_ESTRUCT;
}

lcm_status lcm_edit_wrong(struct lcm_editing *e, const lcm_node *node,
                          const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  const char *text = lcm_arena_vprintf(lcm_ctx_arena(e->ctx), fmt, args);
  va_end(args);
  lcm_report(e->ctx, LCM_DIAG_EDIT_PLACE, node->loc, "'%s': %s", e->step->text,
             text);
  return LCM_EUSAGE;
}
