/* The verb collapse: a parallel loop is divided with the loop in it. */
#include <string.h>

#include "model/edit/core/nodes.h"
#include "model/edit/core/say.h"
#include "model/edit/core/spot.h"
#include "model/edit/depend/access.h"
#include "model/edit/depend/depend.h"
#include "model/edit/kinds/collapse.h"

const lcm_node *lcm_edit_nested(const lcm_node *node) {
  const lcm_node *at = node->n_children == 1 ? node->children[0] : NULL;
  while (at && at->kind == LCM_NODE_SERIES && at->n_children == 1 &&
         !at->n_models)
    at = at->children[0];
  return at && at->kind == LCM_NODE_LOOP && at->u.loop.n_ranges && !at->n_with
             ? at
             : NULL;
}

bool lcm_edit_can_collapse(const struct lcm_edit_spot *spot) {
  return spot->node->kind == LCM_NODE_PARLOOP && spot->node->u.loop.n_ranges &&
         lcm_edit_nested(spot->node);
}

/* Return the spot of the loop in the one at "spot". */
static struct lcm_edit_spot inner_of(struct lcm_editing *e,
                                     const struct lcm_edit_spot *spot) {
  const lcm_node *inner = lcm_edit_nested(spot->node);
  struct lcm_edit_spot at = *spot;
  while (at.node != inner)
    at = lcm_edit_below(e->ctx, &at, 0);
  return at;
}

/* Return whether "range" speaks of the index of a loop around, "outer". */
static bool speaks_of(const lcm_iteration *range, const lcm_node *outer) {
  const lcm_expr *const all[] = {range->from, range->to, range->step,
                                 range->factor};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    for (size_t k = 0; all[i] && k < outer->u.loop.n_ranges; k++)
      if (lcm_expr_has(all[i], outer->u.loop.ranges[k].index))
        return true;
  return false;
}

/* Check that the loops "outer" and "inner" can be one. */
static lcm_status check_shape(struct lcm_editing *e, const lcm_node *outer,
                              const lcm_node *inner) {
  if (outer->n_models || inner->n_models)
    return lcm_edit_wrong(e, inner->n_models ? inner : outer,
                          "it has models of its own");
  if (inner->u.loop.count || outer->u.loop.count)
    return lcm_edit_wrong(e, inner, "its iterations are not known");
  for (size_t i = 0; i < inner->u.loop.n_ranges; i++)
    if (speaks_of(&inner->u.loop.ranges[i], outer))
      return lcm_edit_wrong(e, inner,
                            "how often it is executed depends on the loop "
                            "around it");
  return LCM_OK;
}

/* Check that the rounds of the loop "inner" do not depend on each other: those
 * of the loop around it are divided already. */
static lcm_status check_rounds(struct lcm_editing *e,
                               const struct lcm_edit_spot *inner) {
  struct lcm_edit_accesses touched = {.part = 0};
  const struct lcm_edit_order order = {.range = &inner->node->u.loop.ranges[0],
                                       .later = true,
                                       .what =
                                           "the iterations of the inner loop"};
  lcm_edit_assume_whole(e, inner->node);
  lcm_edit_touch(&touched, e, &e->program->functions[inner->function],
                 lcm_edit_round(e, inner->node));
  return lcm_edit_independent(e, &touched, &touched, &order, inner);
}

lcm_status lcm_edit_collapse(struct lcm_editing *e,
                             const struct lcm_edit_spot *spots, size_t n) {
  const lcm_node *outer = spots->node;
  const struct lcm_edit_spot inner = inner_of(e, spots);
  const size_t first = outer->u.loop.n_ranges;
  const size_t more = inner.node->u.loop.n_ranges;
  lcm_status status = check_shape(e, outer, inner.node);
  (void)n;
  if (!status)
    status = check_rounds(e, &inner);
  if (status)
    return status;
  lcm_iteration *ranges =
      LCM_NEW_ARRAY(lcm_ctx_arena(e->ctx), lcm_iteration, first + more);
  memcpy(ranges, outer->u.loop.ranges, first * sizeof *ranges);
  memcpy(ranges + first, inner.node->u.loop.ranges, more * sizeof *ranges);
  lcm_node *loop = lcm_edit_with_children(e, outer, inner.node->children,
                                          inner.node->n_children);
  loop->u.loop.ranges = ranges;
  loop->u.loop.n_ranges = first + more;
  lcm_edit_change(e, outer, loop);
  return LCM_OK;
}
