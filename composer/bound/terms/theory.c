/* Numbers that van Gemund 1996 derives in chapter 6. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "composer/bound/terms/theory.h"

double lcm_section_worst(const double demands[4]) {
  const double sum = demands[0] + demands[1] + demands[2] + demands[3];
  const double first = fmin(demands[1], demands[2]);
  const double second = fmin(demands[0], demands[3]);
  return sum - fmin(first, second);
}

double lcm_section_best(const double demands[4]) {
  return fmax(demands[0], demands[3]) + fmax(demands[1], demands[2]);
}

/* Order numbers for qsort(), the largest first. */
static int falling(const void *a, const void *b) {
  const double x = *(const double *)a;
  const double y = *(const double *)b;
  return (x < y) - (x > y);
}

double lcm_section_conjecture(lcm_ctx *ctx,
                              const struct lcm_section_demands *section,
                              bool loop) {
  const size_t n = section->rows * section->columns;
  const size_t k = (loop ? 2 : 3) * (section->rows ? section->rows - 1 : 0);
  double *sorted = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), double, n + 1);
  double sum = 0;
  memcpy(sorted, section->demands, n * sizeof *sorted);
  qsort(sorted, n, sizeof *sorted, falling);
  for (size_t i = 0; i < n && i < k; i++)
    sum += sorted[i];
  return sum;
}

double lcm_section_diagonal(double p, double gamma) {
  return (p * (gamma + 2) - 3) / (gamma + p - 1);
}

double lcm_section_diagonal_loop(double p, double gamma) {
  return (p - 1) * (gamma + 1) / (gamma + p - 1);
}

/* Return the largest demand of "section" over the least, at least 2: below that
 * (6.1) was seen to be a little too small. */
static double gamma_of(const struct lcm_section_demands *section) {
  double least = INFINITY;
  double most = 0;
  for (size_t i = 0; i < section->rows * section->columns; i++) {
    least = fmin(least, section->demands[i]);
    most = fmax(most, section->demands[i]);
  }
  return fmax(2, most / least);
}

/* Return the mean of "once" in one of "turns" and "again" in the others. */
static double over_turns(double turns, double once, double again) {
  return turns > 1 ? (once + (turns - 1) * again) / turns : once;
}

double lcm_section_ratio(const struct lcm_section_demands *section,
                         double turns) {
  const double p = (double)section->rows;
  const double m = (double)section->columns;
  const double gamma = m < p ? INFINITY : gamma_of(section);
  if (isinf(gamma))
    return fmin(p, m);
  return fmin(p, over_turns(turns, lcm_section_diagonal(p, gamma),
                            lcm_section_diagonal_loop(p, gamma)));
}

double lcm_section_random(double p, double turns) {
  const double upper =
      over_turns(turns, lcm_random_upper(p, false), lcm_random_upper(p, true));
  return p > 1 ? fmax(1, upper / lcm_random_lower(p)) : 1;
}

double lcm_largest_mean(double n, double k) {
  return (2 * n * k - k * k + k) / (2 * (n + 1));
}

double lcm_random_upper(double p, bool loop) {
  return lcm_largest_mean(p * p, (loop ? 2 : 3) * (p - 1));
}

double lcm_random_lower(double p) { return p / 2 + 0.4 * sqrt(p * log(p)); }

double lcm_mva_network(double n, size_t m, const double *demands, double think,
                       double *queues) {
  double response = 0;
  for (size_t i = 0; i < m; i++)
    queues[i] = 0;
  for (double k = 1; k <= n; k++) {
    response = 0;
    for (size_t i = 0; i < m; i++)
      response += demands[i] * (1 + queues[i]);
    const double rate = think + response > 0 ? k / (think + response) : 0;
    for (size_t i = 0; i < m; i++)
      queues[i] = rate * demands[i] * (1 + queues[i]);
  }
  return response + think;
}
