/* The class of a growth: constant, logarithmic, linear, ... */
#pragma once

#include "study/scale/types.h"

/* Return the class by which the "n" sizes at "sizes" grow with "p", which
 * rises: "1", "log2(p)", "sqrt(p)", "p", "p*log2(p)", .. "2^p".  The larger
 * half of them decides; NULL for less than three sizes, or where no class fits
 * these within a factor of 1.25. */
const char *lcm_growth_class(const double *p, const double *sizes, size_t n);
