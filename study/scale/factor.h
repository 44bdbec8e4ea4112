/* The factors of efficiency, and inferring each from the others. */
#pragma once

#include "study/scale/types.h"

/* Return factors of which nothing is known but what has to be. */
lcm_factors lcm_factors_unknown(void);

/* Give factor "kind" the value "value". */
void lcm_factors_give(lcm_factors *factors, lcm_factor_kind kind, double value);

/* Say that factor "kind" lies within "low" and "high". */
void lcm_factors_within(lcm_factors *factors, lcm_factor_kind kind, double low,
                        double high);

/* Infer what is not given: parts add up to their whole, so a single missing one
 * is the rest, and several are bounded by it, unless they may be negative.
 * LCM_EDOMAIN where what is given contradicts itself by more than rounding. */
LCM_NODISCARD lcm_status lcm_factors_infer(lcm_factors *factors);
