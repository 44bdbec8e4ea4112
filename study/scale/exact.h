/* The size that keeps an efficiency, as an expression in p. */
#pragma once

#include "study/scale/scaling.h"

/* Return n(p) of the efficiency "efficiency" in closed form, NULL where there
 * is none that gives the "n" rows at "rows"; "*divides": where p divides the
 * size. */
const lcm_expr *lcm_scaling_exact(bool *divides, struct lcm_scaling *s,
                                  const struct lcm_isoefficiency *iso);
