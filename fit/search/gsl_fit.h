/* The ratio of singular values of a matrix, by GSL. */
#pragma once

#include "fit/search/least.h"

/* Return the smallest singular value of the "k" x "k" matrix "a" over the
 * largest; 0 where it cannot be told.  Errors of GSL are silenced. */
double lcm_singular_ratio(const double *a, size_t k);
