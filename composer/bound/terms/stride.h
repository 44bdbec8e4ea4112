/* Counts of strided uses, without a sum over the uses. */
#pragma once

#include "composer/bound/terms/algebra.h"

/* Return "e" with the sums over i in it of (c i + d) mod M = m, a condition on
 * whole numbers, as sums over the c residues modulo c (van Gemund 1996,
 * appendix B); c may be an expression. */
const lcm_expr *lcm_bound_strided(struct lcm_bound_algebra *a,
                                  const lcm_expr *e);
