/* The laws of Amdahl and Gustafson, the metric of Karp and Flatt. */
#include <math.h>

#include "composer/gsl/gsl_chance.h"
#include "study/scale/law.h"
#include "study/scale/lcm_refine.h"

double lcm_law_amdahl(double serial, double p) {
  return 1 / (serial + (1 - serial) / p);
}

double lcm_law_amdahl_slope(double serial, double p) {
  const double divided = 1 - serial;
  const double below = serial * p + divided;
  return divided / (below * below);
}

double lcm_law_limit(double serial) {
  return serial > 0 ? 1 / serial : INFINITY;
}

double lcm_law_fixed_time(double serial, double p) {
  return p + (1 - p) * serial;
}

double lcm_law_karp_flatt(double speedup, double p) {
  return p > 1 ? (1 / speedup - 1 / p) / (1 - 1 / p) : NAN;
}

double lcm_law_refine(const struct lcm_partition *partition) {
  return partition->size * lcm_refine_factor(partition->p,
                                             partition->scheduling,
                                             partition->imbalance);
}

/* Sums for a line y = a + b x through weighted points. */
struct sums {
  double w;
  double x;
  double y;
  double xx;
  double xy;
};

/* Return the sums of the "n" times at "times" over 1/p, weighted by their
 * squares. */
static struct sums sums_of(const double *p, const double *times, size_t n) {
  struct sums s = {0};
  for (size_t i = 0; i < n; i++) {
    const double w = 1 / (times[i] * times[i]);
    s.w += w;
    s.x += w / p[i];
    s.y += w * times[i];
    s.xx += w / (p[i] * p[i]);
    s.xy += w * times[i] / p[i];
  }
  return s;
}

/* Return the half-width of the 90 % interval of the serial fraction of
 * a + b/p, fitted to "n" times with the sums "s" and the relative errors
 * squared "chi2". */
static double half_width(const struct sums *s, double a, double b, double chi2,
                         size_t n) {
  if (n < 3)
    return NAN;
  const double whole = (a + b) * (a + b);
  const double by_a = b / whole;
  const double by_b = -a / whole;
  const double variance =
      (by_a * by_a * s->xx - 2 * by_a * by_b * s->x + by_b * by_b * s->w) /
      (s->w * s->xx - s->x * s->x) * chi2 / (double)(n - 2);
  return lcm_student_two_sided(0.9, (double)(n - 2)) * sqrt(fmax(variance, 0));
}

/* Return how many numbers differ among the "n" at "p". */
static size_t count_distinct(const double *p, size_t n) {
  size_t distinct = 0;
  for (size_t i = 0; i < n; i++) {
    size_t j = 0;
    while (j < i && p[j] != p[i])
      j++;
    distinct += j == i;
  }
  return distinct;
}

struct lcm_amdahl_fit lcm_law_fit(const double *p, const double *times,
                                  size_t n) {
  struct lcm_amdahl_fit fit = {.points = count_distinct(p, n),
                               .serial = NAN,
                               .half = NAN,
                               .alone = NAN,
                               .error = NAN};
  if (fit.points < 2)
    return fit;
  const struct sums s = sums_of(p, times, n);
  const double b = (s.w * s.xy - s.x * s.y) / (s.w * s.xx - s.x * s.x);
  const double a = (s.y - b * s.x) / s.w;
  double chi2 = 0;
  fit.error = 0;
  for (size_t i = 0; i < n; i++) {
    const double error = (a + b / p[i]) / times[i] - 1;
    chi2 += error * error;
    fit.error = fmax(fit.error, fabs(error));
  }
  fit.serial = a / (a + b);
  fit.alone = a + b;
  fit.half = half_width(&s, a, b, chi2, n);
  return fit;
}
