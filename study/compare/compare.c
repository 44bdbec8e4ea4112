/* Comparing variants over a grid: winners, intervals, crossovers along each
 * axis. */
#include <math.h>
#include <string.h>

#include "study/compare/compare.h"
#include "study/compare/proof.h"
#include "study/compare/search.h"

/* Return the time of variant "v" at grid point "i", infinite where none is
 * known. */
static double time_at(const struct lcm_comparing *c, size_t v, size_t i) {
  const double time = c->predictions[v]->points[i].time;
  return isnan(time) ? INFINITY : time;
}

/* Return the index of the fastest variant at point "i"; the first of equals. */
static size_t winner_at(const struct lcm_comparing *c, size_t i) {
  size_t best = 0;
  for (size_t v = 1; v < c->n; v++)
    if (time_at(c, v, i) < time_at(c, best, i))
      best = v;
  return best;
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
static double difference_width(struct lcm_comparing *c, size_t a, size_t b,
                               size_t i) {
  const lcm_prediction *pa = c->predictions[a];
  const lcm_prediction *pb = c->predictions[b];
  lcm_arena *arena = lcm_ctx_arena(c->ctx);
  const size_t room = pa->n_coefs + pb->n_coefs + 1;
  const lcm_coef **coefs = LCM_NEW_ARRAY(arena, const lcm_coef *, room);
  double *gradient = LCM_NEW_ARRAY(arena, double, room);
  size_t n = 0;
  if ((pa->n_coefs && !pa->points[i].gradient) ||
      (pb->n_coefs && !pb->points[i].gradient))
    return 0;
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
static size_t second_at(const struct lcm_comparing *c, size_t i) {
  size_t best = c->winners[i] == 0 && c->n > 1;
  for (size_t v = 0; v < c->n; v++)
    if (v != c->winners[i] && time_at(c, v, i) < time_at(c, best, i))
      best = v;
  return best;
}

/* Return how likely a quantity is above 0 whose expected value is "mean", and
 * its 90 % interval "width" to either side. */
static double chance_above(double mean, double width) {
  static const double TO_DEVIATION = 1.6448536269514722;
  if (!(width > 0))
    return mean == 0 ? 0.5 : 1;
  return 0.5 * erfc(-mean / (width / TO_DEVIATION) / sqrt(2));
}

/* Return what "p" loses in the category called "name" at point "i", in seconds
 * of the time. */
static double loss_of(const lcm_prediction *p, const char *name, size_t i) {
  for (size_t k = 0; k < p->n_cats; k++)
    if (!strcmp(p->cat_names[k], name))
      return p->points[i].cats[k] / p->points[i].p;
  return 0;
}

/* Return in what the variant "a" is ahead of "b" most at point "i". */
static struct lcm_reason reason_of(const struct lcm_comparing *c, size_t a,
                                   size_t b, size_t i) {
  struct lcm_reason reason = {NULL, 0};
  const lcm_prediction *const both[] = {c->predictions[a], c->predictions[b]};
  if (both[0]->bare || both[1]->bare)
    return reason;
  for (size_t v = 0; v < 2; v++)
    for (size_t k = 0; k < both[v]->n_cats; k++) {
      const char *name = both[v]->cat_names[k];
      const double by = loss_of(both[1], name, i) - loss_of(both[0], name, i);
      if (by > reason.seconds)
        reason = (struct lcm_reason){name, by};
    }
  return reason;
}

/* Fill in the winners and the intervals of "out". */
static void judge(struct lcm_comparing *c, lcm_comparison *out) {
  lcm_arena *arena = lcm_ctx_arena(c->ctx);
  const size_t n = c->grid->n_points;
  double *low = LCM_NEW_ARRAY(arena, double, n);
  double *high = LCM_NEW_ARRAY(arena, double, n);
  double *chances = LCM_NEW_ARRAY(arena, double, n);
  size_t *seconds = LCM_NEW_ARRAY(arena, size_t, n);
  struct lcm_reason *reasons = LCM_NEW_ARRAY(arena, struct lcm_reason, n);
  for (size_t i = 0; i < n; i++) {
    c->winners[i] = winner_at(c, i);
    const size_t other = second_at(c, i);
    const double gap = time_at(c, other, i) - time_at(c, c->winners[i], i);
    const double width = difference_width(c, c->winners[i], other, i);
    low[i] = gap - width;
    high[i] = gap + width;
    seconds[i] = other;
    chances[i] = chance_above(gap, width);
    reasons[i] = reason_of(c, c->winners[i], other, i);
  }
  out->seconds = seconds;
  out->chances = chances;
  out->reasons = reasons;
  out->winners = c->winners;
  out->difference_low = low;
  out->difference_high = high;
}

/* The prediction of variant "v" of "c" was stopped before it was known at all
 * points, or (not "known") at any: what is known so far is compared. */
static lcm_status end_early(struct lcm_comparing *c, size_t v, bool known) {
  const size_t n = v + known;
  if (!n)
    return LCM_ESTOPPED;
  if (n < c->n)
    lcm_ctx_end(c->ctx, "%zu of %zu variants", n, c->n);
  c->n = n;
  if (known)
    c->grid = c->predictions[v]->grid;
  for (size_t i = 0; i < n; i++) {
    lcm_prediction *cut = LCM_NEW(lcm_ctx_arena(c->ctx), lcm_prediction);
    *cut = *c->predictions[i];
    cut->grid = c->grid;
    c->predictions[i] = cut;
  }
  return LCM_OK;
}

/* Predict all variants of "c". */
static lcm_status predict_all(struct lcm_comparing *c) {
  for (size_t v = 0; v < c->n; v++) {
    const lcm_prediction *prediction = NULL;
    lcm_status status = lcm_predictor_new(
        &c->predictors[v], c->ctx, c->variants[v].program, c->grid, c->options);
    if (!status)
      status = lcm_predictor_run(&prediction, c->predictors[v], c->grid);
    if (status == LCM_ESTOPPED)
      return end_early(c, v, false);
    if (status)
      return status;
    lcm_prediction *named = LCM_NEW(lcm_ctx_arena(c->ctx), lcm_prediction);
    *named = *prediction;
    named->name = c->variants[v].name;
    c->predictions[v] = named;
    if (lcm_ctx_so_far(c->ctx, NULL))
      return end_early(c, v, true);
    lcm_ctx_tell(c->ctx, "variants", v + 1, c->n);
  }
  return LCM_OK;
}

/* Return the distance in the grid between neighbours along the axis. */
static size_t stride_of(const struct lcm_comparing *c) {
  size_t stride = 1;
  for (size_t j = c->axis + 1; j < c->grid->n_names; j++)
    if (!c->grid->follows[j])
      stride *= c->grid->sizes[j];
  return stride;
}

/* Find the crossovers along the axis of "c", on every line of the grid but for
 * that which is looked at when that is stopped. */
static void search_axis(struct lcm_comparing *c) {
  struct lcm_comparing_line line = {.stride = stride_of(c),
                                    .n = c->grid->sizes[c->axis]};
  const double *x = c->grid->columns[c->axis];
  for (size_t i = 0; i < c->grid->n_points; i++) {
    if (i % (line.stride * line.n) >= line.stride)
      continue;
    line.first = i;
    line.low = INFINITY;
    line.high = -INFINITY;
    for (size_t k = 0; k < line.n; k++) {
      line.low = fmin(line.low, x[i + k * line.stride]);
      line.high = fmax(line.high, x[i + k * line.stride]);
    }
    if (lcm_comparing_prove(c, &line))
      continue;
    const size_t before = c->found.n;
    c->incomplete = true;
    lcm_comparing_search(c, &line);
    if (!lcm_ctx_is_stopped(c->ctx))
      continue;
    c->found.n = before;
    lcm_ctx_end(c->ctx, "all points, of the crossovers %zu", before);
    return;
  }
}

/* Return whether something that has no cost in "a" has none in "b" either. */
static bool lack_alike(const lcm_prediction *a, const lcm_prediction *b) {
  for (size_t i = 0; i < a->n_unknown; i++) {
    bool found = false;
    for (size_t k = 0; k < b->n_unknown && !found; k++)
      found = !strcmp(a->unknown[i].reason, b->unknown[k].reason);
    if (!found)
      return false;
  }
  return true;
}

/* Return whether the variants of "c" leave out different things. */
static bool differ_in_unknown(const struct lcm_comparing *c) {
  for (size_t v = 0; v < c->n; v++)
    for (size_t u = 0; u < c->n; u++)
      if (!lack_alike(c->predictions[v], c->predictions[u]))
        return true;
  return false;
}

lcm_status lcm_compare(const lcm_comparison **out, lcm_ctx *ctx,
                       const struct lcm_variant *variants, size_t n,
                       const lcm_grid *grid,
                       const struct lcm_predict_options *options) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct lcm_comparing c = {.ctx = ctx,
                            .variants = variants,
                            .n = n,
                            .grid = grid,
                            .options = options};
  c.predictors = LCM_NEW_ARRAY(arena, struct lcm_predictor *, n + 1);
  c.predictions = LCM_NEW_ARRAY(arena, const lcm_prediction *, n);
  c.winners = LCM_NEW_ARRAY(arena, size_t, grid->n_points);
  const lcm_status status = predict_all(&c);
  if (status)
    return status;
  lcm_comparison *comparison = LCM_NEW(arena, lcm_comparison);
  judge(&c, comparison);
  comparison->undecided = differ_in_unknown(&c);
  grid = c.grid;
  for (c.axis = 0; c.axis < grid->n_names && !comparison->undecided &&
                   !lcm_ctx_so_far(ctx, NULL);
       c.axis++)
    if (!grid->follows[c.axis] && grid->sizes[c.axis] > 1)
      search_axis(&c);
  comparison->grid = grid;
  comparison->variants = c.predictions;
  comparison->n_variants = c.n;
  comparison->basis = lcm_basis_join(ctx, c.predictions, c.n);
  comparison->crossovers = c.found.at;
  comparison->n_crossovers = c.found.n;
  comparison->complete =
      !c.incomplete && !comparison->undecided && !lcm_ctx_so_far(ctx, NULL);
  *out = comparison;
  return LCM_OK;
}
