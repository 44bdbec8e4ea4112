/* The verbs schedule and chunk: iterations are assigned in another way. */
#include "model/edit/kinds/loop.h"
#include "model/edit/core/argument.h"
#include "model/edit/core/nodes.h"
#include "model/edit/core/say.h"
#include "model/edit/kinds/barrier.h"

/* Return whether "spot" is a loop whose iterations are assigned. */
static bool is_parallel(const struct lcm_edit_spot *spot) {
  return spot->node->kind == LCM_NODE_PARLOOP;
}

bool lcm_edit_can_schedule(const struct lcm_edit_spot *spot) {
  return is_parallel(spot);
}

bool lcm_edit_can_chunk(const struct lcm_edit_spot *spot) {
  return is_parallel(spot);
}

/* Let "loop", a copy, come in the place of the loop at "spot". */
static lcm_status deal(struct lcm_editing *e, const struct lcm_edit_spot *spot,
                       lcm_node *loop) {
  const lcm_status status = lcm_edit_check_schedule(e, spot);
  if (status)
    return status;
  lcm_edit_premise(e, true,
                   "the iterations may be assigned in any way: the loop is "
                   "parallel already");
  lcm_edit_remodel(e, loop, false);
  lcm_edit_change(e, spot->node, loop);
  return LCM_OK;
}

lcm_status lcm_edit_schedule(struct lcm_editing *e,
                             const struct lcm_edit_spot *spots, size_t n) {
  lcm_node *loop = lcm_edit_copy(e, spots->node);
  const lcm_status status = lcm_edit_read_schedule(loop, e);
  (void)n;
  return status ? status : deal(e, spots, loop);
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
  return deal(e, spots, loop);
}
