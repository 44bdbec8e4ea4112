/* The verbs of tasks: cutoff, they are made only where a condition holds;
 * prioritize, which of them are taken first. */
#include "model/edit/kinds/task.h"
#include "model/edit/core/argument.h"
#include "model/edit/core/nodes.h"
#include "model/edit/core/say.h"

bool lcm_edit_can_cutoff(const struct lcm_edit_spot *spot) {
  return spot->node->kind == LCM_NODE_TASK;
}

/* Return what the task "node" does as a part of who comes to it. */
static const lcm_node *at_once(struct lcm_editing *e, const lcm_node *node) {
  const lcm_node *all = lcm_edit_copy_all(e, node);
  lcm_node *body =
      lcm_edit_node(e, LCM_NODE_SERIES, node, all->children, all->n_children);
  body->name = node->name;
  body->models = node->models;
  body->n_models = node->n_models;
  body->reads = node->reads;
  body->n_reads = node->n_reads;
  body->writes = node->writes;
  body->n_writes = node->n_writes;
  return body;
}

/* Return "task" where "when" holds, and else what it does at once. */
static const lcm_node *choose(struct lcm_editing *e, const lcm_node *task,
                              const lcm_expr *when) {
  const lcm_node *const ways[] = {task, at_once(e, task)};
  const lcm_expr **conditions =
      LCM_NEW_ARRAY(lcm_ctx_arena(e->ctx), const lcm_expr *, 2);
  lcm_node *branch = lcm_edit_node(e, LCM_NODE_BRANCH, task, ways, 2);
  conditions[0] = when;
  branch->u.branch.conditions = conditions;
  return branch;
}

lcm_status lcm_edit_cutoff(struct lcm_editing *e,
                           const struct lcm_edit_spot *spots, size_t n) {
  lcm_node *task = lcm_edit_copy(e, spots->node);
  const lcm_expr *when = NULL;
  const lcm_status status = lcm_edit_expression(&when, e, 0);
  (void)n;
  if (status)
    return status;
  lcm_edit_premise(e, true, "a task may be executed where it is made");
  if (!task->u.task.n_depends) {
    lcm_edit_change(e, spots->node, choose(e, spots->node, when));
    return LCM_OK;
  }
  task->u.task.when =
      task->u.task.when
          ? lcm_expr_binary(e->ctx, LCM_X_AND, task->u.task.when, when)
          : when;
  lcm_edit_change(e, spots->node, task);
  return LCM_OK;
}

bool lcm_edit_can_prioritize(const struct lcm_edit_spot *spot) {
  return lcm_node_makes_tasks(spot->node);
}

lcm_status lcm_edit_prioritize(struct lcm_editing *e,
                               const struct lcm_edit_spot *spots, size_t n) {
  lcm_node *task = lcm_edit_copy(e, spots->node);
  const lcm_expr *priority = NULL;
  const lcm_status status = lcm_edit_expression(&priority, e, 0);
  (void)n;
  if (status)
    return status;
  *lcm_node_priority(task) = priority;
  lcm_edit_premise(e, true,
                   "tasks may be taken in any order that their dependences "
                   "leave");
  lcm_edit_premise(e, false,
                   "the OpenMP library obeys priorities: OMP_MAX_TASK_PRIORITY "
                   "is as much at least");
  lcm_edit_change(e, spots->node, task);
  return LCM_OK;
}
