/* What an edit in progress notes: changes, premises, and why it is not made. */
#include "model/edit/core/say.h"

#include <string.h>

#include "model/edit/core/spot.h"

void lcm_edit_change(struct lcm_editing *e, const lcm_node *old,
                     const lcm_node *now) {
  const struct lcm_edit_change change = {old, now};
  LCM_LIST_ADD(lcm_ctx_arena(e->ctx), &e->changes, change);
}

void lcm_edit_add_premise(struct lcm_editing *e,
                          const struct lcm_premise *premise) {
  lcm_arena *arena = lcm_ctx_arena(e->ctx);
  size_t last = 0;
  if (lcm_map_get(&e->said, premise->text, &last) &&
      e->premises.at[last].edit == premise->edit)
    return;
  lcm_map_put(arena, &e->said, premise->text, e->premises.n);
  LCM_LIST_ADD(arena, &e->premises, *premise);
}

/* Note the premise "fmt" with "args", as "like" but for its texts. */
static LCM_PRINTF(3, 0) void add_premise(struct lcm_editing *e,
                                         const struct lcm_premise *like,
                                         const char *fmt, va_list args) {
  struct lcm_premise premise = *like;
  lcm_arena *stack = lcm_ctx_stack(e->ctx);
  const struct lcm_arena_mark mark = lcm_arena_mark(stack);
  premise.edit = e->step->text;
  premise.text = lcm_intern(e->ctx, lcm_arena_vprintf(stack, fmt, args));
  premise.at = e->at;
  lcm_edit_add_premise(e, &premise);
  lcm_arena_release(stack, mark);
}

void lcm_edit_premise(struct lcm_editing *e, bool proved, const char *fmt,
                      ...) {
  const struct lcm_premise like = {.proved = proved};
  va_list args;
  va_start(args, fmt);
  add_premise(e, &like, fmt, args);
  va_end(args);
}

void lcm_edit_doubt(struct lcm_editing *e, const char *fmt, ...) {
  const struct lcm_premise like = {.open = true};
  va_list args;
  va_start(args, fmt);
  add_premise(e, &like, fmt, args);
  va_end(args);
}

void lcm_edit_deny(struct lcm_editing *e, const char *fmt, ...) {
  const struct lcm_premise like = {.open = true, .denied = true};
  va_list args;
  va_start(args, fmt);
  add_premise(e, &like, fmt, args);
  va_end(args);
}

void lcm_edit_because(struct lcm_editing *e,
                      const struct lcm_edit_reason *reason) {
  struct lcm_edit_reasons *all = e->reasons;
  if (!all)
    return;
  LCM_LIST_ADD(lcm_ctx_arena(e->ctx), &all->all, *reason);
  all->n_proved += reason->proved && reason->kind == LCM_REASON_DEPENDENCE;
  all->hindered = all->hindered || (reason->kind != LCM_REASON_CLAUSE &&
                                    reason->kind != LCM_REASON_ROUNDING);
}

/* So many reasons are enough where one of them is proved. */
enum { MOST_REASONS = 1024 };

bool lcm_edit_is_enough(struct lcm_editing *e, bool tired) {
  struct lcm_edit_reasons *all = e->reasons;
  if (!all)
    return false;
  all->cut = all->cut || (all->one && all->hindered) ||
             (all->most && (tired || all->n_proved >= all->most ||
                            (all->n_proved && all->all.n >= MOST_REASONS)));
  return all->cut;
}

/* Note that "text" at "node" stands in the way, where it is not NULL. */
static void because(struct lcm_editing *e, enum lcm_edit_reason_kind kind,
                    const lcm_node *node, const char *text) {
  const struct lcm_edit_reason reason = {
      .kind = kind, .node = node, .text = text};
  if (text)
    lcm_edit_because(e, &reason);
}

/* Return whether a statement in "loop" jumps out of it: no directive of OpenMP
 * may divide it then. */
static bool jumps_out(const lcm_node *loop) {
  static const char *const JUMPS[] = {"return", "break", "goto"};
  const char *left = lcm_node_attribute(loop, "left");
  for (size_t i = 0; left && i < sizeof JUMPS / sizeof *JUMPS; i++)
    if (!strncmp(left, JUMPS[i], strlen(JUMPS[i])))
      return true;
  return false;
}

void lcm_edit_assume_whole(struct lcm_editing *e, const lcm_node *loop) {
  const char *left = lcm_node_attribute(loop, "left");
  if (left && jumps_out(loop))
    lcm_edit_deny(e, "the loop is never left early (%s)", left);
  else if (left)
    lcm_edit_doubt(e, "the loop is never left early (%s)", left);
  const char *moved = lcm_node_attribute(loop, "moved");
  because(e, LCM_REASON_EXIT, loop, left);
  because(e, LCM_REASON_INDEX, loop, moved);
  if (moved)
    lcm_edit_premise(
        e, false, "nothing but the header of the loop changes its index (%s)",
        moved);
}

/* Return whether "jump", as attributes say it, ends a loop or a round of one
 * and nothing else. */
static bool is_of_loop(const char *jump) {
  return !strncmp(jump, "break", 5) || !strncmp(jump, "continue", 8);
}

/* As lcm_edit_jump; "loop": "node" lies in a loop that belongs to the
 * statement. */
static const char *jump_of(lcm_ctx *ctx, const lcm_node *node, bool loop) {
  const char *found = lcm_node_attribute(node, "leaves");
  if (lcm_node_is_loop(node->kind)) {
    found = lcm_node_attribute(node, "left");
    loop = true;
  }
  if (found && loop && is_of_loop(found))
    found = NULL;
  for (size_t i = 0; i < node->n_children && !found; i++)
    found = jump_of(ctx, node->children[i], loop);
  if (!found && !loop && node->kind == LCM_NODE_BRANCH &&
      lcm_node_attribute(node, "exit"))
    found = lcm_arena_printf(lcm_ctx_arena(ctx), "the branch at %s",
                             lcm_edit_at(ctx, node));
  return found;
}

const char *lcm_edit_jump(lcm_ctx *ctx, const lcm_node *node) {
  return jump_of(ctx, node, false);
}

void lcm_edit_assume_through(struct lcm_editing *e, const lcm_node *node) {
  const char *jump = lcm_edit_jump(e->ctx, node);
  if (jump)
    lcm_edit_doubt(e, "what is at %s does not keep from what follows it (%s)",
                   lcm_edit_at(e->ctx, node), jump);
}

lcm_status lcm_edit_refuse(struct lcm_editing *e, const lcm_node *node,
                           const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  const char *text = lcm_arena_vprintf(lcm_ctx_arena(e->ctx), fmt, args);
  va_end(args);
  if (e->force) {
    lcm_edit_doubt(e, "it does not matter that %s", text);
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
  because(e, LCM_REASON_PLACE, node, text);
  lcm_report(e->ctx, LCM_DIAG_EDIT_PLACE, node->loc, "'%s': %s", e->step->text,
             text);
  return LCM_EUSAGE;
}
