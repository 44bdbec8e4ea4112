#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "composer/formula_internal.h"

static const size_t NONE = (size_t)-1;
enum { MAX_RECORDS = 100000 };

/* A prediction under way.
 * trial  bindings of coefficients that replace their values */
struct predicting {
  lcm_ctx *ctx;
  const lcm_program *program;
  const lcm_grid *grid;
  const struct lcm_predict_options *options;
  const lcm_machine *machine;
  const lcm_data *data;
  const lcm_function *entry;
  const char **cat_names;
  size_t n_cats;
  const lcm_coef *const *coefs;
  size_t n_coefs;
  struct lcm_traits_table *traits;
  lcm_prediction *out;
};

/* ---- records ----------------------------------------------------------- */

size_t lcm_record_open(struct lcm_run *run, const lcm_node *node) {
  if (!run->options->nodes || run->records.n >= MAX_RECORDS)
    return NONE;
  size_t at = NONE;
  const size_t first = run->parent == NONE ? 0 : run->parent + 1;
  for (size_t i = run->records.n; i-- > first && at == NONE;)
    if (run->records.at[i].node == node &&
        run->records.at[i].parent == run->parent)
      at = i;
  if (at == NONE) {
    const struct lcm_record record = {
        .path = run->path,
        .node = node,
        .function = run->function,
        .depth =
            run->parent == NONE ? 0 : run->records.at[run->parent].depth + 1,
        .parent = run->parent};
    LCM_LIST_ADD(lcm_ctx_arena(run->ctx), &run->records, record);
    at = run->records.n - 1;
  }
  run->parent = at;
  return at;
}

void lcm_record_close(struct lcm_run *run, size_t at,
                      const struct lcm_outcome *outcome, double w,
                      const char *provenance) {
  if (at == NONE)
    return;
  struct lcm_record *record = &run->records.at[at];
  record->visits += run->scale;
  record->time += outcome->time * run->scale;
  for (size_t c = 0; c < LCM_MAX_CATS; c++)
    record->cats[c] += outcome->cats[c] * run->scale;
  record->processors = w;
  record->provenance = provenance;
  run->parent = record->parent;
}

/* ---- the scope of a run ---------------------------------------------------
 */

/* Return whether "name" is bound in "run". */
static bool is_bound(const struct lcm_run *run, const char *name) {
  for (size_t i = 0; i < run->env.n; i++)
    if (!strcmp(run->env.at[i].name, name))
      return true;
  return false;
}

/* Bind the params that have a value, in an order that works. */
static void bind_params(struct predicting *p, struct lcm_run *run) {
  for (size_t round = 0; round <= p->program->n_params; round++)
    for (size_t i = 0; i < p->program->n_params; i++) {
      const lcm_param *param = &p->program->params[i];
      const lcm_expr *e = param->value ? param->value : param->tied;
      double value = 0;
      if (!is_bound(run, param->name) && lcm_run_derived(&value, run, e))
        lcm_run_bind(run, param->name, value);
    }
}

/* Bind the machine's names. */
static void bind_machine(struct predicting *p, struct lcm_run *run) {
  static const char *const NAMES[] = {"processors", "sockets"};
  for (size_t i = 0; i < 2; i++) {
    const char *name =
        lcm_arena_printf(lcm_ctx_arena(p->ctx), "machine.%s", NAMES[i]);
    lcm_run_bind(run, name, i ? p->machine->sockets : p->machine->processors);
  }
  for (size_t i = 0; i < p->machine->n_costs; i++) {
    double value = 0;
    if (lcm_run_derived(&value, run, p->machine->costs[i].expr))
      lcm_run_bind(run,
                   lcm_arena_printf(lcm_ctx_arena(p->ctx), "machine.%s",
                                    p->machine->costs[i].name),
                   value);
  }
  for (size_t i = 0; i < p->machine->n_levels; i++) {
    const struct lcm_level *level = &p->machine->levels[i];
    lcm_run_bind(run,
                 lcm_arena_printf(lcm_ctx_arena(p->ctx), "machine.%s.bandwidth",
                                  level->name),
                 level->core);
  }
}

/* Return the number of processors at point "i": p, or ranks times threads. */
static double processors_at(const struct predicting *p, size_t i) {
  double ranks = 1;
  for (size_t j = 0; j < p->grid->n_names; j++) {
    const double value = p->grid->columns[j][i];
    if (!strcmp(p->grid->names[j], "p"))
      return value;
    if (!strcmp(p->grid->names[j], "ranks") ||
        !strcmp(p->grid->names[j], "threads"))
      ranks *= value;
  }
  return ranks;
}

/* Make "run" ready for point "i" on "w" processors, with coefficient "coef"
 * (or NULL) at "value". */
static void prepare(struct predicting *p, struct lcm_run *run, size_t i,
                    double w, const lcm_coef *coef, double value) {
  *run = (struct lcm_run){.ctx = p->ctx,
                          .program = p->program,
                          .machine = p->machine,
                          .options = p->options,
                          .data = p->data,
                          .n_cats = p->n_cats,
                          .cat_names = p->cat_names,
                          .function = p->entry,
                          .path = "",
                          .parent = NONE,
                          .scale = 1,
                          .traits = p->traits};
  if (coef)
    lcm_run_bind(run, coef->name, value);
  for (size_t j = 0; j < p->grid->n_names; j++)
    if (strcmp(p->grid->names[j], "p") != 0)
      lcm_run_bind(run, p->grid->names[j], p->grid->columns[j][i]);
  lcm_run_bind(run, "procs", w);
  lcm_run_bind(run, "p", w);
  bind_params(p, run);
  bind_machine(p, run);
  run->globals = run->env.n;
}

/* Execute the program at point "i" into "*out". */
static lcm_status execute(struct lcm_outcome *out, struct predicting *p,
                          struct lcm_run *run, size_t i, double w,
                          const lcm_coef *coef, double value) {
  prepare(p, run, i, w, coef, value);
  *out = lcm_run_serial(run, p->entry->body, w);
  p->traits = run->traits;
  return run->status;
}

/* ---- one point ------------------------------------------------------------
 */

/* Put the gradient of the time at point "i" by the coefficients into
 * "gradient". */
static lcm_status differentiate(double *gradient, struct predicting *p,
                                size_t i, double w) {
  struct lcm_predict_options plain = *p->options;
  const struct lcm_predict_options *const options = p->options;
  lcm_status status = LCM_OK;
  plain.nodes = false;
  p->options = &plain;
  for (size_t k = 0; k < p->n_coefs && !status; k++) {
    const lcm_coef *coef = p->coefs[k];
    double step = coef->half_width / 8;
    if (step > fabs(coef->value) / 2 && coef->value != 0)
      step = fabs(coef->value) / 8;
    gradient[k] = 0;
    if (step <= 0)
      continue;
    double ends[2] = {0, 0};
    for (int side = 0; side < 2 && !status; side++) {
      struct lcm_outcome out;
      struct lcm_run run;
      status = execute(&out, p, &run, i, w, coef,
                       coef->value + (2 * side - 1) * step);
      ends[side] = out.time;
    }
    gradient[k] = (ends[1] - ends[0]) / (2 * step);
  }
  p->options = options;
  return status;
}

/* Copy the records of "run" to the occurrences of "point". */
static void copy_records(struct predicting *p, lcm_point *point,
                         struct lcm_run *run) {
  lcm_arena *arena = lcm_ctx_arena(p->ctx);
  const size_t n = run->records.n;
  lcm_occurrence *all = LCM_NEW_ARRAY(arena, lcm_occurrence, n + 1);
  const char **critical = LCM_NEW_ARRAY(arena, const char *, n + 1);
  for (size_t i = 0; i < n; i++) {
    const struct lcm_record *r = &run->records.at[i];
    const struct lcm_record *above =
        r->parent == NONE ? NULL : &run->records.at[r->parent];
    double *cats = LCM_NEW_ARRAY(arena, double, p->n_cats + 1);
    memcpy(cats, r->cats, p->n_cats * sizeof *cats);
    all[i] = (lcm_occurrence){
        .id = lcm_arena_printf(arena, "%s%s/%u", r->path, r->function->key,
                               r->node->id),
        .node = r->node,
        .function = r->function,
        .depth = r->depth,
        .visits = r->visits,
        .time = r->time,
        .cats = cats,
        .processors = r->processors,
        .share = point->time > 0 ? r->time / point->time : 0,
        .critical = !above || (all[r->parent].critical &&
                               (!above->slowest || above->slowest == r->node)),
        .provenance = r->provenance ? r->provenance : "composed"};
    if (all[i].critical && r->time > 0)
      critical[point->n_critical++] = all[i].id;
  }
  point->occurrences = all;
  point->n_occurrences = n;
  point->critical = critical;
}

/* Check what every prediction must satisfy. */
static lcm_status check(struct predicting *p, const lcm_point *point) {
  return lcm_point_check(p->ctx, point, p->entry->loc,
                         p->options->thesis_li ? 0 : p->n_cats);
}

/* Set the bound of "point": the span, the work over p, the longest demand. */
static void set_bound(lcm_point *point, const struct lcm_run *run) {
  point->bound = fmax(point->span, point->work / point->p);
  point->binding =
      point->work / point->p > point->span * (1 + 1e-12) ? "processors" : NULL;
  for (size_t i = 0; i < run->demands.n; i++)
    if (run->demands.at[i].time > point->bound * (1 + 1e-12)) {
      point->bound = run->demands.at[i].time;
      point->binding = run->demands.at[i].name;
    }
}

/* Set the interval of "point" from its gradient. */
static lcm_status set_interval(struct predicting *p, lcm_point *point,
                               size_t i) {
  double *gradient =
      LCM_NEW_ARRAY(lcm_ctx_arena(p->ctx), double, p->n_coefs + 1);
  const lcm_status status = differentiate(gradient, p, i, point->p);
  const double width =
      lcm_coef_half_width(p->ctx, p->coefs, gradient, p->n_coefs);
  point->gradient = p->n_coefs ? gradient : NULL;
  point->low = point->time - width;
  point->high = point->time + width;
  return status;
}

/* Predict point "i" into "*point". */
static lcm_status predict_point(struct predicting *p, lcm_point *point,
                                size_t i) {
  struct lcm_run run;
  struct lcm_run single;
  struct lcm_outcome out;
  struct lcm_outcome alone;
  const double w = processors_at(p, i);
  if (!(w >= 1) || !isfinite(w)) {
    lcm_report(p->ctx, LCM_DIAG_DOMAIN, (lcm_loc){0},
               "p = %g: the number of processors must be at least 1", w);
    return LCM_EDOMAIN;
  }
  lcm_status status = execute(&out, p, &run, i, w, NULL, 0);
  if (status)
    return status;
  double *cats = LCM_NEW_ARRAY(lcm_ctx_arena(p->ctx), double, p->n_cats + 1);
  memcpy(cats, out.cats, p->n_cats * sizeof *cats);
  *point = (lcm_point){.p = w, .time = out.time, .cats = cats};
  point->work = cats[LCM_CAT_PC] + cats[LCM_CAT_UNSPLIT];
  copy_records(p, point, &run);
  if (!p->out->unknown) {
    p->out->unknown = run.unknown.at;
    p->out->n_unknown = run.unknown.n;
    p->out->assumptions = run.assumptions.at;
    p->out->n_assumptions = run.assumptions.n;
  }
  run.env.n = run.globals;
  run.unlimited = true;
  point->span = fmin(lcm_run_span(&run, p->entry->body, w), point->time);
  struct lcm_predict_options plain = *p->options;
  const struct lcm_predict_options *const options = p->options;
  plain.nodes = false;
  p->options = &plain;
  alone = out;
  status = w == 1 ? LCM_OK : execute(&alone, p, &single, i, 1, NULL, 0);
  p->options = options;
  if (status)
    return status;
  point->time1 = alone.time;
  point->speedup = point->time > 0 ? alone.time / point->time : NAN;
  point->efficiency = point->speedup / w;
  set_bound(point, &run);
  return set_interval(p, point, i);
}

/* ---- closed form ------------------------------------------------------------
 */

/* Return whether the closed form holds at point "i": where whole values were
 * assumed there are whole ones. */
static bool formula_holds(const struct predicting *p, size_t i) {
  for (size_t j = 0; j < p->grid->n_names; j++) {
    const char *name = p->grid->names[j];
    const double value = p->grid->columns[j][i];
    bool whole = !strcmp(name, "p");
    for (size_t k = 0; k < p->program->n_params; k++)
      whole = whole || (p->program->params[k].name == name &&
                        p->program->params[k].value &&
                        lcm_param_is_whole(&p->program->params[k]));
    if (whole && value != floor(value))
      return false;
  }
  return true;
}

/* Build the closed form of the program, if it has one. */
static void build_formula(struct predicting *p) {
  struct lcm_run traits = {.ctx = p->ctx, .program = p->program};
  struct lcm_formula f = {.ctx = p->ctx,
                          .program = p->program,
                          .machine = p->machine,
                          .data = p->data,
                          .n_cats = p->n_cats,
                          .cat_names = p->cat_names,
                          .traits = &traits};
  struct lcm_closed closed;
  if (!lcm_formula_build(&closed, &f, p->grid)) {
    p->out->no_formula = f.reason;
    p->out->no_formula_at = f.at ? f.at->loc : (lcm_loc){0};
    return;
  }
  const lcm_expr **cats =
      LCM_NEW_ARRAY(lcm_ctx_arena(p->ctx), const lcm_expr *, p->n_cats + 1);
  for (size_t c = 0; c < p->n_cats; c++)
    cats[c] = closed.cats[c] ? closed.cats[c] : lcm_expr_int(p->ctx, 0);
  p->out->formula = closed.time;
  if (!p->options->thesis_li && !p->options->thesis_barrier)
    p->out->cat_formulas = cats;
}

/* Check that the closed form gives what was computed at point "i". */
static lcm_status check_formula(struct predicting *p, const lcm_point *point,
                                size_t i) {
  struct lcm_run run;
  double value = 0;
  if (!p->out->formula || !formula_holds(p, i))
    return LCM_OK;
  prepare(p, &run, i, point->p, NULL, 0);
  for (size_t c = p->out->cat_formulas ? 0 : p->n_cats; c <= p->n_cats; c++) {
    const bool time = c == p->n_cats;
    const lcm_expr *e = time ? p->out->formula : p->out->cat_formulas[c];
    const double want = time ? point->time : point->cats[c];
    if (!lcm_expr_eval(&value, e, run.env.at, run.env.n) &&
        fabs(value - want) <= 1e-9 * fmax(point->time * point->p, 1e-300))
      continue;
    lcm_report(p->ctx, LCM_DIAG_INVARIANT, p->entry->loc,
               "at p = %g: the closed form of %s gives %.17g, not %.17g",
               point->p, time ? "the time" : p->cat_names[c], value, want);
    return LCM_ECHECK;
  }
  return LCM_OK;
}

/* ---- the program -----------------------------------------------------------
 */

/* Collect the expressions of the models of a program. */
struct collecting {
  lcm_ctx *ctx;
  LCM_LIST(const lcm_expr *) exprs;
};

/* Add the models of "node" that have coefficients. */
static lcm_status collect(const lcm_node *node, void *user) {
  struct collecting *c = user;
  for (size_t i = 0; i < node->n_models; i++)
    LCM_LIST_ADD(lcm_ctx_arena(c->ctx), &c->exprs, node->models[i].expr);
  return LCM_OK;
}

/* Order coefficients by name. */
static int coef_order(const void *a, const void *b) {
  return strcmp((*(const lcm_coef *const *)a)->name,
                (*(const lcm_coef *const *)b)->name);
}

/* Find the uncertain coefficients that the models of the program mention. */
static void find_coefs(struct predicting *p) {
  struct collecting c = {.ctx = p->ctx};
  LCM_LIST(const lcm_coef *) found = {0};
  for (size_t i = 0; i < p->program->n_functions; i++)
    if (p->program->functions[i].body &&
        lcm_node_foreach(p->program->functions[i].body, collect, &c))
      return;
  for (size_t i = 0; i < c.exprs.n; i++) {
    const lcm_coef *const *own = NULL;
    const size_t n =
        c.exprs.at[i] ? lcm_expr_coefs(&own, p->ctx, c.exprs.at[i]) : 0;
    for (size_t k = 0; k < n; k++) {
      bool known = false;
      for (size_t j = 0; j < found.n && !known; j++)
        known = found.at[j] == own[k];
      if (!known)
        LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &found, own[k]);
    }
  }
  if (found.n)
    qsort(found.at, found.n, sizeof *found.at, coef_order);
  p->coefs = found.at;
  p->n_coefs = found.n;
}

/* Record the covariances that the program declares. */
static lcm_status declare_covariances(struct predicting *p) {
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < p->program->n_covariances && !status; i++) {
    const struct lcm_covariance *c = &p->program->covariances[i];
    lcm_expr_at(p->ctx, c->loc);
    status = c->correlation ? lcm_coef_correlate(p->ctx, c->a, c->b, c->value)
                            : lcm_coef_covary(p->ctx, c->a, c->b, c->value);
  }
  return status;
}

/* Set the names of the categories: the built-in ones, then the user's. */
static void name_categories(struct predicting *p) {
  p->cat_names =
      LCM_NEW_ARRAY(lcm_ctx_arena(p->ctx), const char *, LCM_MAX_CATS);
  for (int c = 0; c < LCM_CAT_USER; c++)
    p->cat_names[p->n_cats++] = lcm_cat_name((lcm_cat)c);
  for (size_t i = 0; i < p->program->n_categories; i++)
    if (p->n_cats < LCM_MAX_CATS)
      p->cat_names[p->n_cats++] = p->program->categories[i].name;
}

/* Return whether any movement would cost something. */
static bool movement_costs(const lcm_machine *machine) {
  const struct lcm_cost *cost = lcm_machine_cost(machine, "transfer");
  return cost && !lcm_expr_is_int(cost->expr, 0);
}

lcm_status lcm_predict(const lcm_prediction **out, lcm_ctx *ctx,
                       const lcm_program *program, const lcm_grid *grid,
                       const struct lcm_predict_options *options) {
  struct predicting p = {
      .ctx = ctx, .program = program, .grid = grid, .options = options};
  lcm_arena *arena = lcm_ctx_arena(ctx);
  p.entry =
      program->entry ? lcm_program_function(program, program->entry) : NULL;
  if (!p.entry || !p.entry->body) {
    lcm_report(ctx, LCM_DIAG_ENTRY, (lcm_loc){0},
               "there is no function where the run begins");
    return LCM_EUSAGE;
  }
  p.machine = options->machine ? options->machine : lcm_machine_default(ctx);
  p.out = LCM_NEW(arena, lcm_prediction);
  name_categories(&p);
  find_coefs(&p);
  lcm_status status = declare_covariances(&p);
  if (!status && movement_costs(p.machine))
    status = lcm_data_trace(&p.data, ctx, program);
  const bool checks = options->check || lcm_ctx_options(ctx)->check;
  if (!status && (options->formula || checks))
    build_formula(&p);
  lcm_point *points = LCM_NEW_ARRAY(arena, lcm_point, grid->n_points + 1);
  for (size_t i = 0; i < grid->n_points && !status; i++) {
    status = predict_point(&p, &points[i], i);
    if (!status && checks)
      status = check(&p, &points[i]);
    if (!status && checks)
      status = check_formula(&p, &points[i], i);
  }
  if (status)
    return status;
  p.out->grid = grid;
  p.out->points = points;
  p.out->cat_names = p.cat_names;
  p.out->n_cats = p.n_cats;
  p.out->coefs = p.coefs;
  p.out->n_coefs = p.n_coefs;
  *out = p.out;
  return LCM_OK;
}
