/* Making tasks: what it costs, which are messages of chares, and whether they
 * are executed at once. */
#include <string.h>

#include "composer/engine/delivery.h"
#include "composer/engine/env.h"
#include "composer/engine/record/record.h"
#include "model/structure/structure.h"

/* Processors that take part in sending a message. */
static const double ENDS = 2;

struct lcm_delivery lcm_run_delivery(struct lcm_run *run, const lcm_node *node,
                                     double k) {
  const double task = lcm_run_machine(run, "task", k, 0, 1);
  const lcm_expr *size =
      node->kind == LCM_NODE_TASK ? node->u.task.bytes : NULL;
  double bytes = 0;
  if (!size)
    return (struct lcm_delivery){.make = task};
  (void)lcm_run_derived(&bytes, run, size);
  const double away = k > 1 ? 1 - 1 / k : 0;
  return (struct lcm_delivery){
      .send = away * lcm_run_machine(run, "send", ENDS, bytes, 1),
      .begin = task,
      .receive = away * lcm_run_machine(run, "receive", ENDS, bytes, 1),
      .flight = away * lcm_run_machine(run, "transfer", ENDS, bytes, 1)};
}

bool lcm_run_undeferred(struct lcm_run *run, const lcm_node *node) {
  double when = 1;
  if (node->marks.atonce)
    lcm_run_assume(run, "where an `if` or `final` clause of tasks is no "
                        "formula, they are taken as deferred");
  (void)lcm_run_derived(&when, run, lcm_node_deferred_when(node));
  return when == 0;
}

bool lcm_run_final(struct lcm_run *run, const lcm_node *node) {
  double last = 0;
  (void)lcm_run_derived(&last, run, lcm_node_final_when(node));
  return last != 0;
}

double lcm_run_level(struct lcm_run *run) {
  const lcm_function *function = run->function;
  double key = 0;
  if (!function || !function->body ||
      !lcm_run_traits(run, function->body)->recurs)
    return 0;
  for (size_t i = 0; i < function->n_params; i++) {
    double value = 0;
    if (strpbrk(function->params[i], ".*") &&
        lcm_run_derived(
            &value, run,
            lcm_expr_symbol(run->ctx, function->params[i], LCM_DIM_NONE)))
      key = key * 1.000000059 + (value + 1) * (double)(i + 7);
  }
  return key;
}
