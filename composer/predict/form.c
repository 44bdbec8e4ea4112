#include <math.h>
#include <string.h>

#include "base/ctx.h"
#include "composer/formula/formula.h"
#include "composer/formula/guard.h"
#include "composer/predict/engine.h"
#include "composer/predict/form.h"
#include "composer/predict/model.h"
#include "composer/predict/predict_internal.h"
#include "composer/predict/runs.h"
#include "model/expr/bounds.h"
#include "model/expr/build.h"
#include "model/expr/change.h"
#include "model/expr/derive.h"
#include "model/expr/fn.h"
#include "model/expr/intern.h"
#include "model/expr/tape/tape.h"
#include "model/expr/tape/tape_gradient.h"
#include "model/expr/tape/tape_run.h"

/* How many points are evaluated at a time. */
enum { CHUNK = 1024 };

/* ---- building -----------------------------------------------------------
 */

/* Return what the numbers of executions in the closed form of "p" are, one for
 * each node with models of a run, where "visits" is their sum, each times the
 * coefficient that stands for it: as `executions` in composer/predict/runs.c, one where
 * there are none. */
static const struct lcm_subst *run_values(const struct lcm_predictor *p,
                                          const lcm_expr *visits) {
  lcm_ctx *ctx = p->ctx;
  const lcm_expr *zero = lcm_expr_int(ctx, 0);
  struct lcm_subst *values =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_subst, p->n_runs + 1);
  for (size_t k = 0; k < p->n_runs; k++) {
    const lcm_expr *own =
        lcm_expr_derive(ctx, visits ? visits : zero, p->runs[k].coef->name);
    const lcm_expr *some = lcm_expr_binary(ctx, LCM_X_LT, zero, own);
    values[k] = (struct lcm_subst){
        p->runs[k].symbol, lcm_expr_if(ctx, some, own, lcm_expr_int(ctx, 1))};
  }
  return values;
}

/* Publish the closed form "closed" as the formulas of "p", in which nodes with
 * models of a run are executed as often as "visits" says. */
static void publish(struct lcm_predictor *p, const struct lcm_closed *closed,
                    const lcm_expr *visits) {
  const lcm_expr **cats =
      LCM_NEW_ARRAY(lcm_ctx_arena(p->ctx), const lcm_expr *, p->n_cats + 1);
  const struct lcm_subst *runs = run_values(p, visits);
  for (size_t c = 0; c < p->n_cats; c++)
    cats[c] = closed->cats[c]
                  ? lcm_expr_subst(p->ctx, closed->cats[c], runs, p->n_runs)
                  : lcm_expr_int(p->ctx, 0);
  p->formula = lcm_expr_subst(p->ctx, closed->time, runs, p->n_runs);
  if (!p->formula) {
    p->no_formula = "executions that are not known";
    return;
  }
  if (!p->options->thesis_li && !p->options->thesis_barrier)
    p->cat_formulas = cats;
}

/* Return whether a name that has a value is also that of a coefficient, whose
 * value it would replace. */
static bool replaces_coef(const struct lcm_predictor *p) {
  for (size_t k = 0; k < p->n_coefs; k++) {
    for (size_t j = 0; j < p->grid->n_names; j++)
      if (p->grid->names[j] == p->coefs[k]->name)
        return true;
    for (size_t j = 0; j < p->program->n_params; j++)
      if (p->program->params[j].name == p->coefs[k]->name)
        return true;
  }
  return false;
}

/* Compile "form", the guards of "f" with it. */
static bool compile(struct lcm_closed_form *form, struct lcm_predictor *p,
                    const struct lcm_formula *f) {
  lcm_arena *arena = lcm_ctx_arena(p->ctx);
  const lcm_expr *zero = lcm_expr_int(p->ctx, 0);
  const lcm_expr **exprs =
      LCM_NEW_ARRAY(arena, const lcm_expr *, LCM_SLOTS + 2);
  LCM_LIST(const lcm_expr *) every = {0};
  size_t n = 0;
  exprs[n++] = form->closed.time;
  for (size_t c = 0; c < p->n_cats; c++)
    exprs[n++] = form->closed.cats[c] ? form->closed.cats[c] : zero;
  for (size_t d = 0; d < f->n_demands; d++) {
    const lcm_expr *demand = form->closed.cats[LCM_MAX_CATS + d];
    exprs[n++] = demand ? demand : zero;
  }
  exprs[n++] = form->span ? form->span : zero;
  for (size_t i = 0; i < n + f->guard.costs.n; i++)
    LCM_LIST_ADD(arena, &every, i < n ? exprs[i] : f->guard.costs.at[i - n]);
  form->n_names = lcm_expr_names_all(&form->names, p->ctx, every.at, every.n);
  form->n_out = n + 1;
  struct lcm_tape_parts parts = {
      .exprs = exprs, .n = 1, .names = form->names, .n_names = form->n_names};
  if (lcm_tape_compile_parts(&form->time, p->ctx, &parts))
    return false;
  parts.n = n;
  parts.least = f->guard.costs.n ? f->guard.costs.at : exprs;
  parts.n_least = f->guard.costs.n;
  return !lcm_tape_compile_parts(&form->tape, p->ctx, &parts);
}

/* Make the closed form that "f" has built the one that "p" computes with,
 * where it says all that the engine would. */
static void adopt(struct lcm_predictor *p, struct lcm_formula *f,
                  const struct lcm_closed *closed) {
  lcm_arena *arena = lcm_ctx_arena(p->ctx);
  struct lcm_closed_form *form = LCM_NEW(arena, struct lcm_closed_form);
  const char **demands = LCM_NEW_ARRAY(arena, const char *, LCM_MAX_DEMANDS);
  form->closed = *closed;
  form->n_unknown = lcm_formula_n_unknown(f);
  form->n_assumes = f->guard.assumes.n;
  if (!lcm_formula_build_span(&form->span, f))
    form->span = NULL;
  memcpy(demands, f->demands, f->n_demands * sizeof *demands);
  form->demands = demands;
  form->n_demands = f->n_demands;
  if (compile(form, p, f))
    p->form = form;
}

/* Let numbers of executions stay in "f". */
static void allow_runs(struct lcm_predictor *p, struct lcm_formula *f) {
  for (size_t k = 0; k < p->n_runs; k++) {
    const lcm_expr *symbol =
        lcm_expr_symbol(p->ctx, p->runs[k].symbol, LCM_DIM_NONE);
    lcm_expr_assume(p->ctx, symbol, 0, INFINITY, false);
    LCM_LIST_ADD(lcm_ctx_arena(p->ctx), &f->free, p->runs[k].symbol);
  }
}

/* Take what "f" counts executions by out of "closed"; return it. */
static const lcm_expr *take_visits(const struct lcm_formula *f,
                                   struct lcm_closed *closed) {
  const lcm_expr *visits = NULL;
  for (size_t d = 0; f->visits && d < f->n_demands; d++)
    if (f->demands[d] == f->visits->slot) {
      visits = closed->cats[LCM_MAX_CATS + d];
      closed->cats[LCM_MAX_CATS + d] = NULL;
    }
  return visits;
}

/* Let executions be counted by "visits", the sum of each node's coefficient
 * times its executions (NULL: none), as "f" has built it. */
static void adopt_counts(struct lcm_predictor *p, const struct lcm_formula *f,
                         const lcm_expr *visits) {
  lcm_arena *arena = lcm_ctx_arena(p->ctx);
  struct lcm_closed_form *form = LCM_NEW(arena, struct lcm_closed_form);
  const lcm_expr *total = visits ? visits : lcm_expr_int(p->ctx, 0);
  LCM_LIST(const lcm_expr *) every = {0};
  LCM_LIST_ADD(arena, &every, total);
  for (size_t i = 0; i < f->guard.costs.n; i++)
    LCM_LIST_ADD(arena, &every, f->guard.costs.at[i]);
  form->n_names = lcm_expr_names_all(&form->names, p->ctx, every.at, every.n);
  form->n_out = 2;
  const struct lcm_tape_parts parts = {.exprs = every.at,
                                       .n = 1,
                                       .least = every.at + 1,
                                       .n_least = every.n - 1,
                                       .names = form->names,
                                       .n_names = form->n_names};
  if (!lcm_tape_compile_parts(&form->tape, p->ctx, &parts))
    p->counts = form;
}

void lcm_predictor_form(struct lcm_predictor *p) {
  if (!p->facts)
    p->facts = lcm_facts_new(p->ctx, p->program, p->data);
  struct lcm_formula f = {.ctx = p->ctx,
                          .program = p->program,
                          .machine = p->machine,
                          .data = p->data,
                          .n_cats = p->n_cats,
                          .cat_names = p->cat_names,
                          .nesting_off = p->program->nesting_off ||
                                         p->options->nesting_off,
                          .visits = p->visits,
                          .facts = p->facts};
  struct lcm_closed closed;
  const bool muted = lcm_ctx_mute(p->ctx, !p->options->formula);
  lcm_ctx_refill(p->ctx);
  allow_runs(p, &f);
  const bool built = lcm_formula_build(&closed, &f, p->grid);
  const lcm_expr *visits = built ? take_visits(&f, &closed) : NULL;
  p->no_formula = built ? NULL : f.reason;
  p->no_formula_at = !built && f.at ? f.at->loc : (lcm_loc){0};
  (void)lcm_ctx_mute(p->ctx, true);
  if (built)
    publish(p, &closed, visits);
  const bool trusted = built && !p->options->interpret &&
                       lcm_formula_is_guarded(&f) && !replaces_coef(p);
  if (trusted && p->n_runs)
    adopt_counts(p, &f, visits);
  if (trusted && !p->options->thesis_li && !p->options->thesis_barrier &&
      (!p->n_runs || p->counts))
    adopt(p, &f, &closed);
  lcm_ctx_refill(p->ctx);
  (void)lcm_ctx_mute(p->ctx, muted);
}

/* ---- values ---------------------------------------------------------------
 */

/* Points of the grid being evaluated by "form": "n" of them from number "first"
 * on, all on one processor where "alone".
 * columns  of the names of the form
 * results  of its tape
 * fits     the names have values that were assumed of them */
struct chunk {
  struct lcm_predictor *p;
  const struct lcm_closed_form *form;
  size_t first;
  size_t n;
  bool alone;
  double **columns;
  double **results;
  bool *fits;
};

/* Return "rows" columns of "n" numbers. */
static double **new_columns(struct lcm_predictor *p, size_t rows, size_t n) {
  lcm_arena *arena = lcm_ctx_arena(p->ctx);
  double **columns = LCM_NEW_ARRAY(arena, double *, rows + 1);
  for (size_t i = 0; i < rows; i++)
    columns[i] = LCM_NEW_ARRAY(arena, double, n);
  return columns;
}

/* Return the number of processors at point "i" of the chunk. */
static double processors(const struct chunk *c, size_t i) {
  return c->alone ? 1 : lcm_predictor_processors(c->p, c->first + i);
}

/* Return the index of "name" in the grid, n_names where it is not in it. */
static size_t grid_index(const lcm_grid *grid, const char *name) {
  size_t j = 0;
  while (j < grid->n_names && grid->names[j] != name)
    j++;
  return j;
}

/* Put the values that "name" has by the defaults of params into "column". */
static void fill_default(struct chunk *c, double *column, const char *name) {
  const lcm_param *param = lcm_param_named(c->p->program, name);
  double value = NAN;
  if (param && param->value && lcm_expr_is_number(param->value, &value)) {
    for (size_t i = 0; i < c->n; i++)
      column[i] = value;
    return;
  }
  for (size_t i = 0; i < c->n; i++) {
    struct lcm_run run;
    lcm_predictor_prepare(c->p, &run, c->first + i, processors(c, i));
    column[i] = NAN;
    for (size_t k = 0; k < run.env.n; k++)
      if (run.env.at[k].name == name)
        column[i] = run.env.at[k].value;
  }
}

/* Note where the values "column" of "name" are not as was assumed. */
static void check_assumed(struct chunk *c, const double *column,
                          const char *name) {
  const lcm_param *param = lcm_param_named(c->p->program, name);
  const bool p = !strcmp(name, "p");
  double low = p ? 1 : -INFINITY;
  double high = INFINITY;
  if (param && param->low)
    (void)lcm_expr_is_number(param->low, &low);
  if (param && param->high)
    (void)lcm_expr_is_number(param->high, &high);
  const bool whole = p || (param && param->value && lcm_param_is_whole(param));
  for (size_t i = 0; i < c->n; i++)
    c->fits[i] = c->fits[i] && column[i] >= low && column[i] <= high &&
                 isfinite(column[i]) &&
                 (!whole || column[i] == floor(column[i]));
}

/* Return the node with models of a run for whose executions "name" stands, or
 * NULL. */
static const struct lcm_per_run *run_of(const struct lcm_predictor *p,
                                        const char *name) {
  for (size_t k = 0; k < p->n_runs; k++)
    if (p->runs[k].symbol == name)
      return &p->runs[k];
  return NULL;
}

/* Fill in the columns of "c" that are numbers of executions. */
static void fill_runs(struct chunk *c) {
  const struct lcm_closed_form *form = c->form;
  lcm_arena *arena = lcm_ctx_arena(c->p->ctx);
  const struct lcm_per_run **runs =
      LCM_NEW_ARRAY(arena, const struct lcm_per_run *, form->n_names + 1);
  bool any = false;
  for (size_t k = 0; k < form->n_names; k++) {
    runs[k] = run_of(c->p, form->names[k]);
    any = any || runs[k];
  }
  for (size_t i = 0; any && i < c->n; i++) {
    if (c->fits[i])
      lcm_predictor_count(c->p, c->first + i, processors(c, i));
    for (size_t k = 0; k < form->n_names; k++)
      if (runs[k])
        c->columns[k][i] = runs[k]->visits;
  }
}

/* Fill in the columns of "c". */
static void fill_columns(struct chunk *c) {
  const lcm_grid *grid = c->p->grid;
  const struct lcm_closed_form *form = c->form;
  for (size_t i = 0; i < c->n; i++) {
    const double w = processors(c, i);
    c->fits[i] = w >= 1 && isfinite(w) && w == floor(w);
  }
  for (size_t k = 0; k < form->n_names; k++) {
    const char *name = form->names[k];
    const size_t j = grid_index(grid, name);
    if (run_of(c->p, name))
      continue;
    if (!strcmp(name, "p"))
      for (size_t i = 0; i < c->n; i++)
        c->columns[k][i] = processors(c, i);
    else if (j < grid->n_names)
      memcpy(c->columns[k], grid->columns[j] + c->first,
             c->n * sizeof **c->columns);
    else
      fill_default(c, c->columns[k], name);
    check_assumed(c, c->columns[k], name);
  }
  fill_runs(c);
}

/* Evaluate the points of "c"; note in "fits" where the form does not hold. */
static void evaluate(struct chunk *c) {
  const struct lcm_closed_form *form = c->form;
  fill_columns(c);
  lcm_tape_run(form->tape, (const double *const *)c->columns, c->n, c->results);
  const double *least = c->results[form->n_out - 1];
  for (size_t i = 0; i < c->n; i++)
    c->fits[i] = c->fits[i] && least[i] >= 0;
  for (size_t k = 0; k + 1 < form->n_out; k++)
    for (size_t i = 0; i < c->n; i++)
      c->fits[i] = c->fits[i] && isfinite(c->results[k][i]);
}

/* Set the gradient of "point", number "i" of "c". */
static void set_gradient(struct chunk *c, lcm_point *point, size_t i) {
  struct lcm_predictor *p = c->p;
  const struct lcm_closed_form *form = c->form;
  lcm_arena *arena = lcm_ctx_arena(p->ctx);
  if (!p->n_coefs)
    return;
  double *gradient = LCM_NEW_ARRAY(arena, double, p->n_coefs);
  double *values = LCM_NEW_ARRAY(arena, double, form->n_names + 1);
  for (size_t k = 0; k < form->n_names; k++)
    values[k] = c->columns[k][i];
  lcm_tape_gradient(form->time, 0, values, p->coefs, p->n_coefs, gradient);
  point->gradient = gradient;
}

/* Make "point" what "c" says of its number "i", on one processor "alone". */
static void set_point(struct chunk *c, lcm_point *point, size_t i,
                      const struct chunk *alone) {
  struct lcm_predictor *p = c->p;
  const struct lcm_closed_form *form = c->form;
  double *cats = LCM_NEW_ARRAY(lcm_ctx_arena(p->ctx), double, p->n_cats + 1);
  struct lcm_demand demands[LCM_MAX_DEMANDS];
  for (size_t k = 0; k < p->n_cats; k++)
    cats[k] = c->results[1 + k][i];
  for (size_t d = 0; d < form->n_demands; d++)
    demands[d] = (struct lcm_demand){
        form->demands[d], c->results[1 + p->n_cats + d][i], LCM_CAT_RC};
  const double time = c->results[0][i];
  *point = (lcm_point){.p = processors(c, i),
                       .time = time,
                       .time1 = alone->results[0][i],
                       .cats = cats,
                       .least = NAN,
                       .most = NAN,
                       .span = c->results[form->n_out - 2][i]};
  lcm_predictor_bound(point, demands, form->n_demands);
  set_gradient(c, point, i);
  lcm_predictor_derive(p, point);
}

/* Return a chunk of at most "n" points of "p" for "form". */
static struct chunk new_chunk(struct lcm_predictor *p,
                              const struct lcm_closed_form *form, size_t n) {
  return (struct chunk){.p = p,
                        .form = form,
                        .columns = new_columns(p, form->n_names, n),
                        .results = new_columns(p, form->n_out, n),
                        .fits = LCM_NEW_ARRAY(lcm_ctx_arena(p->ctx), bool, n)};
}

bool lcm_predictor_fill_counts(double *visits, struct lcm_predictor *p,
                               size_t i, double w) {
  lcm_arena *arena = lcm_ctx_arena(p->ctx);
  const struct lcm_closed_form *form = p->counts;
  if (!form)
    return false;
  struct chunk c = new_chunk(p, form, 1);
  double *values = LCM_NEW_ARRAY(arena, double, form->n_names + 1);
  const lcm_coef **coefs =
      LCM_NEW_ARRAY(arena, const lcm_coef *, p->n_runs + 1);
  c.first = i;
  c.n = 1;
  c.alone = w == 1;
  p->counting = true;
  evaluate(&c);
  p->counting = false;
  for (size_t k = 0; k < form->n_names; k++)
    values[k] = c.columns[k][0];
  for (size_t k = 0; k < p->n_runs; k++)
    coefs[k] = p->runs[k].coef;
  lcm_tape_gradient(form->tape, 0, values, coefs, p->n_runs, visits);
  for (size_t k = 0; k < p->n_runs; k++)
    visits[k] = visits[k] > 0 ? visits[k] : 1;
  return c.fits[0];
}

void lcm_predictor_fill(struct lcm_predictor *p, lcm_point *points,
                        bool *holds) {
  const size_t n = p->grid->n_points;
  memset(holds, 0, n * sizeof *holds);
  if (!p->form)
    return;
  struct chunk c = new_chunk(p, p->form, CHUNK);
  struct chunk alone = new_chunk(p, p->form, CHUNK);
  alone.alone = true;
  for (size_t first = 0; first < n; first += CHUNK) {
    c.first = alone.first = first;
    c.n = alone.n = n - first < CHUNK ? n - first : CHUNK;
    evaluate(&c);
    evaluate(&alone);
    for (size_t i = 0; i < c.n; i++) {
      holds[first + i] = c.fits[i] && alone.fits[i];
      if (holds[first + i])
        set_point(&c, &points[first + i], i, &alone);
    }
  }
}

/* Return the time at point "i" by "method", without the closed form. */
static double time_at(struct lcm_predictor *p, enum lcm_method method,
                      size_t i) {
  switch (method) {
  case LCM_METHOD_BOUND:
    return lcm_predictor_bound_time(p, i);
  case LCM_METHOD_SIMULATE:
    return lcm_predictor_simulated_time(p, i);
  case LCM_METHOD_COMPOSE:
    break;
  }
  return lcm_predictor_time(p, i);
}

void lcm_predictor_times(double *times, struct lcm_predictor *p,
                         const lcm_grid *grid) {
  const lcm_grid *const own = p->grid;
  const bool muted = lcm_ctx_mute(p->ctx, true);
  const size_t n = grid->n_points;
  const enum lcm_method method = lcm_predictor_method(p);
  const bool composed = method == LCM_METHOD_COMPOSE;
  struct chunk c = {.p = p};
  p->grid = grid;
  if (p->form)
    c = new_chunk(p, p->form, CHUNK);
  for (size_t first = 0; first < n; first += CHUNK) {
    c.first = first;
    c.n = n - first < CHUNK ? n - first : CHUNK;
    if (p->form)
      evaluate(&c);
    for (size_t i = 0; i < c.n; i++)
      times[first + i] = p->form && composed && c.fits[i]
                             ? c.results[0][i]
                             : time_at(p, method, first + i);
  }
  p->grid = own;
  (void)lcm_ctx_mute(p->ctx, muted);
}

/* ---- trust -----------------------------------------------------------------
 */

/* Return whether "a" and "b" differ by no more than "scale" excuses. */
static bool is_close(double a, double b, double scale) {
  return fabs(a - b) <= 1e-9 * fmax(scale, 1e-300);
}

/* Report that the closed form of "what" gives "got", not "want". */
static void report(struct lcm_predictor *p, const lcm_point *at,
                   const char *what, const double values[2]) {
  lcm_report(p->ctx, LCM_DIAG_INVARIANT, p->entry->loc,
             "at p = %g: the closed form of %s gives %.17g, not %.17g", at->p,
             what, values[0], values[1]);
}

lcm_status lcm_predictor_check(struct lcm_predictor *p, const lcm_point *form,
                               const lcm_point *engine) {
  const bool span = p->form && p->form->span;
  const struct {
    const char *what;
    double got;
    double want;
    double scale;
  } parts[] = {
      {"the time", form->time, engine->time, engine->time},
      {"the time on one processor", form->time1, engine->time1, engine->time1},
      {"the span", span ? form->span : 0, span ? engine->span : 0,
       engine->time},
      {"the bound", span ? form->bound : 0, span ? engine->bound : 0,
       engine->time}};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (!is_close(parts[i].got, parts[i].want, parts[i].scale)) {
      report(p, form, parts[i].what,
             (const double[]){parts[i].got, parts[i].want});
      return LCM_ECHECK;
    }
  for (size_t c = 0; c < p->n_cats; c++)
    if (!is_close(form->cats[c], engine->cats[c], engine->time * engine->p)) {
      report(p, form, p->cat_names[c],
             (const double[]){form->cats[c], engine->cats[c]});
      return LCM_ECHECK;
    }
  return LCM_OK;
}
