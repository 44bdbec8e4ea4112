/* Whole numbers as C computes with them: quotients are rounded towards zero,
 * and what has no sign wraps around. */
#pragma once

#include "model/expr/expr.h"

/* Return the type that two operands of the types "a" and "b" are converted to,
 * as LCM_WHOLE_BITS says. */
unsigned char lcm_whole_common(unsigned char a, unsigned char b);

/* Return "e" as a number of the type "type", which it has not; of types of 32
 * and more bits with a sign it is taken to be one. */
const lcm_expr *lcm_whole_convert(lcm_ctx *ctx,
                                  const struct lcm_expr_source *source,
                                  const lcm_expr *e, unsigned char type);

/* Return "e", computed in the type "type" without a sign, as that has it: a
 * sum, a product or a difference. */
const lcm_expr *lcm_whole_wrap(lcm_ctx *ctx,
                               const struct lcm_expr_source *source,
                               const lcm_expr *e, unsigned char type);

/* Return whether "e" is known not to be a number of the type "type", which has
 * no sign: not of the widest type. */
bool lcm_whole_is_out(const struct lcm_expr_source *source, const lcm_expr *e,
                      unsigned char type);

/* Return the whole number "value" as one of the type "type"; NULL where it is
 * not known to the last digit. */
const lcm_expr *lcm_whole_of(lcm_ctx *ctx, double value, unsigned char type);

/* Return the real number "e" without what is behind its point. */
const lcm_expr *lcm_whole_cut(lcm_ctx *ctx,
                              const struct lcm_expr_source *source,
                              const lcm_expr *e);

/* Return a / b of whole numbers; a % b. */
const lcm_expr *lcm_whole_divide(lcm_ctx *ctx,
                                 const struct lcm_expr_source *source,
                                 const lcm_expr *a, const lcm_expr *b);
const lcm_expr *lcm_whole_remain(lcm_ctx *ctx,
                                 const struct lcm_expr_source *source,
                                 const lcm_expr *a, const lcm_expr *b);
