/* Predicts a program again and again: what is found out of it before, and all
 * points of a grid. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "composer/formula/formula.h"
#include "composer/predict/endless.h"
#include "composer/predict/engine.h"
#include "composer/predict/fill.h"
#include "composer/predict/flat.h"
#include "composer/predict/form.h"
#include "composer/predict/model.h"
#include "composer/predict/movement/added.h"
#include "composer/predict/movement/unmoved.h"
#include "composer/predict/parts.h"
#include "composer/predict/predictor.h"
#include "composer/predict/reach.h"
#include "composer/predict/recurrence.h"
#include "composer/predict/runs.h"
#include "composer/predict/slopes.h"
#include "composer/predict/started/started.h"
#include "composer/predict/traffic.h"
#include "composer/trace/trace.h"
#include "model/measurement/measurement.h"
#include "model/structure/structure.h"

/* Collect the models of a program. */
struct collecting {
  lcm_ctx *ctx;
  LCM_LIST(const lcm_model *) models;
};

/* Add the models of "node". */
static lcm_status collect(const lcm_node *node, void *user) {
  struct collecting *c = user;
  for (size_t i = 0; i < node->n_models; i++)
    LCM_LIST_ADD(lcm_ctx_arena(c->ctx), &c->models, &node->models[i]);
  return LCM_OK;
}

/* Order coefficients by name. */
static int coef_order(const void *a, const void *b) {
  return strcmp((*(const lcm_coef *const *)a)->name,
                (*(const lcm_coef *const *)b)->name);
}

/* Find the uncertain coefficients that the models of the program mention. */
static void find_coefs(struct lcm_predictor *p) {
  struct collecting c = {.ctx = p->setup.ctx};
  LCM_LIST(const lcm_coef *) found = {0};
  for (size_t i = 0; i < p->setup.program->n_functions; i++)
    if (p->setup.program->functions[i].body &&
        lcm_node_foreach(p->setup.program->functions[i].body, collect, &c))
      return;
  for (size_t i = 0; i < c.models.n; i++) {
    const lcm_model *model = c.models.at[i];
    const lcm_coef *const *own = NULL;
    const size_t n =
        model->expr ? lcm_expr_coefs(&own, p->setup.ctx, model->expr) : 0;
    const double share = lcm_source_percent(model->source, "common") / 100;
    for (size_t k = 0; k < n; k++) {
      bool known = false;
      lcm_coef_share(p->setup.ctx, own[k], share);
      for (size_t j = 0; j < found.n && !known; j++)
        known = found.at[j] == own[k];
      if (!known)
        LCM_LIST_ADD(lcm_ctx_arena(p->setup.ctx), &found, own[k]);
    }
  }
  if (found.n)
    qsort(found.at, found.n, sizeof *found.at, coef_order);
  p->setup.coefs = found.at;
  p->setup.n_coefs = found.n;
}

/* Record the covariances that the program declares. */
static lcm_status declare_covariances(struct lcm_predictor *p) {
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < p->setup.program->n_covariances && !status; i++) {
    const struct lcm_covariance *c = &p->setup.program->covariances[i];
    lcm_expr_at(p->setup.ctx, c->loc);
    status = c->correlation
                 ? lcm_coef_correlate(p->setup.ctx, c->a, c->b, c->value)
                 : lcm_coef_covary(p->setup.ctx, c->a, c->b, c->value);
  }
  return status;
}

/* Return whether the grid of "p" gives "name" a value. */
static bool is_given(const struct lcm_predictor *p, const char *name) {
  const lcm_grid *grid = p->setup.grid;
  for (size_t j = 0; j < grid->n_names; j++)
    if (!strcmp(grid->names[j], name))
      return true;
  return false;
}

/* Return whether a loop in "noted" counts as run once for want of what
 * "unknown" lacks, too. */
static bool is_of_loop(const struct lcm_noted *noted,
                       const struct lcm_unknown *unknown) {
  for (size_t i = 0; i < noted->unknown.n; i++)
    if (lcm_unknown_is_loop(&noted->unknown.at[i]) &&
        noted->unknown.at[i].name == unknown->name)
      return true;
  return false;
}

/* Count what is not known, by what counts for it, in "basis". */
static void count_unknown(struct lcm_basis *basis,
                          const struct lcm_noted *noted) {
  for (size_t i = 0; i < noted->unknown.n; i++) {
    const struct lcm_unknown *unknown = &noted->unknown.at[i];
    const bool loop =
        lcm_unknown_is_loop(unknown) || lcm_unknown_is_recursion(unknown);
    const bool guess = lcm_unknown_is_guess(unknown);
    basis->once += loop;
    basis->levels += lcm_unknown_is_recursion(unknown);
    basis->guessed += guess;
    basis->without_cost += !loop && !guess;
    basis->sizes += lcm_unknown_is_size(unknown) && !is_of_loop(noted, unknown);
  }
}

/* Return how many processors the machine of "p" has, where the grid has more,
 * and levels of memory that they share; else 0. */
static double measured_processors(const struct lcm_predictor *p) {
  const lcm_machine *machine = p->setup.options->machine;
  double most = 0;
  bool shared = false;
  for (size_t i = 0; machine && i < machine->n_levels; i++)
    shared = shared || lcm_level_is_shared(&machine->levels[i]);
  for (size_t i = 0; i < p->setup.grid->n_points; i++)
    most = fmax(most, lcm_grid_processors(p->setup.grid, i));
  return shared && machine->processors > 0 && most > machine->processors
             ? machine->processors
             : 0;
}

/* Return the value that "param" has by default: of a variable at file scope
 * that was found also the one that it holds all the time.  NULL for none. */
static const lcm_expr *default_of(const lcm_param *param) {
  const bool holds = param->found && !strchr(param->name, '.');
  return param->value || !holds ? param->value : param->tied;
}

/* Return what the times of "p" are true of. */
static struct lcm_basis basis_of(struct lcm_predictor *p) {
  const lcm_program *program = p->setup.program;
  const lcm_machine *machine = p->setup.options->machine;
  if (!p->setup.facts)
    p->setup.facts = lcm_facts_new(p->setup.ctx, program, p->setup.data);
  const struct lcm_traits *traits =
      lcm_facts_traits(p->setup.facts, p->setup.entry->body);
  lcm_binding *defaults = LCM_NEW_ARRAY(lcm_ctx_arena(p->setup.ctx),
                                        lcm_binding, program->n_params + 1);
  struct lcm_basis basis = {.told = true,
                            .machine = machine ? machine->name : NULL,
                            .no_machine = p->setup.options->no_machine,
                            .measured = measured_processors(p),
                            .nominal = !machine && traits->counted &&
                                       !traits->modelled,
                            .teams = traits->teams || traits->messages,
                            .defaults = defaults,
                            .guessed = p->noted.guesses.n};
  count_unknown(&basis, &p->noted);
  for (size_t i = 0; i < p->noted.assumptions.n; i++)
    basis.rounds += lcm_assumes_rounds(p->noted.assumptions.at[i]);
  for (size_t i = 0; i < program->n_params; i++) {
    const lcm_param *param = &program->params[i];
    const lcm_param *alias = lcm_param_alias(program, param->name);
    double value = 0;
    const lcm_expr *e = default_of(param);
    if (alias && is_given(p, alias->name))
      continue;
    if (e && lcm_expr_is_number(e, &value) && !is_given(p, param->name) &&
        lcm_program_uses(program, param->name))
      defaults[basis.n_defaults++] = (lcm_binding){param->name, value};
  }
  return basis;
}

/* Return what the categories of the user mean. */
static const char *const *user_titles(const struct lcm_predictor *p) {
  const size_t n = p->setup.n_cats - LCM_CAT_USER;
  const char **titles =
      LCM_NEW_ARRAY(lcm_ctx_arena(p->setup.ctx), const char *, n + 1);
  for (size_t i = 0; i < n; i++)
    titles[i] = p->setup.program->categories[i].description;
  return titles;
}

/* Say that what moves is not all known. */
static void warn_cut(const struct lcm_predictor *p) {
  const lcm_program *program = p->setup.program;
  const lcm_function *entry = lcm_program_function(program, program->entry);
  lcm_report(p->setup.ctx, LCM_DIAG_MOVES_CUT,
             entry ? entry->loc : (lcm_loc){0},
             "the program touches its data in too many places: what moves "
             "between processors in the last of them is not in the times");
}

/* Find what a prediction by "methods" needs beside that. */
static lcm_status complete(struct lcm_predictor *p, unsigned methods) {
  const struct lcm_predict_options *options = p->setup.options;
  find_coefs(p);
  lcm_status status = declare_covariances(p);
  const bool composes = methods & LCM_METHOD_COMPOSE;
  if (!status && composes && lcm_machine_moves(p->setup.machine))
    status = lcm_data_trace(&p->setup.data, p->setup.ctx, p->setup.program);
  if (!status && p->setup.data && p->setup.data->is_cut)
    warn_cut(p);
  if (!status && composes && (options->formula || !options->interpret))
    lcm_predictor_form(p);
  return status;
}

lcm_status lcm_predictor_new(struct lcm_predictor **out, lcm_ctx *ctx,
                             const lcm_program *program, const lcm_grid *grid,
                             const struct lcm_predict_options *options) {
  struct lcm_predictor *p = LCM_NEW(lcm_ctx_arena(ctx), struct lcm_predictor);
  struct lcm_recursions recursions = {.any = true};
  program = options->parts ? program : lcm_program_whole(ctx, program);
  program = lcm_program_flat(ctx, program);
  program = lcm_program_started(ctx, program);
  if (!options->ends)
    program =
        lcm_program_end_recursions(&recursions, ctx, program, grid, options);
  *p = (struct lcm_predictor){.setup = {.ctx = ctx,
                                        .program = program,
                                        .grid = grid,
                                        .options = options,
                                        .machine = options->machine},
                              .plain = *options,
                              .recursions = recursions,
                              .checks = options->check ||
                                        lcm_ctx_options(ctx)->check};
  p->plain.nodes = false;
  program = lcm_program_unmoved(ctx, program, options->machine);
  p->setup.program = lcm_program_with_crossings(ctx, program, options->machine);
  lcm_predictor_split(p);
  lcm_setup_begin(&p->setup);
  *out = p;
  if (p->setup.entry && p->setup.entry->body)
    return complete(p, lcm_predictor_methods(p));
  lcm_report(ctx, LCM_DIAG_ENTRY, (lcm_loc){0},
             "there is no function where the run begins");
  return LCM_EUSAGE;
}

/* Points being predicted. */
struct points {
  struct lcm_predictor *p;
  lcm_point *at;
  bool *holds; /* where the closed form gave the point */
  size_t n;
  size_t next; /* number of the next point */
};

/* Return whether the engine has to execute point "i" as well. */
static bool needs_engine(const struct points *all, size_t i) {
  const struct lcm_predictor *p = all->p;
  const struct lcm_closed_form *form = p->form;
  const bool sample = !i || i == all->n / 2 || i + 1 == all->n;
  return !all->holds[i] || sample || p->setup.options->nodes || p->checks ||
         !form->span || form->n_unknown != p->noted.unknown.n ||
         form->n_assumes != p->noted.assumptions.n;
}

/* Put what only the engine knows of a point into "point", which the closed form
 * gave. */
static void join(lcm_point *point, const lcm_point *engine, bool span) {
  point->occurrences = engine->occurrences;
  point->n_occurrences = engine->n_occurrences;
  point->critical = engine->critical;
  point->n_critical = engine->n_critical;
  if (span)
    return;
  point->span = engine->span;
  point->bound = engine->bound;
  point->binding = engine->binding;
}

/* Begin anew without the closed form, which the engine contradicts. */
static void distrust(struct points *all) {
  all->p->form = NULL;
  all->p->runs.counts = NULL;
  all->p->formulas.time = NULL;
  all->p->formulas.cats = NULL;
  all->p->formulas.reason =
      "what executing it comes to is not what was derived";
  memset(all->p->runs.counted, 0, sizeof all->p->runs.counted);
  memset(all->holds, 0, all->n * sizeof *all->holds);
  all->next = 0;
}

/* Check how often nodes are executed at point "i" by executing the program. */
static lcm_status check_counts(struct lcm_predictor *p, size_t i) {
  const bool muted = lcm_ctx_mute(p->setup.ctx, !p->checks);
  const lcm_status status = lcm_predictor_check_counts(p, i);
  (void)lcm_ctx_mute(p->setup.ctx, muted);
  return status;
}

/* Predict the next point of "all". */
static lcm_status predict_next(struct points *all) {
  struct lcm_predictor *p = all->p;
  const size_t i = all->next++;
  lcm_point *point = &all->at[i];
  lcm_point engine;
  if (!needs_engine(all, i))
    return LCM_OK;
  p->noted.closed = all->holds[i] && !p->setup.options->nodes;
  lcm_status status = check_counts(p, i);
  if (status == LCM_ESTOPPED)
    return status;
  if (status && !p->checks) {
    distrust(all);
    return LCM_OK;
  }
  p->slopes = NULL;
  if (!all->holds[i])
    lcm_predictor_slopes(p);
  if (!status)
    status = lcm_predictor_point(p, &engine, i);
  if (status)
    return status;
  if (!all->holds[i]) {
    *point = engine;
    return lcm_predictor_interval(p, point, i);
  }
  const bool muted = lcm_ctx_mute(p->setup.ctx, !p->checks);
  if (!p->estimated)
    status = lcm_predictor_check(p, point, &engine);
  (void)lcm_ctx_mute(p->setup.ctx, muted);
  if (status && p->checks)
    return status;
  if (status)
    distrust(all);
  else
    join(point, &engine, p->form->span != NULL);
  return LCM_OK;
}

/* The prediction of the grid of "p" was stopped after the first "done" points:
 * they are the answer so far; LCM_ESTOPPED where there are none. */
static lcm_status end_early(struct lcm_predictor *p, size_t done) {
  const lcm_grid *whole = p->setup.grid;
  const lcm_grid *first = lcm_grid_first(p->setup.ctx, whole, done);
  if (!first)
    return LCM_ESTOPPED;
  lcm_ctx_end(p->setup.ctx, "%zu of %zu points", first->n_points,
              whole->n_points);
  p->setup.grid = first;
  return LCM_OK;
}

/* Predict the points of the grid of "p" into "points"; where that is stopped,
 * its grid becomes that of those that were predicted. */
static lcm_status predict_points(struct lcm_predictor *p, lcm_point *points) {
  const size_t n = p->setup.grid->n_points;
  struct points all = {.p = p, .at = points, .n = n};
  lcm_status status = LCM_OK;
  all.holds = LCM_NEW_ARRAY(lcm_ctx_arena(p->setup.ctx), bool, n + 1);
  lcm_predictor_fill(p, points, all.holds);
  while (all.next < n && !status) {
    const size_t done = all.next;
    status = predict_next(&all);
    if (lcm_ctx_is_stopped(p->setup.ctx))
      return end_early(p, done);
    lcm_ctx_tell(p->setup.ctx, "points", all.next, n);
  }
  for (size_t i = 0; i < n && p->checks && !status; i++)
    status = lcm_point_check(p->setup.ctx, &points[i], p->setup.entry->loc,
                             p->setup.options->thesis_li ? 0 : p->setup.n_cats);
  return status;
}

/* Return what the times of the points of "p" are. */
static const char *method_name(const struct lcm_predictor *p) {
  switch (lcm_predictor_method(p)) {
  case LCM_METHOD_BOUND:
    return "bound";
  case LCM_METHOD_SIMULATE:
    return "simulation";
  case LCM_METHOD_COMPOSE:
    break;
  }
  return "composition";
}

/* Note what is not known of the program of "p", whose times come from
 * elsewhere, as executing its last point shows it. */
static void note_all(struct lcm_predictor *p) {
  lcm_point point;
  const bool muted = lcm_ctx_mute(p->setup.ctx, true);
  (void)!lcm_predictor_point(p, &point, p->setup.grid->n_points - 1);
  (void)lcm_ctx_mute(p->setup.ctx, muted);
}

/* Put the time on one processor and the total overhead in closed form into
 * "out", unless one processor does not do what those of its points do. */
static void close_overhead(lcm_prediction *out, struct lcm_predictor *p) {
  lcm_ctx *ctx = p->setup.ctx;
  for (size_t i = 0; i < out->grid->n_points; i++)
    if (isnan(out->points[i].time1))
      return;
  const bool muted = lcm_ctx_mute(ctx, true);
  lcm_ctx_refill(ctx);
  out->alone_formula = lcm_formula_alone(ctx, out->formula);
  if (out->alone_formula)
    out->overhead_formula =
        lcm_formula_overhead(ctx, out->formula, out->alone_formula);
  lcm_ctx_refill(ctx);
  (void)lcm_ctx_mute(ctx, muted);
}

/* Put the prediction at all points of the grid of "p" into "*out". */
static lcm_status predict(const lcm_prediction **out, struct lcm_predictor *p) {
  lcm_arena *arena = lcm_ctx_arena(p->setup.ctx);
  lcm_point *points =
      LCM_NEW_ARRAY(arena, lcm_point, p->setup.grid->n_points + 1);
  const unsigned methods = lcm_predictor_methods(p);
  const bool composes = methods & LCM_METHOD_COMPOSE;
  lcm_status status = composes ? predict_points(p, points) : LCM_OK;
  (void)lcm_ctx_persist(p->setup.ctx, true);
  if (!status)
    status = lcm_predictor_add(p, points, methods);
  if (status)
    return status;
  if (!composes && !p->setup.program->is_model)
    note_all(p);
  lcm_prediction *prediction = LCM_NEW(arena, lcm_prediction);
  *prediction =
      (lcm_prediction){.is_model = p->setup.program->is_model,
                       .bare = !composes || p->setup.program->is_model,
                       .unit = p->setup.program->unit,
                       .method = method_name(p),
                       .grid = p->setup.grid,
                       .points = points,
                       .cat_names = p->setup.cat_names,
                       .user_titles = user_titles(p),
                       .n_cats = p->setup.n_cats,
                       .coefs = p->setup.coefs,
                       .n_coefs = p->setup.n_coefs,
                       .unknown = p->noted.unknown.at,
                       .n_unknown = p->noted.unknown.n,
                       .assumptions = p->noted.assumptions.at,
                       .n_assumptions = p->noted.assumptions.n,
                       .premises = p->setup.program->premises,
                       .n_premises = p->setup.program->n_premises,
                       .races = p->setup.program->races,
                       .n_races = p->setup.program->n_races};
  if (!p->setup.program->is_model)
    prediction->basis = basis_of(p);
  if (composes && !p->setup.program->is_model) {
    lcm_reach_find(&prediction->basis, p, points);
    lcm_reach_widen(points, p, &prediction->basis);
  }
  if (composes)
    prediction->n_patterns = lcm_predictor_patterns(&prediction->patterns, p);
  if (composes && (p->setup.options->formula || p->setup.options->recurrences))
    prediction->n_recurrences =
        lcm_setup_recurrences(&prediction->recurrences, &p->setup);
  if (p->setup.options->formula && !composes)
    lcm_predictor_model_form(p, prediction);
  else if (p->setup.options->formula) {
    prediction->formula = p->formulas.time;
    if (p->formulas.time) {
      prediction->formula_cost =
          lcm_formula_cost(p->setup.ctx, p->formulas.time);
      close_overhead(prediction, p);
    }
    prediction->cat_formulas = p->formulas.cats;
    prediction->no_formula = p->formulas.reason;
    prediction->no_formula_at = p->formulas.reason_at;
    if (p->setup.options->part_forms)
      lcm_predictor_parts(prediction, p);
  }
  *out = prediction;
  return LCM_OK;
}

lcm_status lcm_predictor_run(const lcm_prediction **out,
                             struct lcm_predictor *p, const lcm_grid *grid) {
  const lcm_grid *const own = p->setup.grid;
  const bool persisted = lcm_ctx_persist(p->setup.ctx, false);
  p->setup.grid = grid;
  const lcm_status status = predict(out, p);
  p->setup.grid = own;
  (void)lcm_ctx_persist(p->setup.ctx, persisted);
  return status;
}

const struct lcm_setup *lcm_predictor_setup(const struct lcm_predictor *p) {
  return &p->setup;
}

const struct lcm_closed_form *
lcm_predictor_closed_form(const struct lcm_predictor *p) {
  return p->form;
}

const lcm_expr *lcm_predictor_formula(const struct lcm_predictor *p) {
  return p->formulas.time;
}

size_t lcm_predictor_executions(const struct lcm_predictor *p) {
  return p->executions;
}

bool lcm_predictor_is_of_point(const struct lcm_predictor *p) {
  return p->recursions.any;
}
