/* Points of a quantity: repetitions grouped, outliers and scatter found,
 * weights. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "fit/points.h"
#include "fit/search/powers.h"

/* A point and what orders it. */
struct row {
  const double *x;
  double y;
  size_t n;
};

/* How many robust deviations from the others make a repetition an outlier. */
static const double FAR = 5;

/* By how much, as a logarithm, repetitions have to be likelier where values are
 * taken for grainy; how many there are at least; how many grains are tried, by
 * factors of 4, about the middle of the values. */
static const double GRAINY = 5;
enum { ENOUGH = 12, GRAINS = 12 };

/* From how many repetitions on their middle half is enough; how much the mean
 * of the whole deviates from that of the half, as a share of its own deviation,
 * where values are normal; how many times that is beyond chance. */
static const double MIDDLE = 4;
static const double APART = 0.44;
static const double SKEWED = 2;

/* What a normal deviation is of the median of absolute ones. */
static const double MAD = 1.4826;

/* Compare the variables of two rows. */
static int by_place(const struct row *a, const struct row *b) {
  int order = 0;
  for (size_t i = 0; i < a->n && !order; i++)
    order = lcm_order_numbers(&a->x[i], &b->x[i]);
  return order;
}

/* Compare two rows for sorting: by place, then by value. */
static int by_row(const void *a, const void *b) {
  const int order = by_place(a, b);
  return order ? order
               : lcm_order_numbers(&((const struct row *)a)->y,
                                   &((const struct row *)b)->y);
}

/* Return whether all numbers of "row" are finite. */
static bool is_finite(const struct row *row) {
  bool finite = isfinite(row->y);
  for (size_t i = 0; i < row->n; i++)
    finite = finite && isfinite(row->x[i]);
  return finite;
}

/* Return the median of the "n" sorted numbers at "at". */
static double middle(const double *at, size_t n) {
  return n % 2 ? at[n / 2] : at[n / 2 - 1] / 2 + at[n / 2] / 2;
}

double lcm_fit_variance(const struct lcm_fit_points *points, double value) {
  if (!points->relative)
    return 1;
  const double size = fmax(fabs(value), points->floor);
  return size * (size + points->grain);
}

/* Take the finite points of "data", sorted, into "rows"; return how many. */
static size_t take_rows(struct row *rows, const struct lcm_fit_data *data) {
  size_t n = 0;
  for (size_t i = 0; i < data->n_points; i++) {
    rows[n] =
        (struct row){data->x + i * data->n_names, data->y[i], data->n_names};
    n += is_finite(&rows[n]);
  }
  qsort(rows, n, sizeof *rows, by_row);
  return n;
}

/* Copy "rows" into "out", of which the arrays are there. */
static void copy_rows(struct lcm_fit_points *out, const struct row *rows) {
  const size_t width = out->n_names;
  for (size_t i = 0; i < out->n; i++) {
    const bool first = i == 0 || by_place(&rows[i - 1], &rows[i]) != 0;
    out->groups += first;
    out->group[i] = out->groups - 1;
    out->y[i] = rows[i].y;
    out->weight[i] = 1;
    if (width)
      memcpy(out->x + i * width, rows[i].x, width * sizeof(double));
    if (width && first)
      memcpy(out->at + out->group[i] * width, rows[i].x,
             width * sizeof(double));
  }
}

/* Put the median of each group, whose points are sorted, into its centre. */
static void find_medians(struct lcm_fit_points *points) {
  for (size_t from = 0, to; from < points->n; from = to) {
    for (to = from; to < points->n && points->group[to] == points->group[from];)
      to++;
    points->centre[points->group[from]] = middle(points->y + from, to - from);
  }
}

/* Put into the centre of each group the mean of what counts of it. */
static void find_means(struct lcm_fit_points *points) {
  for (size_t g = 0; g < points->groups; g++)
    points->centre[g] = points->count[g] = 0;
  for (size_t i = 0; i < points->n; i++) {
    points->centre[points->group[i]] += points->weight[i] * points->y[i];
    points->count[points->group[i]] += points->weight[i];
  }
  for (size_t g = 0; g < points->groups; g++)
    points->centre[g] /= points->count[g];
}

/* Return how far point "i" is from its centre, in units of what deviations are
 * proportional to. */
static double distance(const struct lcm_fit_points *points, size_t i) {
  const double centre = points->centre[points->group[i]];
  return fabs(points->y[i] - centre) / sqrt(lcm_fit_variance(points, centre));
}

/* Let the centre of groups whose median is 0, but not all of their points, be
 * their mean: something is there, and seldom seen. */
static void find_rare(struct lcm_fit_points *points) {
  for (size_t from = 0, to; from < points->n; from = to) {
    double *centre = &points->centre[points->group[from]];
    double sum = 0;
    for (to = from; to < points->n && points->group[to] == points->group[from];)
      sum += points->y[to++];
    if (*centre == 0)
      *centre = sum / (double)(to - from);
  }
}

/* Put the distances of repetitions from their median into "out", without the
 * median itself where it is one of them; groups of two have none to be far
 * from.  Return how many. */
static size_t find_distances(double *out, const struct lcm_fit_points *points) {
  size_t n = 0;
  for (size_t i = 0; i < points->n; i++) {
    const size_t g = points->group[i];
    const bool odd = (size_t)points->count[g] % 2;
    const bool first = i == 0 || points->group[i - 1] != g;
    const size_t centre = i + (size_t)points->count[g] / 2;
    if (points->count[g] < 3 || points->centre[g] == 0)
      continue;
    for (size_t j = i; first && j < i + (size_t)points->count[g]; j++)
      if (!odd || j != centre)
        out[n++] = distance(points, j);
  }
  return n;
}

/* Let all repetitions of groups count of which less than half do: most of a
 * place are no outliers, however well those of other places agree. */
static void keep_most(struct lcm_fit_points *points) {
  for (size_t from = 0, to; from < points->n; from = to) {
    double count = 0;
    for (to = from; to < points->n && points->group[to] == points->group[from];)
      count += points->weight[to++];
    for (size_t i = from; i < to && 2 * count < (double)(to - from); i++)
      points->weight[i] = 1;
  }
}

/* Let the repetitions not count that are far from their median by the measure
 * of all groups together. */
static void leave_out_far(struct lcm_fit_points *points, double *scratch) {
  const size_t n = find_distances(scratch, points);
  if (n < 4)
    return;
  qsort(scratch, n, sizeof *scratch, lcm_order_numbers);
  const double limit = fmax(FAR * MAD * middle(scratch, n), 1e-9);
  for (size_t i = 0; i < points->n; i++)
    if (points->count[points->group[i]] > 2 && distance(points, i) > limit)
      points->weight[i] = 0;
  keep_most(points);
}

/* Set the value below which deviations are no longer proportional. */
static void find_floor(struct lcm_fit_points *points, double *scratch) {
  size_t n = 0;
  for (size_t g = 0; g < points->groups; g++)
    if (points->centre[g] != 0)
      scratch[n++] = fabs(points->centre[g]);
  qsort(scratch, n, sizeof *scratch, lcm_order_numbers);
  points->floor = n ? 0.005 * middle(scratch, n) : 1;
}

bool lcm_fit_is_void(const struct lcm_fit_points *points, size_t g) {
  return points->idle[g] || (points->relative && points->centre[g] == 0);
}

/* Say whether the deviation of "points" is relative, and count the scatter by
 * that. */
static void weigh_points(struct lcm_fit_points *points, bool relative) {
  points->relative = relative;
  points->scatter = 0;
  points->freedom = 0;
  for (size_t g = 0; g < points->groups; g++)
    points->freedom -= !lcm_fit_is_void(points, g);
  for (size_t i = 0; i < points->n; i++) {
    const double d = points->weight[i] * distance(points, i);
    points->scatter += d * d;
    if (!lcm_fit_is_void(points, points->group[i]))
      points->freedom += points->weight[i];
  }
}

/* Return the logarithm of the likelihood of the repetitions of "points" where
 * the variance of small values has a part that is proportional to the value
 * itself, as "grain" says: deviations are exponential, so that outliers matter
 * little. */
static double grained(struct lcm_fit_points *points, double grain) {
  double sum = 0;
  double n = 0;
  double widths = 0;
  points->grain = grain;
  for (size_t i = 0; i < points->n; i++) {
    const double centre = points->centre[points->group[i]];
    if (points->count[points->group[i]] < 3 || centre == 0)
      continue;
    sum += distance(points, i);
    widths += log(lcm_fit_variance(points, centre)) / 2;
    n++;
  }
  return n < ENOUGH || !(sum > 0) ? -INFINITY : -n * log(sum) - widths;
}

/* Say how grainy "points" are: what is counted, as by samples, deviates by the
 * root of how often it was. */
static void find_grain(struct lcm_fit_points *points) {
  double best = grained(points, 0) + GRAINY;
  double found = 0;
  for (int i = 0; i < GRAINS && best > -INFINITY; i++) {
    const double grain = 200 * points->floor * pow(4, GRAINS / 2 - i);
    const double likely = grained(points, grain);
    found = likely > best ? grain : found;
    best = fmax(best, likely);
  }
  points->grain = found;
}

/* Return the logarithm of the likelihood of the scatter of "points" where the
 * deviation is proportional to the value, or is not, as "relative" says. */
static double likelihood(struct lcm_fit_points *points, bool relative) {
  weigh_points(points, relative);
  double sum = -points->freedom / 2 * log(points->scatter + 1e-300);
  for (size_t g = 0; g < points->groups; g++)
    sum -= (points->count[g] - 1) / 2 *
           log(lcm_fit_variance(points, points->centre[g]));
  return sum;
}

/* Return whether the deviation of "points" grows with the value, as that of
 * times does unless their repetitions say otherwise. */
static bool is_relative(struct lcm_fit_points *points) {
  weigh_points(points, true);
  if (points->freedom < 4 || points->scatter <= 0)
    return true;
  return likelihood(points, true) > likelihood(points, false) - 3;
}

/* Return whether "points", whose centres are medians, are 0 at more than half
 * of the places where they need not be, but not everywhere. */
static bool is_sparse(const struct lcm_fit_points *points) {
  size_t zeros = 0;
  size_t others = 0;
  bool any = false;
  for (size_t g = 0; g < points->groups; g++)
    if (!points->idle[g]) {
      zeros += points->centre[g] == 0;
      others++;
    }
  for (size_t i = 0; i < points->n; i++)
    any = any || points->y[i] != 0;
  return any && 2 * zeros > others;
}

/* Say whether the deviation of "points" is relative, as "options" or the points
 * have it. */
static void choose_weights(struct lcm_fit_points *points,
                           const struct lcm_fit_options *options) {
  const bool found =
      options->relative < 0 && !points->sparse && is_relative(points);
  weigh_points(points, found || options->relative > 0);
}

/* Return the mean of the middle half of what counts of the group whose points
 * begin with number "from". */
static double middle_half(const struct lcm_fit_points *points, size_t from) {
  const size_t g = points->group[from];
  double sum = 0;
  double n = 0;
  double seen = 0;
  for (size_t i = from; i < points->n && points->group[i] == g; i++) {
    const double end = seen + points->weight[i];
    const double inside = fmin(end, 0.75 * points->count[g]) -
                          fmax(seen, 0.25 * points->count[g]);
    seen = end;
    sum += inside > 0 ? inside * points->y[i] : 0;
    n += inside > 0 ? inside : 0;
  }
  return n > 0 ? sum / n : points->centre[g];
}

/* Return whether the means of groups, their centres, are above their "middle"
 * halves by more than chance: runs are slowed down more often than sped up.
 * (Counts are skewed by themselves, and have their mean.) */
static bool is_skewed(const struct lcm_fit_points *points,
                      const double *middle) {
  const double own =
      points->freedom > 0 ? sqrt(points->scatter / points->freedom) : 0;
  double sum = 0;
  double n = 0;
  for (size_t g = 0; g < points->groups; g++) {
    const double width = sqrt(lcm_fit_variance(points, points->centre[g]));
    if (points->count[g] < MIDDLE || points->centre[g] == 0)
      continue;
    sum += sqrt(points->count[g]) * (points->centre[g] - middle[g]) / width;
    n++;
  }
  return sum > SKEWED * own * APART * sqrt(n);
}

/* Let the centre of groups be what they cluster around, where they are skewed;
 * return whether they are. */
static bool find_middles(struct lcm_fit_points *points, double *scratch) {
  for (size_t i = 0; i < points->n; i++)
    if (i == 0 || points->group[i] != points->group[i - 1])
      scratch[points->group[i]] = middle_half(points, i);
  if (!is_skewed(points, scratch))
    return false;
  for (size_t g = 0; g < points->groups; g++)
    if (points->count[g] >= MIDDLE)
      points->centre[g] = scratch[g];
  return true;
}

/* Find the groups of "points" that are 0 because variable "v", if that counts
 * processors, is 1 there: all of these, and not all others. */
static void find_idle(struct lcm_fit_points *points, size_t v) {
  bool is_one = false;
  bool zero = true;
  bool others = false;
  if (!lcm_fit_counts_processors(points->names[v]))
    return;
  for (size_t i = 0; i < points->n; i++) {
    const bool alone = points->x[i * points->n_names + v] == 1;
    is_one = is_one || alone;
    zero = zero && (!alone || points->y[i] == 0);
    others = others || (!alone && points->y[i] != 0);
  }
  for (size_t i = 0; i < points->n && is_one && zero && others; i++)
    if (points->x[i * points->n_names + v] == 1)
      points->idle[points->group[i]] = true;
}

bool lcm_fit_vanishes(const struct lcm_fit_points *points, size_t v) {
  bool any = false;
  if (!lcm_fit_counts_processors(points->names[v]))
    return false;
  for (size_t g = 0; g < points->groups; g++) {
    const bool alone = points->at[g * points->n_names + v] == 1;
    if (alone && !points->idle[g])
      return false;
    any = any || alone;
  }
  return any;
}

void lcm_fit_points_take(struct lcm_fit_points *out, lcm_arena *arena,
                         const struct lcm_fit_data *data,
                         const struct lcm_fit_options *options) {
  struct row *rows = LCM_NEW_ARRAY(arena, struct row, data->n_points + 1);
  const size_t n = take_rows(rows, data);
  double *scratch = LCM_NEW_ARRAY(arena, double, n + 1);
  *out = (struct lcm_fit_points){
      .names = data->names,
      .n_names = data->n_names,
      .n = n,
      .x = LCM_NEW_ARRAY(arena, double, n * data->n_names + 1),
      .y = LCM_NEW_ARRAY(arena, double, n + 1),
      .group = LCM_NEW_ARRAY(arena, size_t, n + 1),
      .weight = LCM_NEW_ARRAY(arena, double, n + 1),
      .at = LCM_NEW_ARRAY(arena, double, n * data->n_names + 1),
      .centre = LCM_NEW_ARRAY(arena, double, n + 1),
      .count = LCM_NEW_ARRAY(arena, double, n + 1),
      .skipped = data->n_points - n,
      .relative = options->relative != 0,
  };
  copy_rows(out, rows);
  out->idle = LCM_NEW_ARRAY(arena, bool, out->groups + 1);
  for (size_t v = 0; v < out->n_names; v++)
    find_idle(out, v);
  find_means(out);
  find_medians(out);
  find_floor(out, scratch);
  out->sparse = is_sparse(out);
  if (!out->sparse)
    find_rare(out);
  if (!out->sparse && options->relative < 0)
    find_grain(out);
  if (options->robust && !out->sparse)
    leave_out_far(out, scratch);
  find_means(out);
  choose_weights(out, options);
  if (options->robust && !options->n_forms && !out->sparse && !out->grain &&
      find_middles(out, scratch))
    choose_weights(out, options);
}

void lcm_fit_points_varying(struct lcm_fit_points *out, lcm_arena *arena,
                            const struct lcm_fit_points *points) {
  const size_t width = points->n_names;
  size_t *kept = LCM_NEW_ARRAY(arena, size_t, width + 1);
  const char **names = LCM_NEW_ARRAY(arena, const char *, width + 1);
  *out = *points;
  out->n_names = 0;
  for (size_t v = 0; v < width; v++) {
    bool varies = false;
    for (size_t g = 1; g < points->groups; g++)
      varies = varies || points->at[g * width + v] != points->at[v];
    names[out->n_names] = points->names[v];
    kept[out->n_names] = v;
    out->n_names += varies;
  }
  out->names = names;
  out->at = LCM_NEW_ARRAY(arena, double, points->groups * out->n_names + 1);
  for (size_t g = 0; g < points->groups; g++)
    for (size_t v = 0; v < out->n_names; v++)
      out->at[g * out->n_names + v] = points->at[g * width + kept[v]];
  out->x = NULL;
}
