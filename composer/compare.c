#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "composer/composer.h"
#include "composer/root_internal.h"

/* A comparison under way.
 * lines, axis, stride   the axis along which sign changes are looked for and
 *                       how far apart neighbours are in the grid */
struct comparing {
  lcm_ctx *ctx;
  const struct lcm_variant *variants;
  size_t n;
  const lcm_grid *grid;
  const struct lcm_predict_options *options;
  const lcm_prediction **predictions;
  size_t *winners;
  size_t axis;
  LCM_LIST(lcm_crossover) found;
};

/* The difference of two variants along one axis through one point. */
struct difference {
  struct comparing *comparing;
  size_t point;
  size_t first;
  size_t second;
};

/* Return the time of variant "v" at grid point "i". */
static double time_at(const struct comparing *c, size_t v, size_t i) {
  return c->predictions[v]->points[i].time;
}

/* Return the index of the fastest variant at point "i"; the first of equals. */
static size_t winner_at(const struct comparing *c, size_t i) {
  size_t best = 0;
  for (size_t v = 1; v < c->n; v++)
    if (time_at(c, v, i) < time_at(c, best, i))
      best = v;
  return best;
}

/* Put the values of all names at "point" into "bindings", with the axis at
 * "x" and what follows it recomputed. */
static lcm_status place(struct comparing *c, lcm_binding *bindings,
                        size_t point, double x) {
  const lcm_grid *grid = c->grid;
  for (size_t j = 0; j < grid->n_names; j++)
    bindings[j] = (lcm_binding){grid->names[j],
                                j == c->axis ? x : grid->columns[j][point]};
  for (size_t round = 0; round < grid->n_names; round++)
    for (size_t j = 0; j < grid->n_names; j++)
      if (grid->follows[j]) {
        const lcm_status status = lcm_expr_eval(
            &bindings[j].value, grid->follows[j], bindings, grid->n_names);
        if (status)
          return status;
      }
  return LCM_OK;
}

/* Return the grid of the one point "bindings". */
static const lcm_grid *one_point(struct comparing *c,
                                 const lcm_binding *bindings) {
  lcm_arena *arena = lcm_ctx_arena(c->ctx);
  lcm_grid *grid = LCM_NEW(arena, lcm_grid);
  *grid = *c->grid;
  double **columns = LCM_NEW_ARRAY(arena, double *, grid->n_names);
  for (size_t j = 0; j < grid->n_names; j++) {
    columns[j] = LCM_NEW(arena, double);
    *columns[j] = bindings[j].value;
  }
  grid->columns = columns;
  grid->n_points = 1;
  return grid;
}

/* Return the time of variant "v" where the axis has the value "x" and the
 * rest is as at "point"; NaN where there is none. */
static double time_between(struct comparing *c, size_t v, size_t point,
                           double x) {
  lcm_binding *bindings =
      LCM_NEW_ARRAY(lcm_ctx_arena(c->ctx), lcm_binding, c->grid->n_names);
  if (place(c, bindings, point, x))
    return NAN;
  struct lcm_predict_options options = *c->options;
  options.nodes = false;
  options.formula = false;
  const lcm_prediction *prediction = NULL;
  if (lcm_predict(&prediction, c->ctx, c->variants[v].program,
                  one_point(c, bindings), &options))
    return NAN;
  return prediction->points[0].time;
}

/* Return the time of the first variant of the difference "user" less that of
 * the second, at "x". */
static double difference_at(double x, void *user) {
  const struct difference *d = user;
  return time_between(d->comparing, d->first, d->point, x) -
         time_between(d->comparing, d->second, d->point, x);
}

/* Return whether the axis takes whole numbers only. */
static bool is_whole(const struct comparing *c) {
  static const char *const WHOLE[] = {"p", "procs", "ranks", "threads", "team"};
  for (size_t i = 0; i < sizeof WHOLE / sizeof *WHOLE; i++)
    if (!strcmp(c->grid->names[c->axis], WHOLE[i]))
      return true;
  return false;
}

/* Narrow the sign change of "d" between whole numbers into "*out": the first
 * number at which the second variant is ahead. */
static lcm_status narrow_whole(struct lcm_root *out, struct difference *d,
                               double low, double high) {
  double below = low;
  double above = high;
  while (above - below > 1) {
    const double middle = floor(below + (above - below) / 2);
    const double value = difference_at(middle, d);
    if (isnan(value))
      return LCM_EFIT;
    if (value <= 0)
      below = middle;
    else
      above = middle;
  }
  *out = (struct lcm_root){above, above, true};
  return LCM_OK;
}

/* Return the fastest variant at "x" on the line through "point". */
static size_t winner_between(struct comparing *c, size_t point, double x) {
  size_t best = 0;
  double least = INFINITY;
  for (size_t v = 0; v < c->n; v++) {
    const double time = time_between(c, v, point, x);
    if (time < least) {
      least = time;
      best = v;
    }
  }
  return best;
}

/* Return the values of all variables at "point". */
static const double *values_at(struct comparing *c, size_t point) {
  double *values =
      LCM_NEW_ARRAY(lcm_ctx_arena(c->ctx), double, c->grid->n_names + 1);
  for (size_t j = 0; j < c->grid->n_names; j++)
    values[j] = c->grid->columns[j][point];
  return values;
}

/* Add the crossover "root" of "d". */
static void add(struct comparing *c, const struct difference *d,
                const struct lcm_root *root) {
  const double value =
      root->jump ? root->above : root->below + (root->above - root->below) / 2;
  const lcm_crossover crossover = {.variable = c->grid->names[c->axis],
                                   .value = value,
                                   .from = d->first,
                                   .to = d->second,
                                   .step = root->jump,
                                   .others = values_at(c, d->point)};
  LCM_LIST_ADD(lcm_ctx_arena(c->ctx), &c->found, crossover);
}

/* Find where the winner changes from d->first at "low" to d->second at "high",
 * also by way of others that win between. */
static void refine(struct comparing *c, struct difference d, double low,
                   double high) {
  struct lcm_root root;
  const struct lcm_function1 f = {difference_at, &d};
  const lcm_status status = is_whole(c) ? narrow_whole(&root, &d, low, high)
                                        : lcm_root_narrow(&root, f, low, high);
  if (status)
    return;
  const size_t best = winner_between(c, d.point, root.below);
  const bool between = best != d.first && best != d.second;
  if (!between || root.below <= low || root.above >= high) {
    add(c, &d, &root);
    return;
  }
  struct difference left = d;
  struct difference right = d;
  left.second = right.first = best;
  refine(c, left, low, root.below);
  refine(c, right, root.above, high);
}

/* Return the distance in the grid between neighbours along the axis. */
static size_t stride_of(const struct comparing *c) {
  size_t stride = 1;
  for (size_t j = c->axis + 1; j < c->grid->n_names; j++)
    if (!c->grid->follows[j])
      stride *= c->grid->sizes[j];
  return stride;
}

/* Find the crossovers along the axis of "c", on every line of the grid. */
static void search_axis(struct comparing *c) {
  const size_t stride = stride_of(c);
  const size_t length = stride * c->grid->sizes[c->axis];
  const double *x = c->grid->columns[c->axis];
  for (size_t i = 0; i < c->grid->n_points; i++) {
    const size_t next = i + stride;
    if (i % length >= length - stride || c->winners[i] == c->winners[next])
      continue;
    const bool rising = x[i] < x[next];
    const size_t low = rising ? i : next;
    const size_t high = rising ? next : i;
    const struct difference d = {c, low, c->winners[low], c->winners[high]};
    refine(c, d, x[low], x[high]);
  }
}

/* Return the place of coefficient "name" among the "n" at "coefs", or "n". */
static size_t coef_index(const lcm_coef *const *coefs, size_t n,
                         const char *name) {
  size_t i = 0;
  while (i < n && coefs[i]->name != name)
    i++;
  return i;
}

/* Return the half-width of the 90 % interval of the time of variant "b" less
 * that of variant "a" at point "i"; what both share cancels. */
static double difference_width(struct comparing *c, size_t a, size_t b,
                               size_t i) {
  const lcm_prediction *pa = c->predictions[a];
  const lcm_prediction *pb = c->predictions[b];
  lcm_arena *arena = lcm_ctx_arena(c->ctx);
  const size_t room = pa->n_coefs + pb->n_coefs + 1;
  const lcm_coef **coefs = LCM_NEW_ARRAY(arena, const lcm_coef *, room);
  double *gradient = LCM_NEW_ARRAY(arena, double, room);
  size_t n = 0;
  for (; n < pb->n_coefs; n++) {
    coefs[n] = pb->coefs[n];
    gradient[n] = pb->points[i].gradient[n];
  }
  for (size_t k = 0; k < pa->n_coefs; k++) {
    const size_t at = coef_index(coefs, n, pa->coefs[k]->name);
    coefs[at] = pa->coefs[k];
    gradient[at] -= pa->points[i].gradient[k];
    n += at == n;
  }
  return lcm_coef_half_width(c->ctx, coefs, gradient, n);
}

/* Return the fastest variant at point "i" but for the winner. */
static size_t second_at(const struct comparing *c, size_t i) {
  size_t best = c->winners[i] == 0 && c->n > 1;
  for (size_t v = 0; v < c->n; v++)
    if (v != c->winners[i] && time_at(c, v, i) < time_at(c, best, i))
      best = v;
  return best;
}

/* Fill in the winners and the intervals of "out". */
static void judge(struct comparing *c, lcm_comparison *out) {
  lcm_arena *arena = lcm_ctx_arena(c->ctx);
  const size_t n = c->grid->n_points;
  double *low = LCM_NEW_ARRAY(arena, double, n);
  double *high = LCM_NEW_ARRAY(arena, double, n);
  for (size_t i = 0; i < n; i++) {
    c->winners[i] = winner_at(c, i);
    const size_t other = second_at(c, i);
    const double gap = time_at(c, other, i) - time_at(c, c->winners[i], i);
    const double width = difference_width(c, c->winners[i], other, i);
    low[i] = gap - width;
    high[i] = gap + width;
  }
  out->winners = c->winners;
  out->difference_low = low;
  out->difference_high = high;
}

/* Predict all variants of "c". */
static lcm_status predict_all(struct comparing *c) {
  for (size_t v = 0; v < c->n; v++) {
    const lcm_prediction *prediction = NULL;
    const lcm_status status = lcm_predict(
        &prediction, c->ctx, c->variants[v].program, c->grid, c->options);
    if (status)
      return status;
    lcm_prediction *named = LCM_NEW(lcm_ctx_arena(c->ctx), lcm_prediction);
    *named = *prediction;
    named->name = c->variants[v].name;
    c->predictions[v] = named;
  }
  return LCM_OK;
}

lcm_status lcm_compare(const lcm_comparison **out, lcm_ctx *ctx,
                       const struct lcm_variant *variants, size_t n,
                       const lcm_grid *grid,
                       const struct lcm_predict_options *options) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct comparing c = {.ctx = ctx, .variants = variants, .n = n};
  c.grid = grid;
  c.options = options;
  c.predictions = LCM_NEW_ARRAY(arena, const lcm_prediction *, n);
  c.winners = LCM_NEW_ARRAY(arena, size_t, grid->n_points);
  const lcm_status status = predict_all(&c);
  if (status)
    return status;
  lcm_comparison *comparison = LCM_NEW(arena, lcm_comparison);
  judge(&c, comparison);
  for (c.axis = 0; c.axis < grid->n_names; c.axis++)
    if (!grid->follows[c.axis] && grid->sizes[c.axis] > 1)
      search_axis(&c);
  comparison->grid = grid;
  comparison->variants = c.predictions;
  comparison->n_variants = n;
  comparison->crossovers = c.found.at;
  comparison->n_crossovers = c.found.n;
  *out = comparison;
  return LCM_OK;
}
