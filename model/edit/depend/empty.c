/* Loops that may have no iteration: clauses leave no value then. */
#include "model/edit/depend/empty.h"

#include "model/edit/core/say.h"
#include "model/edit/core/spot.h"
#include "model/sections/sections.h"

/* What sums of a few numbers of C stay above. */
static const long long LEAST = -(1LL << 40);

/* Return whether "e" is never below zero in the rounds of the "n" loops of
 * "ranges". */
static bool is_natural(lcm_ctx *ctx, const lcm_expr *e,
                       const lcm_iteration *ranges, size_t n) {
  const char *index = lcm_intern(ctx, "'below");
  const lcm_expr *one = lcm_expr_int(ctx, 1);
  const struct lcm_extent at[] = {{e, one, NULL}};
  const struct lcm_extent below[] = {
      {lcm_expr_symbol(ctx, index, LCM_DIM_NONE), one, NULL}};
  const lcm_iteration range = {index, lcm_expr_int(ctx, LEAST),
                               lcm_expr_int(ctx, -1), NULL, NULL};
  const lcm_section number = {.datum = index,
                              .key = index,
                              .extents = at,
                              .n_extents = 1,
                              .exact = true};
  lcm_section negative = number;
  negative.extents = below;
  const struct lcm_side a = {&number, ranges, n};
  const struct lcm_side b = {&negative, &range, 1};
  return lcm_section_overlap(ctx, &a, &b) == LCM_OVERLAP_NO;
}

/* Return whether the loops around "spot" and the loop there have iterations of
 * "range" each time that they are come by. */
static bool is_run(lcm_ctx *ctx, const struct lcm_edit_spot *spot,
                   const lcm_iteration *range) {
  LCM_LIST(lcm_iteration) around = {0};
  double from = 0;
  double to = 0;
  if (!range->from || !range->to)
    return false;
  if (lcm_expr_is_number(range->from, &from) &&
      lcm_expr_is_number(range->to, &to))
    return from <= to;
  for (size_t i = 0; i < spot->n_above; i++) {
    const lcm_node *node = spot->above[i];
    for (size_t k = 0;
         lcm_node_is_loop(node->kind) && k < node->u.loop.n_ranges; k++)
      LCM_LIST_ADD(lcm_ctx_arena(ctx), &around, node->u.loop.ranges[k]);
  }
  const lcm_expr *span = lcm_expr_sub(ctx, range->to, range->from);
  return span && is_natural(ctx, span, around.at, around.n);
}

void lcm_edit_check_empty(struct lcm_editing *e,
                          const struct lcm_edit_spot *spot,
                          const struct lcm_edit_access *access,
                          const char *name) {
  const lcm_node *loop = spot->node;
  const struct lcm_edit_reason reason = {
      .kind = LCM_REASON_EMPTY, .a = access, .node = loop, .text = name};
  bool run = loop->u.loop.n_ranges > 0;
  for (size_t i = 0; i < loop->u.loop.n_ranges && run; i++)
    run = is_run(e->ctx, spot, &loop->u.loop.ranges[i]);
  if (run)
    return;
  lcm_edit_because(e, &reason);
  lcm_edit_premise(e, false,
                   "the loop at %s runs at least once: '%s' is read behind it, "
                   "and lastprivate leaves no value otherwise",
                   lcm_edit_at(e->ctx, loop), name);
}
