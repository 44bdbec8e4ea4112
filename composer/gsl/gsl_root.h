/* Roots of functions of one variable (GSL, in composer/gsl/gsl_root.c). */
#pragma once

#include <stdbool.h>

#include "base/attributes.h"
#include "base/status.h"

/* A function of one variable; "user" is passed through. */
struct lcm_function1 {
  double (*at)(double x, void *user);
  void *user;
};

/* A sign change. */
struct lcm_root {
  /* below, above: the bracket it was narrowed to, a few units in the last place
   * apart */
  double below;
  double above;
  bool jump; /* the function jumps over 0 instead of passing through it */
};

/* Narrow the sign change of "f" between "low" and "high" into "*out".
 * LCM_EFIT when there is none or a value is NaN. */
LCM_NODISCARD lcm_status lcm_root_narrow(struct lcm_root *out,
                                         struct lcm_function1 f, double low,
                                         double high);
