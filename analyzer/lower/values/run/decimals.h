/* Decimals that a program rounds, where it makes whole numbers of them. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return "e", the whole number or truth that is made of the expression "ast" of
 * floating-point numbers, which is cut to a whole one where "cut": where these
 * are known and C, which rounds them, comes to another number than exact
 * fractions do, the one of C as long as variables hold these. */
const lcm_expr *lcm_decimals_round(struct lcm_lowering *l, const lcm_ast *ast,
                                   const lcm_expr *e, bool cut);

/* Return "e", with which a whole number is compared, likewise; where it is
 * none, what C comes to is rounded "up" or down. */
const lcm_expr *lcm_decimals_bound(struct lcm_lowering *l, const lcm_ast *ast,
                                   const lcm_expr *e, bool up);
