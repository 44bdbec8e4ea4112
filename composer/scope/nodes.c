/* Questions about single nodes and models that need nothing else. */
#include <string.h>

#include "composer/scope/nodes.h"
#include "model/measurement/measurement.h"
#include "model/results/results.h"

const lcm_expr *lcm_call_argument(const lcm_node *node, size_t i) {
  if (i >= node->u.call.n_args)
    return NULL;
  return node->u.call.sizes && node->u.call.sizes[i] ? node->u.call.sizes[i]
                                                     : node->u.call.args[i];
}

bool lcm_node_is_call_of(const lcm_node *node, const char *key) {
  return node->kind == LCM_NODE_CALL && !strcmp(node->u.call.callee, key);
}

bool lcm_node_calls(const lcm_node *node, const char *key) {
  if (lcm_node_is_call_of(node, key))
    return true;
  for (size_t i = 0; i < node->n_children; i++)
    if (lcm_node_calls(node->children[i], key))
      return true;
  return false;
}

bool lcm_branch_is_guessed(const lcm_node *node) {
  return node->marks.exit && node->marks.assumed &&
         !node->u.branch.probabilities;
}

const lcm_expr *lcm_facts_guess(const char **why, lcm_ctx *ctx,
                                const lcm_expr *e, const char *const *names,
                                size_t n) {
  const lcm_expr *even = lcm_expr_even(ctx, e, names, n);
  *why = n && even != e ? LCM_REASON_EVEN : NULL;
  for (size_t i = 0; i < n; i++) {
    const struct lcm_subst once = {names[i], lcm_expr_int(ctx, 1)};
    if (!lcm_name_is_rounds(names[i]))
      continue;
    even = lcm_expr_subst(ctx, even, &once, 1);
    *why = LCM_REASON_ONCE;
  }
  return even;
}

bool lcm_run_is_together(const lcm_model *model) {
  if (lcm_amount_traits(model->category) & LCM_OF_CREW)
    return true;
  const char *at = model->source;
  size_t len = 0;
  if (at && lcm_source_next(&at, "covers", &len) &&
      !lcm_source_names(model->source, "covers", LCM_CAT_IP))
    return false;
  return lcm_expr_has(model->expr, "p") || lcm_expr_has(model->expr, "procs");
}

bool lcm_model_is_divided(const lcm_node *node) {
  const lcm_model *time = lcm_node_model(node, "time");
  const lcm_model *work = lcm_node_model(node, "work");
  return work || (time && time->per == LCM_PER_ITERATION);
}

const struct lcm_assign *lcm_node_with_p(const lcm_node *node) {
  const struct lcm_assign *found = NULL;
  for (size_t i = 0; i < node->n_with; i++)
    if (!strcmp(node->with[i].name, "p"))
      return &node->with[i];
  if (node->kind == LCM_NODE_SERIES)
    for (size_t i = 0; i < node->n_children && !found; i++)
      found = lcm_node_with_p(node->children[i]);
  return found;
}

bool lcm_message_tests(const lcm_node *node) {
  const char *name = node->u.message->operation;
  return !strncmp(name, "MPI_Test", 8) || !strcmp(name, "MPI_Iprobe");
}

bool lcm_expr_draws(const lcm_program *program, const lcm_expr *e) {
  for (size_t i = 0; e && i < program->n_draws; i++)
    if (lcm_expr_has(e, program->draws[i].name))
      return true;
  return false;
}

bool lcm_source_names(const char *source, const char *key, lcm_cat cat) {
  const char *name = lcm_cat_name(cat);
  return lcm_source_has(source, key, name, strlen(name));
}
