/* Operations on bits, made of divisions: bit k of a number x, also of a
 * negative one in two's complement, is floor(x / 2^k) mod 2. */
#include <math.h>
#include <string.h>

#include "annotations/bits.h"

/* Bits of a number, the last one being its sign. */
enum { BITS = 32, MOST_BITS = 52, ALL_BITS = 64 };

/* Return "e" / 2^"k", rounded down, for an expression "k". */
static const lcm_expr *shifted(lcm_ctx *ctx, const lcm_expr *e,
                               const lcm_expr *k) {
  const lcm_expr *power = lcm_expr_pow(ctx, lcm_expr_int(ctx, 2), k);
  return lcm_expr_apply(ctx, LCM_X_FLOOR, lcm_expr_div(ctx, e, power));
}

/* Return the bits of "a" that are set in the whole number "mask", not negative:
 * each row of them by a division. */
static const lcm_expr *masked(lcm_ctx *ctx, const lcm_expr *a, long long mask) {
  const lcm_expr *out = lcm_expr_int(ctx, 0);
  for (int low = 0; low < MOST_BITS; low++) {
    int high = low;
    while (high < MOST_BITS && (mask >> high & 1))
      high++;
    if (high == low)
      continue;
    const lcm_expr *row =
        lcm_expr_binary(ctx, LCM_X_MOD, shifted(ctx, a, lcm_expr_int(ctx, low)),
                        lcm_expr_int(ctx, 1LL << (high - low)));
    out = lcm_expr_add(ctx, out,
                       lcm_expr_mul(ctx, lcm_expr_int(ctx, 1LL << low), row));
    low = high;
  }
  return out;
}

/* Return "b", a number without a sign, as one with a sign where it has nearly
 * all of its bits, as `~7UL` does. */
static const lcm_expr *with_sign(lcm_ctx *ctx, const lcm_expr *b) {
  const lcm_expr *all =
      lcm_expr_pow(ctx, lcm_expr_int(ctx, 2), lcm_expr_int(ctx, ALL_BITS));
  double value = 0;
  return lcm_expr_is_number(b, &value) &&
                 value >= ldexp(1, ALL_BITS) - ldexp(1, MOST_BITS)
             ? lcm_expr_sub(ctx, b, all)
             : b;
}

/* Return the bits of "a" that are set in the number "b", where that is a whole
 * one; NULL otherwise. */
static const lcm_expr *with_constant(lcm_ctx *ctx, const lcm_expr *a,
                                     const lcm_expr *b) {
  double value = 0;
  b = with_sign(ctx, b);
  if (!lcm_expr_is_number(b, &value) || floor(value) != value ||
      fabs(value) >= (double)(1LL << MOST_BITS))
    return NULL;
  const long long mask = (long long)value;
  return mask < 0 ? lcm_expr_sub(ctx, a, masked(ctx, a, ~mask))
                  : masked(ctx, a, mask);
}

/* Return bit "k" of "e". */
static const lcm_expr *bit(lcm_ctx *ctx, const lcm_expr *e, const lcm_expr *k) {
  return lcm_expr_binary(ctx, LCM_X_MOD, shifted(ctx, e, k),
                         lcm_expr_int(ctx, 2));
}

/* Return whether "e" is a name whose value is never negative. */
static bool is_counted(const lcm_expr *e) {
  static const char *const NAMES[] = {"rank", "ranks", "thread", "team", "p"};
  const char *name = lcm_expr_name(e);
  for (size_t i = 0; name && i < sizeof NAMES / sizeof *NAMES; i++)
    if (!strcmp(name, NAMES[i]))
      return true;
  return false;
}

/* Return the bits that "a" and "b" have both, one after the other. */
static const lcm_expr *one_by_one(lcm_ctx *ctx, const lcm_expr *a,
                                  const lcm_expr *b) {
  const char *name = lcm_intern(ctx, "bit");
  double x = 0;
  double y = 0;
  const bool wide = (lcm_expr_is_number(a, &x) && x >= ldexp(1, BITS - 1)) ||
                    (lcm_expr_is_number(b, &y) && y >= ldexp(1, BITS - 1));
  const lcm_expr *zero = lcm_expr_int(ctx, 0);
  const lcm_expr *k = lcm_expr_symbol(ctx, name, LCM_DIM_NONE);
  const lcm_expr *both = lcm_expr_mul(ctx, bit(ctx, a, k), bit(ctx, b, k));
  const struct lcm_range range = {
      name, zero, lcm_expr_int(ctx, wide ? ALL_BITS - 1 : BITS - 2)};
  const lcm_expr *sum = lcm_expr_over_open(
      ctx, LCM_X_SUM, range,
      lcm_expr_mul(ctx, lcm_expr_pow(ctx, lcm_expr_int(ctx, 2), k), both));
  if (is_counted(a) || is_counted(b) || wide)
    return sum;
  const lcm_expr *negative =
      lcm_expr_binary(ctx, LCM_X_AND, lcm_expr_binary(ctx, LCM_X_LT, a, zero),
                      lcm_expr_binary(ctx, LCM_X_LT, b, zero));
  return lcm_expr_add(ctx, sum,
                      lcm_expr_if(ctx, negative,
                                  lcm_expr_int(ctx, -(1LL << (BITS - 1))),
                                  zero));
}

const lcm_expr *lcm_bits_and(lcm_ctx *ctx, const lcm_expr *a,
                             const lcm_expr *b) {
  if (!a || !b)
    return NULL;
  const lcm_expr *out = with_constant(ctx, a, b);
  out = out ? out : with_constant(ctx, b, a);
  return out ? out : one_by_one(ctx, a, b);
}

const lcm_expr *lcm_bits_or(lcm_ctx *ctx, const lcm_expr *a,
                            const lcm_expr *b) {
  return lcm_expr_sub(ctx, lcm_expr_add(ctx, a, b), lcm_bits_and(ctx, a, b));
}

const lcm_expr *lcm_bits_xor(lcm_ctx *ctx, const lcm_expr *a,
                             const lcm_expr *b) {
  const lcm_expr *both = lcm_bits_and(ctx, a, b);
  return lcm_expr_sub(ctx, lcm_expr_add(ctx, a, b),
                      lcm_expr_mul(ctx, lcm_expr_int(ctx, 2), both));
}
