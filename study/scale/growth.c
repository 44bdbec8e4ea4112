/* The class of a growth: constant, logarithmic, linear, ... */
#include <math.h>

#include "study/scale/growth.h"

/* A class: p^power log2(p)^logs, or 2^p. */
struct growth {
  const char *name;
  double power;
  int logs;
  bool exponential;
};

static const struct growth CLASSES[] = {
    {"1", 0, 0, false},           {"log2(p)", 0, 1, false},
    {"log2(p)^2", 0, 2, false},   {"sqrt(p)", 0.5, 0, false},
    {"p", 1, 0, false},           {"p*log2(p)", 1, 1, false},
    {"p*log2(p)^2", 1, 2, false}, {"p*sqrt(p)", 1.5, 0, false},
    {"p^2", 2, 0, false},         {"p^2*log2(p)", 2, 1, false},
    {"p^3", 3, 0, false},         {"p^3*log2(p)", 3, 1, false},
    {"p^4", 4, 0, false},         {"2^p", 0, 0, true},
};

/* How far off the best class may be, as the logarithm of a factor. */
#define MOST_OFF 0.22314355131420976

/* Return the logarithm of "class" at "p". */
static double log_of(const struct growth *class, double p) {
  if (class->exponential)
    return p * log(2);
  return class->power * log(p) + (class->logs ? class->logs * log(log2(p)) : 0);
}

/* Return by how much the logarithms of the "n" sizes at "sizes" differ from
 * "class" at most, when multiplied by the best constant. */
static double distance(const struct growth *class, const double *p,
                       const double *sizes, size_t n) {
  double low = INFINITY;
  double high = -INFINITY;
  for (size_t i = 0; i < n; i++) {
    const double ratio = log(sizes[i]) - log_of(class, p[i]);
    low = fmin(low, ratio);
    high = fmax(high, ratio);
  }
  return (high - low) / 2;
}

const char *lcm_growth_class(const double *p, const double *sizes, size_t n) {
  const size_t n_classes = sizeof CLASSES / sizeof *CLASSES;
  const size_t first = n / 2 + 3 <= n ? n / 2 : n > 3 ? n - 3 : 0;
  const char *best = NULL;
  double least = MOST_OFF;
  if (n < 3 || !(p[first] > 1))
    return NULL;
  for (size_t c = 0; c < n_classes; c++) {
    const double off =
        distance(&CLASSES[c], p + first, sizes + first, n - first);
    if (off < least - 1e-12) {
      least = off;
      best = CLASSES[c].name;
    }
  }
  return best;
}
