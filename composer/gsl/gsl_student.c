/* Quantiles of Student's distribution by GSL. */
#include <gsl/gsl_cdf.h>

#include "composer/gsl/gsl_student.h"

double lcm_student_two_sided(double level, double freedom) {
  return gsl_cdf_tdist_Pinv(0.5 + level / 2, freedom);
}
