/* Scaling samples to the typical run, the median of equal runs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "fit/experiment/record.h"
#include "fit/experiment/typical.h"
#include "model/structure/structure.h"

/* How many equal runs there are at least to say what is typical. */
enum { ENOUGH = 3 };

/* A run: its record of the whole, and how long it computed. */
struct run {
  const lcm_measurement *whole;
  double work;
};

/* Order runs as lcm_record_by_run does their records. */
static int by_run(const void *a, const void *b) {
  return lcm_record_by_run(((const struct run *)a)->whole,
                           ((const struct run *)b)->whole);
}

/* Return for how long "one" computed, contention included. */
static double work_of(const lcm_measurement *one) {
  const double pc = lcm_measured_category(one, lcm_cat_name(LCM_CAT_PC));
  const double rc = lcm_measured_category(one, lcm_cat_name(LCM_CAT_RC));
  return pc + (isnan(rc) ? 0 : rc);
}

/* Put the records of whole runs of "all" into "runs", sorted; return how
 * many. */
static size_t find_runs(struct run *runs, const lcm_measurements *all) {
  size_t n = 0;
  for (size_t i = 0; i < all->n; i++) {
    const lcm_measurement *one = &all->at[i];
    if (!*one->fragment && !one->foreign && work_of(one) > 0)
      runs[n++] = (struct run){one, work_of(one)};
  }
  if (n > 1)
    qsort(runs, n, sizeof *runs, by_run);
  return n;
}

/* Put what the work of the "n" runs at "runs", of one setting, is to be
 * multiplied by to be that of a typical one into "factor"; "scratch" has room
 * for as many numbers. */
static void compare(double *factor, double *scratch, const struct run *runs,
                    size_t n) {
  for (size_t i = 0; i < n; i++)
    scratch[i] = runs[i].work;
  const double middle = lcm_order_median(scratch, n);
  for (size_t i = 0; i < n; i++)
    factor[i] = n < ENOUGH ? 1 : middle / runs[i].work;
}

/* Return whether "one" is a count of samples and nothing else: what is timed
 * has visits, too. */
static bool is_counted(const lcm_measurement *one) {
  return lcm_record_is_sampled(one) && isnan(one->visits);
}

const double *lcm_experiment_typical(lcm_arena *arena,
                                     const lcm_measurements *all) {
  struct run *runs = LCM_NEW_ARRAY(arena, struct run, all->n + 1);
  const size_t n = find_runs(runs, all);
  double *factor = LCM_NEW_ARRAY(arena, double, n + 1);
  double *scratch = LCM_NEW_ARRAY(arena, double, n + 1);
  double *out = LCM_NEW_ARRAY(arena, double, all->n + 1);
  for (size_t i = 0, behind = 0; i < n; i = behind) {
    for (behind = i + 1; behind < n && !lcm_record_by_setting(
                                           runs[i].whole, runs[behind].whole);)
      behind++;
    compare(&factor[i], scratch, &runs[i], behind - i);
  }
  for (size_t i = 0; i < all->n; i++) {
    const struct run key = {&all->at[i], 0};
    const struct run *found = n && is_counted(&all->at[i])
                                  ? bsearch(&key, runs, n, sizeof *runs, by_run)
                                  : NULL;
    out[i] = found ? factor[found - runs] : 1;
  }
  return out;
}
