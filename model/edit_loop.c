#include "model/edit_internal.h"

/* Return whether "spot" is a loop whose iterations are dealt out. */
static bool is_parallel(const struct lcm_edit_spot *spot) {
  return spot->node->kind == LCM_NODE_PARLOOP;
}

bool lcm_edit_can_schedule(const struct lcm_edit_spot *spot) {
  return is_parallel(spot);
}

bool lcm_edit_can_chunk(const struct lcm_edit_spot *spot) {
  return is_parallel(spot);
}

/* Let "loop", a copy, come in the place of "node". */
static void deal(struct lcm_editing *e, const lcm_node *node, lcm_node *loop) {
  lcm_edit_premise(e, true,
                   "the iterations may be dealt out in any way: the loop is "
                   "parallel already");
  lcm_edit_remodel(e, loop, false);
  lcm_edit_change(e, node, loop);
}

lcm_status lcm_edit_schedule(struct lcm_editing *e,
                             const struct lcm_edit_spot *spots, size_t n) {
  lcm_node *loop = lcm_edit_copy(e, spots->node);
  const lcm_status status = lcm_edit_dealing(loop, e);
  (void)n;
  if (!status)
    deal(e, spots->node, loop);
  return status;
}

lcm_status lcm_edit_chunk(struct lcm_editing *e,
                          const struct lcm_edit_spot *spots, size_t n) {
  lcm_node *loop = lcm_edit_copy(e, spots->node);
  const lcm_status status = lcm_edit_expression(&loop->u.loop.chunk, e, 0);
  (void)n;
  if (status)
    return status;
  if (loop->u.loop.schedule == LCM_SCHED_DEFAULT)
    loop->u.loop.schedule = LCM_SCHED_STATIC;
  deal(e, spots->node, loop);
  return LCM_OK;
}
