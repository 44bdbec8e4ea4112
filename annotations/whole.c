/* Whole numbers as C computes with them.  Where a number may be below zero,
 * what comes out has a case for that. */
#include "annotations/whole.h"

#include <math.h>

/* Bits of `int`, which smaller types become in expressions; of the widest
 * type. */
enum { INT_BITS = 32, MOST_BITS = 64 };

/* Up to here each whole number is known to the last digit. */
#define EXACT 0x1p53

/* Return whether "e" is never below zero. */
static bool is_natural(const struct lcm_expr_source *source,
                       const lcm_expr *e) {
  double value = 0;
  if (lcm_expr_is_number(e, &value))
    return value >= 0;
  return !source->natural || source->natural(e, source->given, source->user);
}

/* Return "negative" where "e" is below zero, else "other". */
static const lcm_expr *by_sign(lcm_ctx *ctx, const lcm_expr *e,
                               const lcm_expr *negative,
                               const lcm_expr *other) {
  return lcm_expr_if(ctx,
                     lcm_expr_binary(ctx, LCM_X_LT, e, lcm_expr_int(ctx, 0)),
                     negative, other);
}

/* Return the type of an operand of the type "type" in an expression. */
static unsigned char promoted(unsigned char type) {
  return (type & LCM_WHOLE_BITS) < INT_BITS ? INT_BITS : type;
}

unsigned char lcm_whole_common(unsigned char a, unsigned char b) {
  const unsigned char x = promoted(a);
  const unsigned char y = promoted(b);
  const unsigned m = x & LCM_WHOLE_BITS;
  const unsigned n = y & LCM_WHOLE_BITS;
  if (m == n)
    return x | y;
  return m > n ? x : y;
}

/* Return 2 to the power "bits". */
static const lcm_expr *span(lcm_ctx *ctx, unsigned bits) {
  return lcm_expr_pow(ctx, lcm_expr_int(ctx, 2), lcm_expr_int(ctx, bits));
}

/* Return the whole number "value" as one of the type "type", which has less
 * bits than the widest; NULL where it is not known to the last digit. */
static const lcm_expr *moved_into(lcm_ctx *ctx, double value,
                                  unsigned char type) {
  const double all = ldexp(1, type & LCM_WHOLE_BITS);
  if (fabs(value) > EXACT)
    return NULL;
  double rest = value - floor(value / all) * all;
  if (!(type & LCM_WHOLE_NATURAL) && rest >= all / 2)
    rest -= all;
  return lcm_expr_int(ctx, (long long)rest);
}

const lcm_expr *lcm_whole_of(lcm_ctx *ctx, double value, unsigned char type) {
  const unsigned bits = type & LCM_WHOLE_BITS;
  const bool natural = type & LCM_WHOLE_NATURAL;
  if (value != floor(value))
    return NULL;
  if (bits == 1 && natural)
    return lcm_expr_int(ctx, value != 0);
  if (bits < MOST_BITS)
    return moved_into(ctx, value, type);
  if (natural ? value < 0 : fabs(value) > EXACT)
    return NULL;
  return lcm_expr_real(ctx, value);
}

/* Return whether the number "value" is one of the type "type". */
static bool is_of(double value, unsigned char type) {
  const int bits = (type & LCM_WHOLE_BITS) - !(type & LCM_WHOLE_NATURAL);
  return value < ldexp(1, bits) &&
         value >= (type & LCM_WHOLE_NATURAL ? 0 : -ldexp(1, bits));
}

/* Return whether "e" is a number of an unsigned type of "all" values that may
 * have wrapped around, as by_sign makes it. */
static bool is_wrapped(lcm_ctx *ctx, const lcm_expr *e, const lcm_expr *all) {
  return lcm_expr_kind_of(e) == LCM_X_IF &&
         lcm_expr_sub(ctx, lcm_expr_arg(e, 1), lcm_expr_arg(e, 2)) == all;
}

/* Return whether "e" is known to be the number "*value". */
static bool is_known(const struct lcm_expr_source *source, const lcm_expr *e,
                     double *value) {
  return lcm_expr_is_number(e, value) ||
         (source->known && source->known(value, e, source->user));
}

const lcm_expr *lcm_whole_convert(lcm_ctx *ctx,
                                  const struct lcm_expr_source *source,
                                  const lcm_expr *e, unsigned char type) {
  const unsigned bits = type & LCM_WHOLE_BITS;
  const bool natural = type & LCM_WHOLE_NATURAL;
  double value = 0;
  if (!e || !bits)
    return e;
  const lcm_expr *all = span(ctx, bits);
  if (bits == 1 && natural)
    return lcm_expr_binary(ctx, LCM_X_NE, e, lcm_expr_int(ctx, 0));
  if (bits >= INT_BITS && bits < MOST_BITS && is_known(source, e, &value))
    return is_of(value, type) ? e : lcm_whole_of(ctx, value, type);
  if (natural && (lcm_expr_is_number(e, &value) || bits < INT_BITS))
    return lcm_expr_binary(ctx, LCM_X_MOD, e, all);
  if (natural)
    return is_natural(source, e)
               ? e
               : by_sign(ctx, e, lcm_expr_add(ctx, e, all), e);
  if (bits > INT_BITS || (bits == INT_BITS && !is_wrapped(ctx, e, all)))
    return e;
  const lcm_expr *half = span(ctx, bits - 1);
  const lcm_expr *moved =
      lcm_expr_binary(ctx, LCM_X_MOD, lcm_expr_add(ctx, e, half), all);
  return moved ? lcm_expr_sub(ctx, moved, half) : NULL;
}

const lcm_expr *lcm_whole_wrap(lcm_ctx *ctx,
                               const struct lcm_expr_source *source,
                               const lcm_expr *e, unsigned char type) {
  double value = 0;
  return e && (type & LCM_WHOLE_BITS) >= MOST_BITS &&
                 is_known(source, e, &value) && value >= 0
             ? e
             : lcm_whole_convert(ctx, source, e, type);
}

bool lcm_whole_is_out(const struct lcm_expr_source *source, const lcm_expr *e,
                      unsigned char type) {
  double value = 0;
  return e && (type & LCM_WHOLE_NATURAL) &&
         (type & LCM_WHOLE_BITS) < MOST_BITS && is_known(source, e, &value) &&
         !is_of(value, type);
}

const lcm_expr *lcm_whole_cut(lcm_ctx *ctx,
                              const struct lcm_expr_source *source,
                              const lcm_expr *e) {
  if (!e || is_natural(source, e))
    return lcm_expr_apply(ctx, LCM_X_FLOOR, e);
  return by_sign(ctx, e, lcm_expr_apply(ctx, LCM_X_CEIL, e),
                 lcm_expr_apply(ctx, LCM_X_FLOOR, e));
}

/* Return the size of "b" without its sign. */
static const lcm_expr *
size_of(lcm_ctx *ctx, const struct lcm_expr_source *source, const lcm_expr *b) {
  return is_natural(source, b) ? b : lcm_expr_apply(ctx, LCM_X_ABS, b);
}

/* Return a / b where "b" is above zero. */
static const lcm_expr *divide(lcm_ctx *ctx,
                              const struct lcm_expr_source *source,
                              const lcm_expr *a, const lcm_expr *b) {
  const lcm_expr *down =
      lcm_expr_apply(ctx, LCM_X_FLOOR, lcm_expr_div(ctx, a, b));
  if (!down || is_natural(source, a))
    return down;
  const lcm_expr *up = lcm_expr_apply(
      ctx, LCM_X_FLOOR, lcm_expr_div(ctx, lcm_expr_neg(ctx, a), b));
  return up ? by_sign(ctx, a, lcm_expr_neg(ctx, up), down) : NULL;
}

const lcm_expr *lcm_whole_divide(lcm_ctx *ctx,
                                 const struct lcm_expr_source *source,
                                 const lcm_expr *a, const lcm_expr *b) {
  if (!a || !b)
    return NULL;
  const lcm_expr *quotient = divide(ctx, source, a, size_of(ctx, source, b));
  if (!quotient || is_natural(source, b))
    return quotient;
  return by_sign(ctx, b, lcm_expr_neg(ctx, quotient), quotient);
}

const lcm_expr *lcm_whole_remain(lcm_ctx *ctx,
                                 const struct lcm_expr_source *source,
                                 const lcm_expr *a, const lcm_expr *b) {
  if (!a || !b)
    return NULL;
  const lcm_expr *size = size_of(ctx, source, b);
  if (is_natural(source, a))
    return lcm_expr_binary(ctx, LCM_X_MOD, a, size);
  const lcm_expr *rest =
      lcm_expr_binary(ctx, LCM_X_MOD, lcm_expr_neg(ctx, a), size);
  return rest ? by_sign(ctx, a, lcm_expr_neg(ctx, rest),
                        lcm_expr_binary(ctx, LCM_X_MOD, a, size))
              : NULL;
}
