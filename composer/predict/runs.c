/* Models of all executions in a run: how many these are, so that one has its
 * cost. */
#include <math.h>
#include <string.h>

#include "composer/predict/chunk.h"
#include "composer/predict/runs.h"

/* Models of all executions in a run: what one execution costs is known once the
 * executions are counted, by a closed form or by executing the program before.
 */

typedef LCM_LIST(struct lcm_per_run) per_run_list;

/* A program being rewritten. */
struct rewriting {
  lcm_ctx *ctx;
  const lcm_function *function; /* whose node it is */
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
  const struct lcm_per_run run = {
      .symbol = symbol, .function = r->function, .id = node->id, .visits = 1};
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
  if (models != node->models)
    r->runs.at[r->runs.n - 1].node = copy;
  return copy;
}

/* Let executions of the nodes of "p" with models of a run be counted: one of
 * each is a coefficient. */
static void make_visits(struct lcm_predictor *p) {
  lcm_arena *arena = lcm_ctx_arena(p->setup.ctx);
  struct lcm_visits *visits = LCM_NEW(arena, struct lcm_visits);
  const lcm_expr **each = LCM_NEW_ARRAY(arena, const lcm_expr *, p->runs.n);
  for (size_t k = 0; k < p->runs.n; k++) {
    const lcm_coef coef = {
        .name =
            lcm_intern(p->setup.ctx, lcm_arena_printf(arena, "visit.%s",
                                                      p->runs.at[k].symbol)),
        .value = 1};
    each[k] = lcm_expr_coef(p->setup.ctx, &coef);
    p->runs.at[k].coef = lcm_coef_find(p->setup.ctx, coef.name);
    lcm_map_put(arena, &visits->nodes, p->runs.at[k].node, k + 1);
  }
  visits->each = each;
  visits->n = p->runs.n;
  visits->slot = lcm_intern(p->setup.ctx, "visit.");
  p->runs.visits = visits;
}

void lcm_predictor_split(struct lcm_predictor *p) {
  struct rewriting r = {.ctx = p->setup.ctx};
  lcm_arena *arena = lcm_ctx_arena(p->setup.ctx);
  const size_t n = p->setup.program->n_functions;
  lcm_function *functions = LCM_NEW_ARRAY(arena, lcm_function, n + 1);
  for (size_t i = 0; i < n; i++) {
    functions[i] = p->setup.program->functions[i];
    r.function = &functions[i];
    if (functions[i].body)
      functions[i].body = rewrite(&r, functions[i].body);
  }
  if (!r.runs.n)
    return;
  lcm_program *program = LCM_NEW(arena, lcm_program);
  *program = *p->setup.program;
  program->functions = functions;
  p->setup.program = program;
  p->runs.at = r.runs.at;
  p->runs.n = r.runs.n;
  make_visits(p);
}

/* Put how often nodes with models of a run are executed at point "i" on "w"
 * processors, all of the point or one, into "visits" by the closed form of
 * that; false where it does not hold. */
static bool fill_counts(double *visits, struct lcm_predictor *p, size_t i,
                        double w) {
  lcm_arena *arena = lcm_ctx_arena(p->setup.ctx);
  const struct lcm_closed_form *form = p->runs.counts;
  if (!form)
    return false;
  struct lcm_chunk c = lcm_chunk_new(p, form, 1);
  double *values = LCM_NEW_ARRAY(arena, double, form->n_names + 1);
  const lcm_coef **coefs =
      LCM_NEW_ARRAY(arena, const lcm_coef *, p->runs.n + 1);
  c.first = i;
  c.n = 1;
  c.alone = w == 1;
  lcm_chunk_fill(&c);
  lcm_chunk_fill_runs(&c, 0);
  lcm_chunk_run(&c);
  for (size_t k = 0; k < form->n_names; k++)
    values[k] = c.columns[k][0];
  for (size_t k = 0; k < p->runs.n; k++)
    coefs[k] = p->runs.at[k].coef;
  lcm_tape_gradient(form->tape, 0, values, coefs, p->runs.n, visits);
  for (size_t k = 0; k < p->runs.n; k++)
    visits[k] = visits[k] > 0 ? visits[k] : 1;
  return c.fits[0];
}

/* Return how often node number "k" of "p" was executed in "run": by its
 * records, and by loops that were summed. */
static double executions(const struct lcm_predictor *p,
                         const struct lcm_run *run, size_t k) {
  const struct lcm_per_run *of = &p->runs.at[k];
  double visits = 0;
  for (size_t i = 0; i < run->notes.records.n; i++) {
    const struct lcm_record *record = &run->notes.records.at[i];
    if (record->node->id == of->id &&
        !strcmp(record->function->key, of->function->key))
      visits += record->visits;
  }
  for (size_t i = 0; i < run->notes.demands.n; i++)
    if (run->notes.demands.at[i].name == of->coef->name)
      visits += run->notes.demands.at[i].time;
  return visits > 0 ? visits : 1;
}

/* Make "run" ready for "place" with the executions that are known. */
static void begin(struct lcm_predictor *p, struct lcm_run *run,
                  const struct lcm_run_place *place) {
  lcm_run_begin(run, &p->setup, place);
  run->notes.visits = p->runs.visits;
  for (size_t k = 0; k < p->runs.n; k++)
    lcm_run_bind(run, p->runs.at[k].symbol, p->runs.at[k].visits);
  run->globals = run->env.n;
}

/* Put how often nodes are executed at point "i" on "w" processors into "visits"
 * by executing the program; return whether that is exact. */
static bool execute_counts(double *visits, struct lcm_predictor *p, size_t i,
                           double w) {
  struct lcm_predict_options noting = *p->setup.options;
  struct lcm_run run;
  noting.nodes = true;
  const bool muted = lcm_ctx_mute(p->setup.ctx, true);
  begin(p, &run, &(struct lcm_run_place){i, w, NULL});
  run.options = &noting;
  run.notes.counting = true;
  (void)lcm_run_serial(&run, p->setup.entry->body, w);
  (void)lcm_ctx_mute(p->setup.ctx, muted);
  for (size_t k = 0; k < p->runs.n; k++)
    visits[k] = executions(p, &run, k);
  return !run.status && !run.doubts.estimated && !run.doubts.coarse;
}

/* Let each node be executed once as long as that is not known. */
static void forget(struct lcm_predictor *p) {
  for (size_t k = 0; k < p->runs.n; k++)
    p->runs.at[k].visits = 1;
}

/* Return what was counted at point "i" on "w" processors, or NULL. */
static const struct lcm_counted *recall(const struct lcm_predictor *p, size_t i,
                                        double w) {
  for (size_t k = 0; k < 2; k++) {
    const struct lcm_counted *counted = &p->runs.counted[k];
    if (counted->grid == p->setup.grid && counted->i == i && counted->w == w)
      return counted;
  }
  return NULL;
}

/* Count executions at point "i" on "w" processors anew; return them. */
static const struct lcm_counted *count(struct lcm_predictor *p, size_t i,
                                       double w) {
  struct lcm_counted *counted = &p->runs.counted[p->runs.oldest];
  p->runs.oldest = !p->runs.oldest;
  if (!counted->visits)
    counted->visits =
        LCM_NEW_ARRAY(lcm_ctx_arena(p->setup.ctx), double, p->runs.n);
  forget(p);
  if (!fill_counts(counted->visits, p, i, w))
    (void)execute_counts(counted->visits, p, i, w);
  counted->grid = p->setup.grid;
  counted->i = i;
  counted->w = w;
  return counted;
}

void lcm_predictor_count(struct lcm_predictor *p, size_t i, double w) {
  if (!p->runs.n)
    return;
  const struct lcm_counted *known = recall(p, i, w);
  const struct lcm_counted *counted = known ? known : count(p, i, w);
  for (size_t k = 0; k < p->runs.n; k++)
    p->runs.at[k].visits = counted->visits[k];
}

lcm_status lcm_predictor_check_counts(struct lcm_predictor *p, size_t i) {
  const double w = lcm_setup_processors(&p->setup, i);
  double *both =
      LCM_NEW_ARRAY(lcm_ctx_arena(p->setup.ctx), double, 2 * p->runs.n);
  double *counts = both + p->runs.n;
  forget(p);
  if (!p->runs.counts || !fill_counts(both, p, i, w) ||
      !execute_counts(counts, p, i, w))
    return LCM_OK;
  for (size_t k = 0; k < p->runs.n; k++)
    if (!(fabs(both[k] - counts[k]) <= 1e-9 * counts[k])) {
      lcm_report(p->setup.ctx, LCM_DIAG_INVARIANT, p->runs.at[k].node->loc,
                 "at p = %g: the closed form of executions gives %.17g, not "
                 "%.17g",
                 w, both[k], counts[k]);
      return LCM_ECHECK;
    }
  return LCM_OK;
}

void lcm_predictor_begin_run(struct lcm_predictor *p, struct lcm_run *run,
                             const struct lcm_run_place *place) {
  lcm_predictor_count(p, place->i, place->w);
  begin(p, run, place);
}

void lcm_predictor_evaluate(struct lcm_chunk *c) {
  lcm_chunk_fill(c);
  for (size_t i = 0; c->has_runs && i < c->n; i++) {
    if (c->fits[i])
      lcm_predictor_count(c->p, c->first + i, lcm_chunk_processors(c, i));
    lcm_chunk_fill_runs(c, i);
  }
  lcm_chunk_run(c);
}
