/* Numbers that van Gemund 1996 derives, to check the analysis with. */
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

double lcm_section_ratio(const struct lcm_section_demands *section) {
  return (double)(section->rows < section->columns ? section->rows
                                                   : section->columns);
}

double lcm_section_diagonal(double p, double gamma) {
  return (p * (gamma + 2) - 3) / (gamma + p - 1);
}

double lcm_section_diagonal_loop(double p, double gamma) {
  return (p - 1) * (gamma + 1) / (gamma + p - 1);
}

double lcm_largest_mean(double n, double k) {
  return (2 * n * k - k * k + k) / (2 * (n + 1));
}

double lcm_random_upper(double p, bool loop) {
  return lcm_largest_mean(p * p, (loop ? 2 : 3) * (p - 1));
}

double lcm_random_lower(double p) { return p / 2 + 0.4 * sqrt(p * log(p)); }

double lcm_mva_repair(unsigned n, double think, double service) {
  double response = 0;
  for (unsigned k = 0; k < n; k++) {
    const double cycle = think + response;
    const double queue = cycle > 0 ? k * response / cycle : 0;
    response = (1 + queue) * service;
  }
  return response + think;
}

double lcm_mva_balanced(unsigned n, double m, double demand, double think) {
  double response = 0;
  for (unsigned k = 0; k < n; k++) {
    const double cycle = response + think;
    const double busy = cycle > 0 ? response / cycle : 0;
    response = demand + demand / m * busy * k;
  }
  return response + think;
}
