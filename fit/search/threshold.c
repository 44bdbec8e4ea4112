/* Searching forms max(k1 x + k2, k3), constant up to some value. */
#include <stdlib.h>

#include "base/order.h"
#include "fit/search/evidence.h"
#include "fit/search/threshold.h"

/* Logarithm of how likely a threshold is before anything is measured: of a
 * size, of processors (contention begins with some of them). */
static const double THRESHOLD[] = {-3, -1.5};

/* Residuals below that share of the squared values are rounding. */
static const double ROUNDING = 1e-13;

/* Sums over the groups on one side of a threshold: "n" that depend on it, of
 * which "rows" count. */
struct side {
  double n, rows, w, x, y, xx, xy, yy;
};

/* A threshold looked at, of a factor that depends on other variables: the
 * groups up to "split" are the flat side, those from "next" on the line. column
 * the factor at the groups, weighted */
struct looking {
  const struct lcm_fit_space *space;
  const double *column;
  size_t axis;
  double split;
  double next;
  struct side flat;
  struct side line;
};

/* Add group "g" to its side. */
static void add_group(struct looking *l, size_t g) {
  const struct lcm_fit_points *points = l->space->points;
  if (lcm_fit_is_out(l->space->left_out, g))
    return;
  const double x = points->at[g * points->n_names + l->axis];
  const double c = l->column[g];
  const double y = l->space->y[g];
  struct side *s = x <= l->split ? &l->flat : &l->line;
  s->n += c != 0;
  s->rows += !lcm_fit_is_void(points, g);
  s->w += c * c;
  s->x += c * c * x;
  s->y += c * y;
  s->xx += c * c * x * x;
  s->xy += c * x * y;
  s->yy += y * y;
}

/* Return the score of threshold "l" with one of "splits" places for it;
 * -infinity where a maximum would not be what its sides are.  Put its squared
 * residuals into "*rest". */
static double look(const struct looking *l, size_t splits, double *rest) {
  const struct side *f = &l->flat;
  const struct side *s = &l->line;
  const double sxx = s->xx - s->x * s->x / s->w;
  const double sxy = s->xy - s->x * s->y / s->w;
  if (f->n < 2 || s->n < 2 || !(sxx > 0))
    return -INFINITY;
  const double slope = sxy / sxx;
  const double above = (s->y - slope * s->x) / s->w;
  const double level = f->y / f->w;
  const double rise = slope * (s->x / s->w - l->split);
  const double rounding = 1e-9 * fmax(level, fabs(slope) * l->next);
  if (rise < 1e-6 * level || above + slope * l->split > level + rounding ||
      above + slope * l->next < level - rounding ||
      (l->space->vanishes[l->axis] && f->yy > 0))
    return -INFINITY;
  *rest = ROUNDING * (f->yy + s->yy) + fmax(f->yy - f->y * f->y / f->w, 0) +
          fmax(s->yy - s->y * s->y / s->w - slope * sxy, 0);
  const size_t k = f->yy > 0 ? 3 : 2;
  const struct lcm_fit_evidence e = {k, f->rows + s->rows, *rest,
                                     log(sxx / s->xx), f->yy + s->yy};
  return lcm_fit_log_evidence(l->space->points, &e) +
         THRESHOLD[l->space->kind[l->axis]] - log((double)splits) +
         l->space->offset;
}

size_t lcm_fit_values(double *values, const struct lcm_fit_points *points,
                      size_t axis) {
  size_t n = 0;
  for (size_t g = 0; g < points->groups; g++)
    values[g] = points->at[g * points->n_names + axis];
  qsort(values, points->groups, sizeof *values, lcm_order_numbers);
  for (size_t g = 0; g < points->groups; g++)
    if (!n || values[g] != values[n - 1])
      values[n++] = values[g];
  return n;
}

/* The different values of a variable, ascending. */
struct values {
  double *at;
  size_t n;
};

/* Add the thresholds that "like" describes, but for their split, which is one
 * of "all", to "found"; the column of their factor is that of term "t", or the
 * constant where that is NULL. */
static void search_splits(lcm_fit_found_list *found,
                          const struct lcm_fit_found *like,
                          const struct values *all,
                          const struct lcm_fit_term *t) {
  const struct lcm_fit_space *space = like->space;
  const struct lcm_fit_points *points = space->points;
  const double *values = all->at;
  const size_t n = all->n;
  const double *column = t ? t->column : space->one;
  const double weight = t ? t->weight - 1 : 0;
  for (size_t i = 1; i + 2 < n; i++) {
    struct lcm_fit_found one = *like;
    struct looking l = {.space = space,
                        .column = column,
                        .axis = like->axis,
                        .split = values[i],
                        .next = values[i + 1]};
    for (size_t g = 0; g < points->groups; g++)
      add_group(&l, g);
    one.split = values[i];
    one.next = values[i + 1];
    one.score = look(&l, n - 3, &one.rest) + weight;
    if (one.score > -INFINITY)
      LCM_LIST_ADD(space->arena, found, one);
  }
}

/* Return the number of the first power, x, of "space". */
static unsigned char linear(const struct lcm_fit_space *space) {
  unsigned char power = (unsigned char)space->powers.constant;
  while (space->powers.at[power].over < 1 ||
         space->powers.at[power].under > 1 || space->powers.at[power].others)
    power++;
  return power;
}

/* Return whether forms are 0 where a variable other than "axis" is 1. */
static bool vanishes_beside(const struct lcm_fit_space *space, size_t axis) {
  bool any = false;
  for (size_t v = 0; v < space->points->n_names; v++)
    any = any || (v != axis && space->vanishes[v]);
  return any;
}

/* Add the thresholds along "axis" to "found": alone, and times each term of the
 * other variables. */
static void search_axis(lcm_fit_found_list *found,
                        const struct lcm_fit_space *space, size_t axis) {
  struct lcm_fit_found one = {
      .space = space, .kind = LCM_FIT_THRESHOLD, .axis = axis};
  for (size_t v = 0; v < LCM_FIT_VARIABLES; v++)
    one.lead[v] = (unsigned char)space->powers.constant;
  one.lead[axis] = linear(space);
  struct values all = {
      LCM_NEW_ARRAY(space->arena, double, space->points->groups + 1), 0};
  all.n = lcm_fit_values(all.at, space->points, axis);
  if (!vanishes_beside(space, axis))
    search_splits(found, &one, &all, NULL);
  one.n = 1;
  for (size_t t = 0; t < space->terms.n; t++) {
    const struct lcm_fit_term *term = &space->terms.at[t];
    if (term->power[axis] != space->powers.constant)
      continue;
    one.term[0] = (unsigned short)t;
    for (size_t v = 0; v < LCM_FIT_VARIABLES; v++)
      if (v != axis)
        one.lead[v] = term->power[v];
    search_splits(found, &one, &all, term);
  }
}

void lcm_fit_search_thresholds(lcm_fit_found_list *found,
                               const struct lcm_fit_space *space) {
  for (size_t v = 0; v < space->points->n_names; v++)
    search_axis(found, space, v);
}
