/* How a program scales according to predictions. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study/scale/iso.h"
#include "study/scale/law.h"
#include "study/scale/line.h"
#include "study/scale/point.h"
#include "study/scale/scale.h"
#include "study/scale/scaling.h"
#include "study/scale/search.h"
#include "study/scale/setting.h"

/* Coefficients of a time that belong together. */
struct coefs {
  lcm_ctx *ctx;
  const lcm_coef *const *coefs; /* coefs, gradient: all "n" of them */
  const double *gradient;
  /* of each the number of the first it is correlated with, directly or through
   * others */
  size_t *group;
  size_t n;
};

/* Join the groups "a" and "b" of "c". */
static void join(struct coefs *c, size_t a, size_t b) {
  const size_t low = a < b ? a : b;
  const size_t high = a < b ? b : a;
  for (size_t i = 0; i < c->n; i++)
    if (c->group[i] == high)
      c->group[i] = low;
}

/* Return whether the coefficients "i" and "k" of "c" are correlated: the sum of
 * both then varies more or less than each for itself explains. */
static bool are_correlated(const struct coefs *c, size_t i, size_t k) {
  const lcm_coef *const both[] = {c->coefs[i], c->coefs[k]};
  const double ones[] = {1 / both[0]->half_width, 1 / both[1]->half_width};
  if (!(both[0]->half_width > 0) || !(both[1]->half_width > 0))
    return false;
  const double width = lcm_coef_own_width(c->ctx, both, ones, 2);
  return fabs(width * width - 2) > 1e-9;
}

/* Find the groups of "c". */
static void find_groups(struct coefs *c) {
  for (size_t i = 0; i < c->n; i++)
    c->group[i] = i;
  for (size_t i = 0; i < c->n; i++)
    for (size_t k = 0; k < i; k++)
      if (are_correlated(c, i, k))
        join(c, c->group[i], c->group[k]);
}

/* Return group "g" of "c" with its half-width squared as its share. */
static struct lcm_variance_share share_of(struct coefs *c, size_t g) {
  lcm_arena *arena = lcm_ctx_arena(c->ctx);
  const lcm_coef **own = LCM_NEW_ARRAY(arena, const lcm_coef *, c->n + 1);
  double *gradient = LCM_NEW_ARRAY(arena, double, c->n + 1);
  size_t n = 0;
  for (size_t i = 0; i < c->n; i++)
    if (c->group[i] == g) {
      own[n] = c->coefs[i];
      gradient[n++] = c->gradient[i];
    }
  const double width = lcm_coef_own_width(c->ctx, own, gradient, n);
  return (struct lcm_variance_share){own, n, width * width};
}

/* Order shares, the largest first, equal ones by name. */
static int by_share(const void *a, const void *b) {
  const struct lcm_variance_share *x = a;
  const struct lcm_variance_share *y = b;
  if (x->share != y->share)
    return x->share < y->share ? 1 : -1;
  return x->n && y->n ? strcmp(x->coefs[0]->name, y->coefs[0]->name)
                      : (x->n > 0) - (y->n > 0);
}

/* Put the shares of the variance of the time of "point" into "*out"; return how
 * many there are. */
static size_t lcm_scaling_variance(const struct lcm_variance_share **out,
                                   struct lcm_scaling *s,
                                   const lcm_prediction *from, size_t point) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  const double *gradient = from->points[point].gradient;
  struct coefs c = {.ctx = s->ctx,
                    .coefs = from->coefs,
                    .gradient = gradient,
                    .group = LCM_NEW_ARRAY(arena, size_t, from->n_coefs + 1),
                    .n = gradient ? from->n_coefs : 0};
  struct lcm_variance_share *shares =
      LCM_NEW_ARRAY(arena, struct lcm_variance_share, c.n + 2);
  const double common = lcm_coef_common_width(c.coefs, gradient, c.n);
  double sum = common * common;
  size_t n = 0;
  find_groups(&c);
  if (common > 0)
    shares[n++] = (struct lcm_variance_share){NULL, 0, sum};
  for (size_t g = 0; g < c.n; g++) {
    if (c.group[g] != g)
      continue;
    shares[n] = share_of(&c, g);
    sum += shares[n].share;
    n += shares[n].share > 0;
  }
  for (size_t i = 0; i < n; i++)
    shares[i].share /= sum;
  if (n)
    qsort(shares, n, sizeof *shares, by_share);
  *out = shares;
  return n;
}

/* Steps of a refinement at most. */
enum { MOST_STEPS = 64 };

/* A partition that is being refined, at a point. */
struct refining {
  struct lcm_scaling *s;
  size_t variable; /* number of its size in the grid */
  size_t base;
  double low; /* low, high: of the size */
  double high;
};

/* Put what the size "size" costs into "step"; the next size into "*next". */
static lcm_status take_step(struct lcm_refinement_step *step, double *next,
                            struct refining *r, double size) {
  struct lcm_scaling *s = r->s;
  struct lcm_setting at = lcm_setting_at(s, r->base, NAN);
  struct lcm_scale_point point;
  const lcm_prediction *prediction = NULL;
  at.name = r->variable;
  at.value = size;
  lcm_status status =
      lcm_predictor_run(&prediction, s->predictor, lcm_scaling_grid(s, &at, 1));
  status = status ? status : lcm_scaling_points(&point, s, prediction);
  if (status)
    return status;
  *step = (struct lcm_refinement_step){
      size, point.time, point.factors.at[LCM_FACTOR_SCHEDULING].low,
      point.factors.at[LCM_FACTOR_IMBALANCE].low};
  const struct lcm_partition partition = {size, point.p, step->scheduling,
                                          step->imbalance};
  *next = fmin(fmax(round(lcm_law_refine(&partition)), r->low), r->high);
  return LCM_OK;
}

/* Return whether one of the "n" steps at "steps" had the size "size". */
static bool was_there(const struct lcm_refinement_step *steps, size_t n,
                      double size) {
  for (size_t i = 0; i < n; i++)
    if (steps[i].size == size)
      return true;
  return false;
}

/* Set the range of the size of "r" and where it begins. */
static double begin_refining(struct refining *r) {
  const struct lcm_scaling *s = r->s;
  const lcm_grid *grid = s->grid;
  const struct lcm_scale_line *line = &s->lines.at[s->lines.n - 1];
  while (strcmp(grid->names[r->variable], s->what->refine) != 0)
    r->variable++;
  r->base = line->points[line->n - 1];
  r->low = 1;
  r->high = INFINITY;
  for (size_t i = 0; i < s->program->n_params; i++) {
    const lcm_param *param = &s->program->params[i];
    if (strcmp(param->name, s->what->refine) != 0)
      continue;
    if (param->low)
      (void)lcm_expr_is_number(param->low, &r->low);
    if (param->high)
      (void)lcm_expr_is_number(param->high, &r->high);
  }
  return grid->columns[r->variable][r->base];
}

/* Refine the partition that "s" asks for into "*out". */
static lcm_status lcm_scaling_refine(struct lcm_refinement *out,
                                     struct lcm_scaling *s) {
  struct refining r = {.s = s};
  *out = (struct lcm_refinement){0};
  if (!s->what->refine)
    return LCM_OK;
  struct lcm_refinement_step *steps = LCM_NEW_ARRAY(
      lcm_ctx_arena(s->ctx), struct lcm_refinement_step, MOST_STEPS + 1);
  double size = begin_refining(&r);
  double next = NAN;
  lcm_status status = LCM_OK;
  while (out->n < MOST_STEPS && !was_there(steps, out->n, size) && !status) {
    status = take_step(&steps[out->n], &next, &r, size);
    out->n++;
    out->settled = next == size;
    size = next;
  }
  for (size_t i = 1; i < out->n; i++)
    if (steps[i].time < steps[out->best].time)
      out->best = i;
  out->name = s->what->refine;
  out->steps = steps;
  return status;
}

/* Report that nothing gives a value to "name"; returns LCM_EUSAGE. */
static lcm_status refuse(lcm_ctx *ctx, const char *name) {
  lcm_report(ctx, LCM_DIAG_USAGE, (lcm_loc){0}, "nothing gives a value to '%s'",
             name);
  return LCM_EUSAGE;
}

/* Return the number of the variable "name" in "grid", n_names where it has
 * none. */
static size_t index_of(const lcm_grid *grid, const char *name) {
  size_t j = 0;
  while (j < grid->n_names && strcmp(grid->names[j], name) != 0)
    j++;
  return j;
}

/* ---- the grid ------------------------------------------------------------ */

/* Return "grid" with one more variable "name", which has the value "value"
 * everywhere. */
static const lcm_grid *with_variable(lcm_ctx *ctx, const lcm_grid *grid,
                                     const char *name, double value) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t n = grid->n_names;
  lcm_grid *more = LCM_NEW(arena, lcm_grid);
  const char **names = LCM_NEW_ARRAY(arena, const char *, n + 1);
  size_t *sizes = LCM_NEW_ARRAY(arena, size_t, n + 1);
  const lcm_expr **follows = LCM_NEW_ARRAY(arena, const lcm_expr *, n + 1);
  double **columns = LCM_NEW_ARRAY(arena, double *, n + 1);
  bool *idle = LCM_NEW_ARRAY(arena, bool, n + 1);
  for (size_t j = 0; j < n; j++) {
    names[j] = grid->names[j];
    sizes[j] = grid->sizes[j];
    follows[j] = grid->follows[j];
    columns[j] = grid->columns[j];
    idle[j] = grid->idle && grid->idle[j];
  }
  names[n] = lcm_intern(ctx, name);
  sizes[n] = 1;
  columns[n] = LCM_NEW_ARRAY(arena, double, grid->n_points + 1);
  for (size_t i = 0; i < grid->n_points; i++)
    columns[n][i] = value;
  *more = (lcm_grid){names,   n + 1,          sizes,       follows,
                     columns, grid->n_points, grid->swept, idle};
  return more;
}

/* Let the grid of "s" have the variable "name", whose number goes to "*at", by
 * the default of the param of that name; false where there is none. */
static bool take_variable(size_t *at, struct lcm_scaling *s, const char *name) {
  const lcm_param *param = lcm_param_named(s->program, name);
  double value = 0;
  *at = index_of(s->grid, name);
  if (*at < s->grid->n_names)
    return true;
  if (!param || !param->value || !lcm_expr_is_number(param->value, &value))
    return false;
  s->grid = with_variable(s->ctx, s->grid, name, value);
  return true;
}

/* Find the variable that counts processors. */
static lcm_status find_axis(struct lcm_scaling *s) {
  static const char *const NAMES[] = {"p", "ranks", "threads", "P"};
  const size_t n_names = s->program->is_model ? 4 : 3;
  if (s->what->axis) {
    if (s->program->is_model && take_variable(&s->axis, s, s->what->axis))
      return LCM_OK;
    if (s->program->is_model)
      return refuse(s->ctx, s->what->axis);
    lcm_report(s->ctx, LCM_DIAG_USAGE, (lcm_loc){0},
               "the processors of a program are p, not '%s'", s->what->axis);
    return LCM_EUSAGE;
  }
  for (size_t i = 0; i < n_names; i++) {
    const size_t j = index_of(s->grid, NAMES[i]);
    const bool varies = j < s->grid->n_names && s->grid->sizes[j] != 1;
    if (varies) {
      s->axis = j;
      return LCM_OK;
    }
  }
  for (size_t i = 0; i < n_names; i++)
    if ((s->program->is_model ||
         index_of(s->grid, NAMES[i]) < s->grid->n_names) &&
        take_variable(&s->axis, s, NAMES[i]))
      return LCM_OK;
  lcm_report(s->ctx, LCM_DIAG_USAGE, (lcm_loc){0},
             "which variable of the model counts the processors? say it with "
             "--processors NAME");
  return LCM_EUSAGE;
}

/* Find the variable that is the size of the problem: what is asked for, else
 * the first besides the processors, else the only param. */
static lcm_status find_size(struct lcm_scaling *s) {
  const lcm_param *only = NULL;
  size_t params = 0;
  s->size = s->grid->n_names;
  if (s->what->size) {
    if (take_variable(&s->size, s, s->what->size))
      return LCM_OK;
    return refuse(s->ctx, s->what->size);
  }
  for (size_t j = 0; j < s->grid->n_names; j++)
    if (!lcm_scaling_counts(s, j)) {
      s->size = j;
      return LCM_OK;
    }
  for (size_t i = 0; i < s->program->n_params; i++)
    if (s->program->params[i].value &&
        strcmp(s->program->params[i].name, s->grid->names[s->axis]) != 0) {
      only = &s->program->params[i];
      params++;
    }
  if (params == 1 && take_variable(&s->size, s, only->name))
    return LCM_OK;
  s->size = s->grid->n_names;
  if (!(s->what->efficiency > 0))
    return LCM_OK;
  lcm_report(s->ctx, LCM_DIAG_USAGE, (lcm_loc){0},
             "which variable is the size of the problem? say it with --size "
             "NAME");
  return LCM_EUSAGE;
}

/* Let the grid of "s" have the other variables that are asked about. */
static lcm_status find_others(struct lcm_scaling *s) {
  const char *const names[] = {s->what->variable, s->what->refine};
  size_t at = 0;
  for (size_t i = 0; i < 2; i++)
    if (names[i] && !take_variable(&at, s, names[i]))
      return refuse(s->ctx, names[i]);
  return LCM_OK;
}

/* ---- predictors ---------------------------------------------------------- */

/* Return "machine" where forks, chunks and tasks cost nothing; NULL where they
 * do not anyway. */
static const lcm_machine *without_scheduling(lcm_ctx *ctx,
                                             const lcm_machine *machine) {
  static const char *const NAMES[] = {"fork", "chunk", "task"};
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_machine *other = LCM_NEW(arena, lcm_machine);
  struct lcm_cost *costs =
      LCM_NEW_ARRAY(arena, struct lcm_cost, machine->n_costs + 1);
  bool changed = false;
  *other = *machine;
  for (size_t i = 0; i < machine->n_costs; i++) {
    costs[i] = machine->costs[i];
    for (size_t k = 0; k < sizeof NAMES / sizeof *NAMES; k++) {
      if (strcmp(costs[i].name, NAMES[k]) != 0 || !costs[i].expr ||
          lcm_expr_is_int(costs[i].expr, 0))
        continue;
      costs[i].expr = lcm_expr_mul(ctx, lcm_expr_int(ctx, 0), costs[i].expr);
      changed = true;
    }
  }
  other->costs = costs;
  return changed ? other : NULL;
}

/* Make the predictor of "s" without the costs of scheduling, if there are
 * any. */
static lcm_status begin_free(struct lcm_scaling *s) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  const lcm_machine *machine =
      s->program->is_model
          ? NULL
          : without_scheduling(s->ctx,
                               lcm_predictor_setup(s->predictor)->machine);
  if (!machine)
    return LCM_OK;
  struct lcm_predict_options *options =
      LCM_NEW(arena, struct lcm_predict_options);
  *options = *s->options;
  options->machine = machine;
  return lcm_predictor_new(&s->free, s->ctx, s->program, s->grid, options);
}

/* ---- lines --------------------------------------------------------------- */

/* Return whether the points "a" and "b" of the grid of "s" are on one line. */
static bool is_on_line(const struct lcm_scaling *s, size_t a, size_t b) {
  for (size_t j = 0; j < s->grid->n_names; j++)
    if (j != s->axis && !s->grid->follows[j] &&
        s->grid->columns[j][a] != s->grid->columns[j][b])
      return false;
  return true;
}

/* Return whether something follows the axis of "s", so that the problem grows
 * along it. */
static bool is_weak(const struct lcm_scaling *s,
                    const struct lcm_scale_line *line) {
  for (size_t j = 0; j < s->grid->n_names; j++)
    for (size_t k = 1; k < line->n && s->grid->follows[j]; k++)
      if (!lcm_scaling_counts(s, j) && s->grid->columns[j][line->points[k]] !=
                                           s->grid->columns[j][line->points[0]])
        return true;
  return false;
}

/* Put the number of the first point on the line of each point of "s" into
 * "keys". */
static void find_keys(size_t *keys, const struct lcm_scaling *s) {
  size_t *firsts =
      LCM_NEW_ARRAY(lcm_ctx_arena(s->ctx), size_t, s->grid->n_points + 1);
  size_t n = 0;
  for (size_t i = 0; i < s->grid->n_points; i++) {
    size_t k = 0;
    while (k < n && !is_on_line(s, firsts[k], i))
      k++;
    if (k == n)
      firsts[n++] = i;
    keys[i] = firsts[k];
  }
}

/* Put the points of "s" into lines. */
static void find_lines(struct lcm_scaling *s) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  const size_t n = s->grid->n_points;
  size_t *keys = LCM_NEW_ARRAY(arena, size_t, n + 1);
  find_keys(keys, s);
  const struct lcm_scale_grouping grouping = {arena, s->points, keys, n};
  s->lines.n = lcm_scale_group(&s->lines.at, &grouping);
  for (size_t l = 0; l < s->lines.n; l++) {
    struct lcm_scale_line *line = &s->lines.at[l];
    line->weak = is_weak(s, line);
    lcm_scale_summarize(line, s->points);
    for (size_t k = 0; line->weak && k < line->n; k++)
      s->points[line->points[k]].weak =
          s->points[line->points[0]].time / s->points[line->points[k]].time;
  }
}

/* ---- the whole ----------------------------------------------------------- */

/* Find out whether the model of "s" has a closed form that is cheap. */
static void find_formula(struct lcm_scaling *s) {
  const struct lcm_bound_form *form = NULL;
  const bool muted = lcm_ctx_mute(s->ctx, true);
  const lcm_expr *time = lcm_predictor_bound_formula(&form, s->predictor);
  (void)lcm_ctx_mute(s->ctx, muted);
  s->formula = time && form->cost && !strcmp(form->cost, "O(1)") ? time : NULL;
}

/* Make "s" ready to predict. */
static lcm_status begin(struct lcm_scaling *s) {
  lcm_status status = find_axis(s);
  status = status ? status : find_size(s);
  status = status ? status : find_others(s);
  if (!status)
    status = lcm_predictor_new(&s->predictor, s->ctx, s->program, s->grid,
                               s->options);
  if (!status)
    find_formula(s);
  return status ? status : begin_free(s);
}

/* Put what "s" has found into "out". */
static lcm_status conclude(lcm_scalability *out, struct lcm_scaling *s,
                           const lcm_prediction *prediction) {
  const struct lcm_scale_line *last = &s->lines.at[s->lines.n - 1];
  *out = (lcm_scalability){.names = s->grid->names,
                           .n_names = s->grid->n_names,
                           .is_model = s->program->is_model,
                           .axis = s->grid->names[s->axis],
                           .points = s->points,
                           .n_points = s->grid->n_points,
                           .lines = s->lines.at,
                           .n_lines = s->lines.n,
                           .iso = lcm_scaling_iso(s),
                           .variance_at = last->points[last->n - 1],
                           .plain = prediction->is_model && !prediction->unit,
                           .unknown = prediction->n_unknown,
                           .prediction = prediction};
  const struct lcm_bound_result *bounds =
      prediction->points[s->grid->n_points - 1].bounds;
  if (bounds && !bounds->reason) {
    out->saturations = bounds->saturations;
    out->n_saturations = bounds->n_saturations;
  }
  out->n_variance =
      lcm_scaling_variance(&out->variance, s, prediction, out->variance_at);
  if (lcm_ctx_so_far(s->ctx, NULL))
    return LCM_OK;
  lcm_status status = lcm_scaling_answer(&out->answers, &out->n_answers, s);
  status = status ? status : lcm_scaling_refine(&out->refinement, s);
  if (!lcm_ctx_is_stopped(s->ctx))
    return status;
  out->n_answers = 0;
  out->refinement = (struct lcm_refinement){0};
  lcm_ctx_end(s->ctx, "all points, nothing of what is searched for");
  return LCM_OK;
}

lcm_status lcm_scale(const lcm_scalability **out, lcm_ctx *ctx,
                     const lcm_program *program, const lcm_grid *grid,
                     const struct lcm_predict_options *options,
                     const struct lcm_scale_options *what) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct lcm_scaling *s = LCM_NEW(arena, struct lcm_scaling);
  const lcm_prediction *prediction = NULL;
  *s = (struct lcm_scaling){.ctx = ctx,
                            .program = program,
                            .options = options,
                            .what = what,
                            .grid = grid,
                            .axis = grid->n_names};
  lcm_status status = begin(s);
  status =
      status ? status : lcm_predictor_run(&prediction, s->predictor, s->grid);
  if (status)
    return status;
  s->grid = prediction->grid;
  if (lcm_ctx_so_far(ctx, NULL))
    s->free = NULL;
  s->points =
      LCM_NEW_ARRAY(arena, struct lcm_scale_point, s->grid->n_points + 1);
  status = lcm_scaling_points(s->points, s, prediction);
  if (lcm_ctx_is_stopped(ctx)) {
    lcm_ctx_end(ctx, "all points, without what scheduling takes of them");
    s->free = NULL;
    status = lcm_scaling_points(s->points, s, prediction);
  }
  if (status)
    return status;
  find_lines(s);
  lcm_scaling_places(s);
  lcm_scalability *result = LCM_NEW(arena, lcm_scalability);
  status = conclude(result, s, prediction);
  *out = result;
  return status;
}
