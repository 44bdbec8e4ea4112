/* Joining series that samples split among fragments into their sum. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fit/experiment/pool.h"
#include "fit/experiment/record.h"
#include "model/structure/structure.h"

/* A share of the whole above which a part is most of it. */
static const double MOST = 0.5;

/* A run: its record of the whole, and the number of its point. */
struct run {
  const lcm_measurement *whole;
  size_t point;
};

/* Order runs as lcm_record_by_run does. */
static int by_run(const void *a, const void *b) {
  return lcm_record_by_run(((const struct run *)a)->whole,
                           ((const struct run *)b)->whole);
}

/* Return whether "series" was seen by samples: contention is not, but shared
 * out by what was. */
static bool is_sampled(const struct lcm_experiment_series *series) {
  const size_t n = series->data.n_points;
  bool sampled = n > 0 && lcm_cat_find(series->base.category) != LCM_CAT_RC;
  for (size_t i = 0; i < n && sampled; i++)
    sampled = lcm_record_is_sampled(series->records[i]);
  return sampled;
}

enum lcm_experiment_guide
lcm_experiment_guide_of(const struct lcm_experiment_series *series,
                        const struct lcm_experiment_series *whole) {
  if (!whole || !*series->base.fragment)
    return LCM_GUIDE_NONE;
  if (is_sampled(series))
    return LCM_GUIDE_SAMPLES;
  return series->total > MOST * whole->total ? LCM_GUIDE_RUN : LCM_GUIDE_NONE;
}

/* Add what "part" has in each of the "n" "runs" to "y". */
static void add(double *y, const struct lcm_experiment_series *part,
                const struct run *runs, size_t n) {
  for (size_t i = 0; i < part->data.n_points; i++) {
    const struct run key = {part->records[i], 0};
    const struct run *run = bsearch(&key, runs, n, sizeof *runs, by_run);
    if (run)
      y[run->point] += part->data.y[i];
  }
}

bool lcm_experiment_pool(struct lcm_experiment_series *out, lcm_ctx *ctx,
                         const struct lcm_experiment_series *whole,
                         const struct lcm_experiment_part *parts, size_t n) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t points = whole->data.n_points;
  double *y = LCM_NEW_ARRAY(arena, double, points + 1);
  struct run *runs = LCM_NEW_ARRAY(arena, struct run, points + 1);
  size_t several = 0;
  double sum = 0;
  for (size_t i = 0; i < points; i++)
    runs[i] = (struct run){whole->records[i], i};
  if (points > 1)
    qsort(runs, points, sizeof *runs, by_run);
  for (size_t i = 0; i < n; i++) {
    const struct lcm_experiment_series *part = parts[i].series;
    if (strcmp(part->base.category, whole->base.category) != 0 ||
        !is_sampled(part) || !(part->total > 0))
      continue;
    add(y, part, runs, points);
    several++;
  }
  for (size_t i = 0; i < points; i++)
    sum += y[i];
  *out = *whole;
  out->data.y = y;
  out->total = sum;
  return several > 1 && sum > 0;
}
