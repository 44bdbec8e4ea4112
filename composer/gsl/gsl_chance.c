/* Distribution functions, quantiles and integrals by GSL. */
#include "composer/gsl/gsl_chance.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_integration.h>
#include <math.h>

double lcm_student_two_sided(double level, double freedom) {
  return gsl_cdf_tdist_Pinv(0.5 + level / 2, freedom);
}

enum { PARTS = 256, POINTS = 16 };

double lcm_chance_gamma(double n, double x) {
  return x > 0 ? gsl_cdf_gamma_P(x, n, 1) : 0;
}

double lcm_chance_normal(double x) { return gsl_cdf_ugaussian_P(x); }

double lcm_chance_normal_inverse(double p) { return gsl_cdf_ugaussian_Pinv(p); }

double lcm_chance_binomial(double k, double p, double n) {
  if (k < 0)
    return 0;
  return k >= n ? 1 : gsl_cdf_binomial_P((unsigned)k, p, (unsigned)n);
}

double lcm_chance_integral(double (*f)(double x, void *user), void *user,
                           double low, double high) {
  gsl_integration_glfixed_table *table =
      gsl_integration_glfixed_table_alloc(POINTS);
  const double step = (high - low) / PARTS;
  double sum = 0;
  for (int part = 0; table && part < PARTS; part++)
    for (size_t i = 0; i < POINTS; i++) {
      double x = 0;
      double weight = 0;
      const double from = low + part * step;
      (void)gsl_integration_glfixed_point(from, from + step, i, &x, &weight,
                                          table);
      sum += weight * f(x, user);
    }
  if (table)
    gsl_integration_glfixed_table_free(table);
  return sum;
}
