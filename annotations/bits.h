/* The bits of numbers as expressions. */
#pragma once

#include "model/expr/expr.h"

/* Return the number whose bits are set in both "a" and "b", whole numbers as C
 * has them in 32 bits, or in more where one of them is constant; NULL where
 * either is. */
const lcm_expr *lcm_bits_and(lcm_ctx *ctx, const lcm_expr *a,
                             const lcm_expr *b);

/* Return the number whose bits are set in "a" or "b". */
const lcm_expr *lcm_bits_or(lcm_ctx *ctx, const lcm_expr *a, const lcm_expr *b);

/* Return the number whose bits are set in "a" or "b", but not in both. */
const lcm_expr *lcm_bits_xor(lcm_ctx *ctx, const lcm_expr *a,
                             const lcm_expr *b);
