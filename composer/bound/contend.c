/* What contention takes beyond the bound of a parallel part: estimates (van
 * Gemund 1996, chapter 6). */
#include <math.h>

#include "composer/bound/contend.h"
#include "composer/bound/terms/theory.h"

/* Steps of mean value analysis in a parallel part at most. */
enum { MAX_MVA = 20000000 };

bool lcm_bound_section(struct lcm_bound_run *run,
                       const struct lcm_bound_fork *fork,
                       struct lcm_section_demands *out) {
  const struct lcm_bound_demands *demands = fork->all->demands;
  if (!(fork->turns > 0) || fork->branches < 2 || !demands ||
      demands->n > LCM_BOUND_ROWS)
    return false;
  double *cells =
      LCM_NEW_ARRAY(run->pool.arena, double, fork->rows.n * demands->n);
  size_t row = 0;
  for (size_t i = 0; i < fork->uses.n; i++) {
    while (i >= fork->rows.at[row])
      row++;
    for (size_t k = 0; k < demands->n; k++)
      if (demands->ids[k] == fork->uses.at[i].id)
        cells[row * demands->n + k] = fork->uses.at[i].time;
  }
  *out = (struct lcm_section_demands){fork->rows.n, demands->n, cells};
  return true;
}

bool lcm_bound_has_rivals(const struct lcm_bound_fork *fork) {
  for (size_t i = 0; i < fork->met.n; i++)
    if (fork->met.at[i].signallers > 1)
      return true;
  return false;
}

/* Return how long the resources of "demands" are used together. */
static double used(const struct lcm_bound_demands *demands) {
  double sum = 0;
  for (size_t i = 0; demands && i < demands->n; i++)
    sum += demands->times[i];
  return sum;
}

/* Return how many resources "fork" has: what it does without resources counts
 * as one more. */
static double resources(const struct lcm_bound_fork *fork) {
  const struct lcm_bound_value *all = fork->all;
  const double n = all->demands ? (double)all->demands->n : 0;
  const bool delays = all->work > used(all->demands) * (1 + 1e-12);
  return n + (delays || all->nested);
}

/* Return how much longer than the bound of "fork" theorem 6.1 lets it be: all
 * that is done is at most its "width" times the critical path, and no chain of
 * it waits for longer than the demands for all resources. */
static double ratio_most(const struct lcm_bound_fork *fork) {
  const struct lcm_bound_value *all = fork->all;
  if (all->nested || (fork->joined && lcm_bound_has_rivals(fork)))
    return all->width;
  return fmin(all->width, resources(fork));
}

/* Put the estimates by the ratio of schedules into the value of "fork". */
static void by_ratio(struct lcm_bound_run *run, struct lcm_bound_fork *fork) {
  struct lcm_bound_value *all = fork->all;
  struct lcm_section_demands section;
  const double most = ratio_most(fork);
  const double upper = isnan(all->upper) ? INFINITY : all->upper;
  double ratio = most;
  if (!fork->joined && lcm_bound_section(run, fork, &section))
    ratio = fmin(ratio, lcm_section_ratio(&section, fork->turns));
  const double chance = fmin(most, lcm_section_random(most, fork->turns));
  double *of = all->estimates;
  of[LCM_CONTENTION_RATIO] = fmin(upper, ratio * all->time);
  of[LCM_CONTENTION_RANDOM] =
      fmin(upper, fmax(of[LCM_CONTENTION_RANDOM], chance * all->time));
}

/* Put the estimate by mean value analysis into the value of "fork": its
 * processes have equal shares of the demands, and a resource of several units
 * is a delay with a faster unit behind it (Seidmann).  There is none where a
 * process has several resources at once, or waits for signals. */
static void by_mva(struct lcm_bound_run *run, struct lcm_bound_fork *fork) {
  struct lcm_bound_value *all = fork->all;
  const struct lcm_bound_demands *demands = all->demands;
  double *out = &all->estimates[LCM_CONTENTION_MVA];
  const double n = fork->branches;
  if (all->nested || fork->joined || !(n * (double)demands->n <= MAX_MVA)) {
    *out = NAN;
    return;
  }
  double *each = LCM_NEW_ARRAY(run->pool.arena, double, 2 * demands->n + 1);
  double think = (fork->phis - used(demands)) / n;
  for (size_t i = 0; i < demands->n; i++) {
    const double units = run->pool.elements.at[demands->ids[i]].units;
    each[i] = demands->times[i] / n / units;
    think += each[i] * (units - 1);
  }
  *out = fmax(*out, lcm_mva_network(n, demands->n, each, fmax(0, think),
                                    each + demands->n));
  *out = fmax(*out, all->time);
}

void lcm_bound_contend(struct lcm_bound_run *run, struct lcm_bound_fork *fork) {
  struct lcm_bound_value *all = fork->all;
  const bool apart = !fork->overlap && !fork->joined;
  if (!run->contention || apart)
    return;
  if (all->contended)
    by_ratio(run, fork);
  else
    for (size_t i = 0; i < LCM_CONTENTION_COUNT; i++)
      all->estimates[i] = all->time;
  if (run->contention & 1u << LCM_CONTENTION_MVA && all->contended)
    by_mva(run, fork);
}
