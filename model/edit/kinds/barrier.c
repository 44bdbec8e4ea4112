/* The verb nowait: a barrier is removed. */
#include <string.h>

#include "model/edit/core/nodes.h"
#include "model/edit/core/say.h"
#include "model/edit/core/spot.h"
#include "model/edit/depend/access.h"
#include "model/edit/depend/depend.h"
#include "model/edit/kinds/barrier.h"

typedef LCM_LIST(struct lcm_edit_spot) spot_list;

/* Return the barrier of the construct around "spot" that ends it, or NULL. */
static const lcm_node *barrier_of(const struct lcm_edit_spot *spot) {
  const lcm_node *parent = lcm_edit_parent(spot);
  if (spot->node->kind == LCM_NODE_BARRIER)
    return spot->node;
  if (!parent || parent->kind != LCM_NODE_SERIES ||
      (spot->node->kind != LCM_NODE_PARLOOP &&
       spot->node->kind != LCM_NODE_PARALLEL))
    return NULL;
  const size_t i = lcm_edit_index(parent, spot->node);
  const lcm_node *next =
      i + 1 < parent->n_children ? parent->children[i + 1] : NULL;
  return next && next->kind == LCM_NODE_BARRIER ? next : NULL;
}

bool lcm_edit_can_nowait(const struct lcm_edit_spot *spot) {
  return barrier_of(spot) != NULL;
}

/* Add what is executed after child "i" of "block" up to the next barrier to
 * "out", going on behind the block where that is one of a block; return whether
 * that is all: a barrier or the end of the team is met. */
static bool add_after(spot_list *out, lcm_ctx *ctx,
                      const struct lcm_edit_spot *block, size_t i) {
  for (i++; i < block->node->n_children; i++) {
    const struct lcm_edit_spot next = lcm_edit_below(ctx, block, i);
    bool ended = next.node->kind == LCM_NODE_BARRIER;
    if (next.node->kind == LCM_NODE_SERIES)
      ended = add_after(out, ctx, &next, (size_t)-1);
    else if (!ended)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), out, next);
    if (ended)
      return true;
  }
  return false;
}

/* As add_after, of what is executed before child "i". */
static bool add_before(spot_list *out, lcm_ctx *ctx,
                       const struct lcm_edit_spot *block, size_t i) {
  while (i-- > 0) {
    const struct lcm_edit_spot last = lcm_edit_below(ctx, block, i);
    bool ended = last.node->kind == LCM_NODE_BARRIER;
    if (last.node->kind == LCM_NODE_SERIES)
      ended = add_before(out, ctx, &last, last.node->n_children);
    else if (!ended)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), out, last);
    if (ended)
      return true;
  }
  return false;
}

/* Add what the round of the loop "loop" before ("before") or after this one
 * executes up to the next barrier to "out". */
static void add_round(spot_list *out, lcm_ctx *ctx,
                      const struct lcm_edit_spot *loop, bool before) {
  const struct lcm_edit_spot body = lcm_edit_below(ctx, loop, 0);
  if (body.node->kind != LCM_NODE_SERIES)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), out, body);
  else if (before)
    (void)add_before(out, ctx, &body, body.node->n_children);
  else
    (void)add_after(out, ctx, &body, (size_t)-1);
}

/* Add what is executed before ("before") or after "spot" without a barrier
 * between, out to the team; return whether that is all. */
static bool gather(spot_list *out, lcm_ctx *ctx, struct lcm_edit_spot spot,
                   bool before) {
  while (spot.n_above) {
    const struct lcm_edit_spot block = lcm_edit_around(&spot);
    if (block.node->kind == LCM_NODE_TEAM)
      return true;
    const bool loop = lcm_node_is_serial_loop(block.node->kind);
    if (block.node->kind != LCM_NODE_SERIES && !loop)
      return false;
    const size_t i = lcm_edit_index(block.node, spot.node);
    if (loop)
      add_round(out, ctx, &block, before);
    else if (before ? add_before(out, ctx, &block, i)
                    : add_after(out, ctx, &block, i))
      return true;
    spot = block;
  }
  return false;
}

/* Return whether members get the same iterations of "a" and "b". */
static bool are_dealt_alike(const lcm_node *a, const lcm_node *b) {
  if (a->kind != LCM_NODE_PARLOOP || b->kind != LCM_NODE_PARLOOP ||
      !lcm_schedule_has(a->u.loop.schedule, LCM_SCHED_FIXED) ||
      !lcm_schedule_has(b->u.loop.schedule, LCM_SCHED_FIXED) ||
      a->u.loop.chunk != b->u.loop.chunk || a->u.loop.n_ranges != 1 ||
      b->u.loop.n_ranges != 1)
    return false;
  const lcm_iteration *x = a->u.loop.ranges;
  const lcm_iteration *y = b->u.loop.ranges;
  return x->from == y->from && x->to == y->to && x->step == y->step &&
         !x->factor && !y->factor;
}

/* Return a LET of the index of "b" as that of "a", which has the same range. */
static const lcm_node *rename_index(struct lcm_editing *e, const lcm_node *a,
                                    const lcm_node *b) {
  lcm_node *let = lcm_edit_node(e, LCM_NODE_LET, b, NULL, 0);
  let->u.let.name = b->u.loop.ranges[0].index;
  let->u.let.value =
      lcm_expr_symbol(e->ctx, a->u.loop.ranges[0].index, LCM_DIM_NONE);
  return let;
}

/* Check that iterations of "a" and "b", which the same member executes, depend
 * on nothing of others. */
static lcm_status check_alike(struct lcm_editing *e,
                              const struct lcm_edit_spot *a,
                              const struct lcm_edit_spot *b) {
  const lcm_function *function = &e->program->functions[a->function];
  struct lcm_edit_accesses first = {.part = 0, .shared = true};
  struct lcm_edit_accesses second = {.part = 1, .shared = true};
  const struct lcm_edit_order order = {
      .range = &a->node->u.loop.ranges[0],
      .later = true,
      .earlier = true,
      .what = "iterations of both loops by different threads"};
  const lcm_node *both[] = {rename_index(e, a->node, b->node), NULL};
  both[1] = lcm_edit_round(e, b->node);
  const lcm_node *body = lcm_edit_node(e, LCM_NODE_SERIES, b->node, both, 2);
  lcm_edit_touch(&first, e, function, lcm_edit_round(e, a->node));
  lcm_edit_touch(&second, e, function, body);
  lcm_edit_premise(e, true,
                   "each thread has the same iterations of both loops");
  return lcm_edit_independent(e, &first, &second, &order, a);
}

/* Check that nothing in "before" is needed by, or needs, something in
 * "after". */
static lcm_status check_any(struct lcm_editing *e, const spot_list *before,
                            const spot_list *after) {
  static const struct lcm_edit_order ANY = {
      .what = "what threads do before and after the barrier"};
  struct lcm_edit_accesses first = {.part = 0, .shared = true};
  struct lcm_edit_accesses second = {.part = 1, .shared = true};
  for (size_t i = 0; i < before->n; i++)
    lcm_edit_touch(&first, e, &e->program->functions[before->at[i].function],
                   before->at[i].node);
  for (size_t i = 0; i < after->n; i++)
    lcm_edit_touch(&second, e, &e->program->functions[after->at[i].function],
                   after->at[i].node);
  return lcm_edit_independent(e, &first, &second, &ANY, &before->at[0]);
}

lcm_status lcm_edit_nowait(struct lcm_editing *e,
                           const struct lcm_edit_spot *spots, size_t n) {
  const lcm_node *barrier = barrier_of(spots);
  struct lcm_edit_spot spot = *spots;
  spot_list before = {0};
  spot_list after = {0};
  lcm_status status = LCM_OK;
  (void)n;
  spot.node = barrier;
  const bool all = gather(&before, e->ctx, spot, true);
  const bool end = gather(&after, e->ctx, spot, false);
  if (!all || !end)
    lcm_edit_doubt(e, "what the team does %s does not need the barrier",
                   end ? "before" : "afterwards, or in the next round,");
  if (!after.n && end)
    lcm_edit_premise(e, true, "the threads meet right behind the barrier");
  else if (before.n == 1 && after.n == 1 &&
           are_dealt_alike(before.at[0].node, after.at[0].node))
    status = check_alike(e, &before.at[0], &after.at[0]);
  else if (before.n && after.n)
    status = check_any(e, &before, &after);
  if (!status)
    lcm_edit_change(e, barrier, NULL);
  return status;
}

/* ---- the same iterations ------------------------------------------------- */

/* Check that the loop at "spot" needs nothing of the one at "other", of which
 * each thread has the same iterations so far and for which it does not wait. */
static lcm_status check_dealt(struct lcm_editing *e,
                              const struct lcm_edit_spot *spot,
                              const struct lcm_edit_spot *other) {
  static const struct lcm_edit_order ANY = {.what = "the loops"};
  const lcm_function *function = &e->program->functions[spot->function];
  struct lcm_edit_accesses first = {.part = 0, .shared = true};
  struct lcm_edit_accesses second = {.part = 1, .shared = true};
  lcm_edit_touch(&first, e, function, spot->node);
  lcm_edit_touch(&second, e, function, other->node);
  switch (lcm_edit_overlap(e->ctx, &first, &second, &ANY)) {
  case LCM_OVERLAP_YES:
    return lcm_edit_refuse(e, spot->node,
                           "each thread has to have the same iterations as of "
                           "the loop at %s: no barrier stands between them",
                           lcm_edit_at(e->ctx, other->node));
  case LCM_OVERLAP_MAYBE:
    lcm_edit_doubt(e,
                   "no thread needs the same iterations as of the loop at %s",
                   lcm_edit_at(e->ctx, other->node));
    break;
  case LCM_OVERLAP_NO:
    break;
  }
  return LCM_OK;
}

lcm_status lcm_edit_check_schedule(struct lcm_editing *e,
                                   const struct lcm_edit_spot *spot) {
  spot_list near = {0};
  lcm_status status = LCM_OK;
  (void)gather(&near, e->ctx, *spot, true);
  (void)gather(&near, e->ctx, *spot, false);
  for (size_t i = 0; i < near.n && !status; i++)
    if (near.at[i].node != spot->node &&
        are_dealt_alike(spot->node, near.at[i].node))
      status = check_dealt(e, spot, &near.at[i]);
  return status;
}
