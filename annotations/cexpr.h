/* Parsing C expressions: clauses, array sections, `param n := N`. */
#pragma once

#include "annotations/directive.h"

/* Parse the C expression of "source" (as in clauses, array sections and
 * `param n := N`) into "*out": integer division truncates, `%`, shifts by
 * constants, `?:`, comparisons, logical operators, casts to arithmetic types
 * and sizeof of them; names through "resolve".  A call or another construct
 * that has no model is LCM_EUNBOUND without a report when "quiet", else a
 * diagnostic. */
LCM_NODISCARD lcm_status lcm_cexpr_parse(const lcm_expr **out, lcm_ctx *ctx,
                                         const struct lcm_expr_source *source,
                                         bool quiet);

/* Return the real number "e" of the text of "source" as C makes a whole one of
 * it, rounded to zero: with a case for numbers below zero where it may be one
 * by what "natural" of "source" says. */
const lcm_expr *lcm_cexpr_cut(lcm_ctx *ctx,
                              const struct lcm_expr_source *source,
                              const lcm_expr *e);

/* Return "e", a number of the text of "source", converted to the type "type" as
 * LCM_WHOLE_BITS says: of 32 bits and more it is taken to be one where nothing
 * is known against that. */
const lcm_expr *lcm_cexpr_convert(lcm_ctx *ctx,
                                  const struct lcm_expr_source *source,
                                  const lcm_expr *e, unsigned char type);

/* Return the whole number "value" as one of the type "type"; NULL where it is
 * not known to the last digit. */
const lcm_expr *lcm_cexpr_number(lcm_ctx *ctx, double value,
                                 unsigned char type);
