/* Whether whole numbers stay what they are in the types that C gives them. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return whether 0 <= "e" <= "high" where "at" stands for certain. */
bool lcm_fits_below(struct lcm_lowering *l, const lcm_ast *at,
                    const lcm_expr *e, const lcm_expr *high);

/* Return whether "e" where "at" stands is outside of 0 .. "high" (NULL: below
 * 0) in some round of the loops around for certain. */
bool lcm_fits_outside(struct lcm_lowering *l, const lcm_ast *at,
                      const lcm_expr *e, const lcm_expr *high);

/* Return the smallest value of "e" over the loops around "at"; NULL where it is
 * not known. */
const lcm_expr *lcm_fits_least(struct lcm_lowering *l, const lcm_ast *at,
                               const lcm_expr *e);

/* Return "e", where "at" stands, as a value of the type with "range": itself
 * where it fits, or has 32 bits or more and nothing is known against that; else
 * as C converts it; NULL where it is not known to the last digit. */
const lcm_expr *lcm_fits_as(struct lcm_lowering *l, const lcm_ast *at,
                            const lcm_expr *e, unsigned char range);

/* As lcm_fits_as for what a variable of the type with "range" is given: numbers
 * that are known from what is done before are converted to 32 bits, too, and
 * those that may be below zero to types without a sign. */
const lcm_expr *lcm_fits_held(struct lcm_lowering *l, const lcm_ast *at,
                              const lcm_expr *e, unsigned char range);

/* Return the value of the expression "ast" in C, "e" being what its text says
 * where numbers have no size: NULL where it may be another number. */
const lcm_expr *lcm_fits_value(struct lcm_lowering *l, const lcm_ast *ast,
                               const lcm_expr *e);

/* Return whether the operation "wrap", which lcm_fits_wrap has found, wraps
 * around for certain. */
bool lcm_fits_never(struct lcm_lowering *l, const lcm_ast *wrap);

/* Return the first operation in or below "ast" on 32 bits without a sign that
 * may wrap around, NULL where none can. */
const lcm_ast *lcm_fits_wrap(struct lcm_lowering *l, const lcm_ast *ast);
