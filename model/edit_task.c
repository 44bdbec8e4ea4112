#include "model/edit_internal.h"

bool lcm_edit_can_cutoff(const struct lcm_edit_spot *spot) {
  return spot->node->kind == LCM_NODE_TASK;
}

lcm_status lcm_edit_cutoff(struct lcm_editing *e,
                           const struct lcm_edit_spot *spots, size_t n) {
  lcm_node *task = lcm_edit_copy(e, spots->node);
  const lcm_expr *when = NULL;
  const lcm_status status = lcm_edit_expression(&when, e, 0);
  (void)n;
  if (status)
    return status;
  task->u.task.when =
      task->u.task.when
          ? lcm_expr_binary(e->ctx, LCM_X_AND, task->u.task.when, when)
          : when;
  lcm_edit_premise(e, true, "a task may be executed where it is made");
  lcm_edit_change(e, spots->node, task);
  return LCM_OK;
}
