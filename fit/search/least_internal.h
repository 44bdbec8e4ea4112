/* Ranks of matrices and forms that are not linear (GSL, in fit/search/gsl_fit.c). */
#pragma once

#include <stddef.h>

#include "base/status.h"

/* Return the smallest singular value of the "k" x "k" matrix "a" over the
 * largest; 0 where it cannot be told.  Errors of GSL are silenced. */
double lcm_singular_ratio(const double *a, size_t k);
