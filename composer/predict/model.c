/* Bounds and simulation of a program at its points. */
#include <math.h>
#include <string.h>

#include "composer/predict/internal.h"
#include "composer/predict/model.h"
#include "composer/predict/runs.h"
#include "composer/simulate/simulate.h"

unsigned lcm_predictor_methods(const struct lcm_predictor *p) {
  const unsigned asked = p->setup.options->methods;
  if (asked)
    return asked;
  return p->setup.program->is_model ? LCM_METHOD_BOUND : LCM_METHOD_COMPOSE;
}

enum lcm_method lcm_predictor_method(const struct lcm_predictor *p) {
  const unsigned methods = lcm_predictor_methods(p);
  const bool composed = methods & LCM_METHOD_COMPOSE;
  if (methods & LCM_METHOD_SIMULATE &&
      (!composed || p->setup.program->is_model))
    return LCM_METHOD_SIMULATE;
  return composed ? LCM_METHOD_COMPOSE : LCM_METHOD_BOUND;
}

/* Put the values of all names at point "i" into "*env" (memory of the context);
 * a program has "p" as well.  Return how many. */
static size_t values_at(const struct lcm_predictor *p, lcm_binding **env,
                        size_t i) {
  const lcm_grid *grid = p->setup.grid;
  bool has_p = p->setup.program->is_model;
  *env = LCM_NEW_ARRAY(lcm_ctx_arena(p->setup.ctx), lcm_binding,
                       grid->n_names + 1);
  for (size_t j = 0; j < grid->n_names; j++) {
    (*env)[j] = (lcm_binding){grid->names[j], grid->columns[j][i]};
    has_p = has_p || !strcmp(grid->names[j], "p");
  }
  if (!has_p)
    (*env)[grid->n_names] = (lcm_binding){lcm_intern(p->setup.ctx, "p"),
                                          lcm_setup_processors(&p->setup, i)};
  return grid->n_names + !has_p;
}

/* ---- bounds ---------------------------------------------------------------
 */

/* Return the analysis of the program of "p" on its machine, begun when first
 * asked for; NULL where it cannot be. */
static lcm_bound *analysis(struct lcm_predictor *p) {
  const unsigned reductions = p->setup.options->reductions;
  const struct lcm_bound_options options = {
      .machine = p->setup.machine,
      .reductions = reductions ? reductions | LCM_REDUCE_EXACT : 0,
      .contention = p->setup.options->contention,
      .how = reductions                     ? LCM_BOUND_FORMS
             : p->setup.options->contention ? LCM_BOUND_VALUES
                                            : LCM_BOUND_AUTO};
  if (!p->bound &&
      lcm_bound_new(&p->bound, p->setup.ctx, p->setup.program, &options))
    return NULL;
  return p->bound;
}

/* Put the bounds at point "i" into "*out". */
static lcm_status bounds_at(struct lcm_predictor *p,
                            struct lcm_bound_result *out, size_t i) {
  lcm_binding *env = NULL;
  const size_t n = values_at(p, &env, i);
  lcm_bound *bound = analysis(p);
  return bound ? lcm_bound_at(out, bound, env, n) : LCM_EUSAGE;
}

/* A search for recursion. */
struct reaching {
  const lcm_program *program;
  bool *reached; /* functions that a call leads to */
  bool grew;     /* more than before */
};

/* Note where the call "node" leads. */
static lcm_status reach(const lcm_node *node, void *user) {
  struct reaching *r = user;
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL
          ? lcm_program_function(r->program, node->u.call.callee)
          : NULL;
  if (!callee || r->reached[callee - r->program->functions])
    return LCM_OK;
  r->reached[callee - r->program->functions] = true;
  r->grew = true;
  return LCM_OK;
}

/* Return whether function number "from" of "program" may call itself, through
 * others as well; "reached" has room for all. */
static bool calls_itself(const lcm_program *program, size_t from,
                         bool *reached) {
  struct reaching r = {program, reached, true};
  memset(reached, 0, program->n_functions * sizeof *reached);
  if (!program->functions[from].body ||
      lcm_node_foreach(program->functions[from].body, reach, &r))
    return false;
  while (r.grew && !reached[from]) {
    r.grew = false;
    for (size_t i = 0; i < program->n_functions; i++)
      if (reached[i] && program->functions[i].body &&
          lcm_node_foreach(program->functions[i].body, reach, &r))
        return false;
  }
  return reached[from];
}

/* Return whether the closed form of "program" is worth looking for unasked: it
 * is of moderate size and without recursion. */
static bool has_plain_form(lcm_ctx *ctx, const lcm_program *program) {
  enum { MANY = 200 };
  bool *reached =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), bool, program->n_functions + 1);
  if (program->n_functions > MANY)
    return false;
  for (size_t i = 0; i < program->n_functions; i++)
    if (calls_itself(program, i, reached))
      return false;
  return true;
}

bool lcm_predictor_counts(struct lcm_predictor *p, const char *name) {
  if (!p->setup.program->is_model ||
      !has_plain_form(p->setup.ctx, p->setup.program))
    return false;
  lcm_bound *bound = analysis(p);
  const struct lcm_bound_form *form = bound ? lcm_bound_form_of(bound) : NULL;
  for (size_t i = 0; form && i < form->n_wholes; i++)
    if (!strcmp(form->wholes[i], name))
      return true;
  return false;
}

const lcm_expr *lcm_predictor_bound_formula(const struct lcm_bound_form **form,
                                            struct lcm_predictor *p) {
  if (!p->setup.program->is_model ||
      lcm_predictor_method(p) != LCM_METHOD_BOUND ||
      !has_plain_form(p->setup.ctx, p->setup.program))
    return NULL;
  lcm_bound *bound = analysis(p);
  *form = bound ? lcm_bound_form_of(bound) : NULL;
  if (!*form || (*form)->reason || (*form)->length > LCM_FORM_LENGTH)
    return NULL;
  return p->setup.options->skewed && (*form)->skewed ? (*form)->skewed
                                                     : (*form)->time;
}

/* Put from where on resources bind into "bounds", of point "i": at the last
 * point, and at all where there are few.  That is left open where the
 * closed form is far to seek or long to evaluate. */
static void find_saturations(struct lcm_predictor *p,
                             struct lcm_bound_result *bounds, size_t i) {
  enum { FEW = 16 };
  const size_t n_points = p->setup.grid->n_points;
  lcm_binding *env = NULL;
  if (bounds->reason || (i + 1 < n_points && n_points > FEW) ||
      !has_plain_form(p->setup.ctx, p->setup.program))
    return;
  const bool muted = lcm_ctx_mute(p->setup.ctx, true);
  const size_t n = values_at(p, &env, i);
  const struct lcm_bound_form *form = lcm_bound_form_of(analysis(p));
  if (form->reason || !form->cost || strcmp(form->cost, "O(1)") != 0 ||
      lcm_bound_saturations(&bounds->saturations, &bounds->n_saturations,
                            analysis(p), env, n))
    bounds->n_saturations = 0;
  (void)lcm_ctx_mute(p->setup.ctx, muted);
}

/* Let "point", number "i" of a model, have its nodes. */
static void add_nodes(struct lcm_predictor *p, lcm_point *point, size_t i) {
  lcm_binding *env = NULL;
  const size_t n = values_at(p, &env, i);
  size_t k = 0;
  lcm_bound_nodes(point, analysis(p), env, n);
  const char **critical = LCM_NEW_ARRAY(lcm_ctx_arena(p->setup.ctx),
                                        const char *, point->n_occurrences + 1);
  for (size_t at = 0; at < point->n_occurrences; at++)
    if (point->occurrences[at].critical)
      critical[k++] = point->occurrences[at].id;
  point->critical = critical;
  point->n_critical = k;
}

/* Let "point", number "i", have its bounds. */
static lcm_status add_bounds(struct lcm_predictor *p, lcm_point *point,
                             size_t i) {
  struct lcm_bound_result *bounds =
      LCM_NEW(lcm_ctx_arena(p->setup.ctx), struct lcm_bound_result);
  const lcm_status status = bounds_at(p, bounds, i);
  if (status)
    return status;
  point->bounds = bounds;
  if (p->setup.options->nodes && p->setup.program->is_model &&
      !point->n_occurrences && !bounds->reason)
    add_nodes(p, point, i);
  if (bounds->reason)
    lcm_report(p->setup.ctx, LCM_DIAG_NO_BOUND, bounds->reason_at,
               "no bound: %s", bounds->reason);
  find_saturations(p, bounds, i);
  return LCM_OK;
}

/* Return the time that "bounds" give for "p". */
static double bounded_time(const struct lcm_predictor *p,
                           const struct lcm_bound_result *bounds) {
  return p->setup.options->skewed && !isnan(bounds->skewed) ? bounds->skewed
                                                            : bounds->time;
}

double lcm_predictor_bound_time(struct lcm_predictor *p, size_t i) {
  struct lcm_bound_result bounds;
  return bounds_at(p, &bounds, i) || bounds.reason ? NAN
                                                   : bounded_time(p, &bounds);
}

/* ---- simulation -----------------------------------------------------------
 */

/* Add how often nodes with models of a run are executed at point "i" to the "n"
 * values at "*env"; return how many values there are. */
static size_t with_runs(struct lcm_predictor *p, lcm_binding **env, size_t n,
                        size_t i) {
  lcm_binding *all = LCM_NEW_ARRAY(lcm_ctx_arena(p->setup.ctx), lcm_binding,
                                   n + p->runs.n + 1);
  lcm_predictor_count(p, i, lcm_setup_processors(&p->setup, i));
  for (size_t k = 0; k < n; k++)
    all[k] = (*env)[k];
  for (size_t k = 0; k < p->runs.n; k++)
    all[n + k] = (lcm_binding){p->runs.at[k].symbol, p->runs.at[k].visits};
  *env = all;
  return n + p->runs.n;
}

/* Put what simulation says at point "i" into "*out". */
static lcm_status simulate_at(struct lcm_predictor *p,
                              struct lcm_simulate_result *out, size_t i) {
  struct lcm_simulate_options options = {0};
  struct lcm_simulation simulation;
  lcm_binding *env = NULL;
  const size_t n = with_runs(p, &env, values_at(p, &env, i), i);
  if (p->setup.options->simulate)
    options = *p->setup.options->simulate;
  options.machine = p->setup.machine;
  options.nesting_off = p->setup.options->nesting_off;
  if (!p->setup.program->is_model)
    options.processors = lcm_setup_processors(&p->setup, i);
  const lcm_status status = lcm_simulate(&simulation, p->setup.ctx,
                                         p->setup.program, env, n, &options);
  if (!status)
    *out = simulation.result;
  return status;
}

double lcm_predictor_simulated_time(struct lcm_predictor *p, size_t i) {
  struct lcm_simulate_result result;
  return simulate_at(p, &result, i) ? NAN : result.time;
}

/* Let "point", number "i", be simulated. */
static lcm_status add_simulation(struct lcm_predictor *p, lcm_point *point,
                                 size_t i) {
  struct lcm_simulate_result *result =
      LCM_NEW(lcm_ctx_arena(p->setup.ctx), struct lcm_simulate_result);
  const lcm_status status = simulate_at(p, result, i);
  if (!status)
    point->simulation = result;
  return status;
}

/* ---- points ---------------------------------------------------------------
 */

/* Fill in what "point" of a model is before it has bounds or was simulated. */
static void begin_point(struct lcm_predictor *p, lcm_point *point) {
  *point = (lcm_point){.p = NAN,
                       .time = NAN,
                       .composed = NAN,
                       .time1 = NAN,
                       .speedup = NAN,
                       .efficiency = NAN,
                       .work = NAN,
                       .span = NAN,
                       .bound = NAN,
                       .low = NAN,
                       .high = NAN,
                       .least = NAN,
                       .most = NAN,
                       .cats = LCM_NEW_ARRAY(lcm_ctx_arena(p->setup.ctx),
                                             double, p->setup.n_cats + 1)};
}

/* Keep what composition says of "point".  A model has no processors, and no
 * program stands behind it that could run on one. */
static void keep_composed(const struct lcm_predictor *p, lcm_point *point) {
  point->composed = point->time;
  if (p->setup.program->is_model)
    point->p = point->time1 = point->speedup = point->efficiency = NAN;
}

/* Let the time of "point" be the best that is known: what simulation says,
 * else, of a model that was not composed, its bound. */
static void settle(const struct lcm_predictor *p, lcm_point *point,
                   unsigned methods) {
  const struct lcm_bound_result *bounds = point->bounds;
  const bool composed = methods & LCM_METHOD_COMPOSE;
  if (!composed && bounds && !bounds->reason) {
    point->span = bounds->phi;
    point->bound = bounds->time;
    point->binding = bounds->resource;
    point->time = point->low = point->high = bounded_time(p, bounds);
  }
  if (point->simulation && (!composed || p->setup.program->is_model)) {
    point->time = point->simulation->time;
    point->low = point->simulation->low;
    point->high = point->simulation->high;
  }
}

/* Check that what simulation says of "point" is not below the bound. */
static lcm_status check_point(struct lcm_predictor *p, const lcm_point *point) {
  const struct lcm_bound_result *bounds = point->bounds;
  const struct lcm_simulate_result *simulation = point->simulation;
  if (!bounds || bounds->reason || !simulation || simulation->random ||
      bounds->time <= simulation->time * (1 + 1e-9))
    return LCM_OK;
  lcm_report(p->setup.ctx, LCM_DIAG_INVARIANT, p->setup.entry->loc,
             "the bound %.17g is above the simulated time %.17g", bounds->time,
             simulation->time);
  return LCM_ECHECK;
}

lcm_status lcm_predictor_add(struct lcm_predictor *p, lcm_point *points,
                             unsigned methods) {
  lcm_status status = LCM_OK;
  for (size_t i = 0; i < p->setup.grid->n_points && !status; i++) {
    if (!(methods & LCM_METHOD_COMPOSE))
      begin_point(p, &points[i]);
    else
      keep_composed(p, &points[i]);
    if (methods & LCM_METHOD_BOUND)
      status = add_bounds(p, &points[i], i);
    if (!status && methods & LCM_METHOD_SIMULATE)
      status = add_simulation(p, &points[i], i);
    settle(p, &points[i], methods);
    if (!status && p->checks)
      status = check_point(p, &points[i]);
  }
  return status;
}

void lcm_predictor_model_form(struct lcm_predictor *p,
                              lcm_prediction *prediction) {
  lcm_bound *bound = analysis(p);
  const struct lcm_bound_form *form = bound ? lcm_bound_form_of(bound) : NULL;
  prediction->no_formula = form ? form->reason : NULL;
  prediction->no_formula_at = form ? form->at : (lcm_loc){0};
  if (!form || form->reason)
    return;
  if (form->length > LCM_FORM_LENGTH) {
    prediction->no_formula = "its closed form is too long to be written";
    prediction->no_formula_at = p->setup.entry->loc;
    return;
  }
  prediction->formula = form->time;
  prediction->skewed_formula = form->skewed;
  prediction->formula_cost = form->cost;
  prediction->conditions = form->conditions;
  prediction->n_conditions = form->n_conditions;
}
