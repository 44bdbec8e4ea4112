/* What makes tasks: the kind of node for it, and loops. */
#include "model/structure/tasks.h"

#include <stdio.h>

bool lcm_node_is_taskloop(const lcm_node *node) {
  return node->kind == LCM_NODE_PARLOOP &&
         lcm_schedule_has(node->u.loop.schedule, LCM_SCHED_TASKS);
}

bool lcm_node_makes_tasks(const lcm_node *node) {
  return node->kind == LCM_NODE_TASK || lcm_node_is_taskloop(node);
}

const lcm_expr *lcm_node_deferred_when(const lcm_node *node) {
  return node->kind == LCM_NODE_TASK ? node->u.task.when : node->u.loop.when;
}

const lcm_expr *lcm_node_final_when(const lcm_node *node) {
  return node->kind == LCM_NODE_TASK ? node->u.task.final_when
                                     : node->u.loop.final_when;
}

const char *lcm_node_task_name(lcm_ctx *ctx, const lcm_node *node) {
  const char begin[] = {LCM_TASK_NAME, 0};
  char at[16];
  (void)snprintf(at, sizeof at, ":%u", node->loc.begin);
  return LCM_INTERN_JOINED(ctx, begin, node->loc.file ? node->loc.file : "",
                           at);
}

const lcm_expr **lcm_node_priority(lcm_node *node) {
  return node->kind == LCM_NODE_TASK ? &node->u.task.priority
                                     : &node->u.loop.priority;
}

bool lcm_node_has_priority(const lcm_node *node) {
  return node->kind == LCM_NODE_TASK
             ? node->u.task.priority != NULL
             : lcm_node_is_taskloop(node) && node->u.loop.priority != NULL;
}
