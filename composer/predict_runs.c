#include <string.h>

#include "composer/predict_internal.h"

/* Models of all executions in a run: what one execution costs is known once the
 * executions are counted, for which the program is executed before. */

typedef LCM_LIST(struct lcm_per_run) per_run_list;

/* A program being rewritten.
 * function  whose node it is */
struct rewriting {
  lcm_ctx *ctx;
  const lcm_function *function;
  per_run_list runs;
};

/* Return the models of "node", those of a run divided by its executions, which
 * are a symbol. */
static const lcm_model *divided(struct rewriting *r, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(r->ctx);
  lcm_model *models = LCM_NEW_ARRAY(arena, lcm_model, node->n_models);
  const char *symbol = lcm_intern(
      r->ctx, lcm_arena_printf(arena, "run.%s/%u", r->function->key, node->id));
  const lcm_expr *count = lcm_expr_symbol(r->ctx, symbol, LCM_DIM_NONE);
  bool any = false;
  for (size_t i = 0; i < node->n_models; i++) {
    models[i] = node->models[i];
    if (models[i].per != LCM_PER_RUN || lcm_expr_is_int(models[i].expr, 0))
      continue;
    models[i].expr = lcm_expr_div(r->ctx, models[i].expr, count);
    any = true;
  }
  if (!any)
    return node->models;
  const struct lcm_per_run run = {symbol, r->function, node->id, 1};
  LCM_LIST_ADD(arena, &r->runs, run);
  return models;
}

/* Return "node" with models of one execution instead of those of a run, in and
 * below it. */
static const lcm_node *rewrite(struct rewriting *r, const lcm_node *node) {
  lcm_arena *arena = lcm_ctx_arena(r->ctx);
  const lcm_node **children = NULL;
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *child = rewrite(r, node->children[i]);
    if (child != node->children[i] && !children) {
      children = LCM_NEW_ARRAY(arena, const lcm_node *, node->n_children);
      memcpy(children, node->children, node->n_children * sizeof *children);
    }
    if (children)
      children[i] = child;
  }
  const lcm_model *models = node->n_models ? divided(r, node) : node->models;
  if (!children && models == node->models)
    return node;
  lcm_node *copy = LCM_NEW(arena, lcm_node);
  *copy = *node;
  copy->children = children ? children : node->children;
  copy->models = models;
  return copy;
}

void lcm_predictor_split(struct lcm_predictor *p) {
  struct rewriting r = {.ctx = p->ctx};
  lcm_arena *arena = lcm_ctx_arena(p->ctx);
  const size_t n = p->program->n_functions;
  lcm_function *functions = LCM_NEW_ARRAY(arena, lcm_function, n + 1);
  for (size_t i = 0; i < n; i++) {
    functions[i] = p->program->functions[i];
    r.function = &functions[i];
    if (functions[i].body)
      functions[i].body = rewrite(&r, functions[i].body);
  }
  if (!r.runs.n)
    return;
  lcm_program *program = LCM_NEW(arena, lcm_program);
  *program = *p->program;
  program->functions = functions;
  p->program = program;
  p->runs = r.runs.at;
  p->n_runs = r.runs.n;
}

/* Add the executions that "run" has recorded. */
static void add_visits(struct lcm_predictor *p, const struct lcm_run *run) {
  for (size_t k = 0; k < p->n_runs; k++) {
    double visits = 0;
    for (size_t i = 0; i < run->records.n; i++) {
      const struct lcm_record *record = &run->records.at[i];
      if (record->node->id == p->runs[k].id &&
          !strcmp(record->function->key, p->runs[k].function->key))
        visits += record->visits;
    }
    p->runs[k].visits = visits > 0 ? visits : 1;
  }
}

void lcm_predictor_count(struct lcm_predictor *p, size_t i, double w) {
  struct lcm_predict_options plain = *p->options;
  const struct lcm_predict_options *const options = p->options;
  struct lcm_run run;
  if (!p->n_runs || p->counting ||
      (p->counted && p->counted_at == i && p->counted_w == w))
    return;
  for (size_t k = 0; k < p->n_runs; k++)
    p->runs[k].visits = 1;
  plain.nodes = true;
  p->options = &plain;
  p->counting = true;
  const bool muted = lcm_ctx_mute(p->ctx, true);
  lcm_predictor_prepare(p, &run, i, w);
  (void)lcm_run_serial(&run, p->entry->body, w);
  (void)lcm_ctx_mute(p->ctx, muted);
  p->options = options;
  p->counting = false;
  p->counted = true;
  p->counted_at = i;
  p->counted_w = w;
  add_visits(p, &run);
}
