/* Numbers of C that are computed with as a program does. */
#include "analyzer/lower/values/run/number.h"

#include <limits.h>
#include <math.h>

/* Bits of `int`, and of the widest type. */
enum { INT_BITS = 32, MOST_BITS = 64 };

struct lcm_run_number lcm_number_none(bool is_real) {
  return (struct lcm_run_number){.is_real = is_real};
}

struct lcm_run_number lcm_number_real(double value, bool single) {
  return (struct lcm_run_number){.known = !isnan(value),
                                 .is_real = true,
                                 .is_single = single,
                                 .real = single ? (double)(float)value : value};
}

/* Return whether "value" is one of the type "range". */
static bool is_in(long long value, unsigned char range) {
  const unsigned bits = range & LCM_RANGE_BITS;
  if (range & LCM_RANGE_NATURAL)
    return value >= 0 && (bits >= MOST_BITS || value < 1LL << bits);
  return bits >= MOST_BITS ||
         (value < 1LL << (bits - 1) && value >= -(1LL << (bits - 1)));
}

/* Return the whole number "value" of the type "range", in which it is or wraps
 * around. */
static struct lcm_run_number wrapped(long long value, unsigned char range) {
  const unsigned bits = range & LCM_RANGE_BITS;
  struct lcm_run_number out = {.known = true, .range = range, .whole = value};
  if (!bits || is_in(value, range))
    return out;
  if (bits == 1 && (range & LCM_RANGE_NATURAL)) {
    out.whole = 1;
    return out;
  }
  if (bits >= MOST_BITS) {
    out.known = false;
    return out;
  }
  const long long all = 1LL << bits;
  out.whole = value & (all - 1);
  if (!(range & LCM_RANGE_NATURAL) && out.whole >= all / 2)
    out.whole -= all;
  return out;
}

struct lcm_run_number lcm_number_whole(long long value, unsigned char range) {
  const bool natural = range & LCM_RANGE_NATURAL;
  struct lcm_run_number out = wrapped(value, range);
  out.known = out.known && (natural || is_in(value, range));
  return out;
}

struct lcm_run_number lcm_number_to(struct lcm_run_number a,
                                    unsigned char range) {
  if (!range)
    return a;
  if (!a.known)
    return (struct lcm_run_number){.range = range};
  if (!a.is_real)
    return wrapped(a.whole, range);
  if ((range & LCM_RANGE_BITS) == 1)
    return wrapped(a.real != 0, range);
  const double value = trunc(a.real);
  const bool fits = fabs(value) < 0x1p62 && is_in((long long)value, range);
  return (struct lcm_run_number){
      .known = fits, .range = range, .whole = fits ? (long long)value : 0};
}

struct lcm_run_number lcm_number_as_real(struct lcm_run_number a) {
  if (a.is_real)
    return a;
  struct lcm_run_number out = lcm_number_real((double)a.whole, false);
  out.known = a.known;
  return out;
}

int lcm_number_truth(struct lcm_run_number a) {
  if (!a.known)
    return -1;
  return a.is_real ? a.real != 0 : a.whole != 0;
}

unsigned char lcm_number_common(unsigned char a, unsigned char b) {
  const unsigned char whole = lcm_ast_range(INT_BITS, false);
  a = (a & LCM_RANGE_BITS) < INT_BITS ? whole : a;
  b = (b & LCM_RANGE_BITS) < INT_BITS ? whole : b;
  if ((a & LCM_RANGE_BITS) == (b & LCM_RANGE_BITS))
    return a | b;
  return (a & LCM_RANGE_BITS) > (b & LCM_RANGE_BITS) ? a : b;
}

/* Put what the comparison "op" says of "a" and "b" (-1, 0, 1: how they stand to
 * each other) into "*out"; false where it is none. */
static bool compare(long long *out, unsigned op, int order) {
  switch (op) {
  case '<':
    *out = order < 0;
    return true;
  case '>':
    *out = order > 0;
    return true;
  case '<' | '=' << 8:
    *out = order <= 0;
    return true;
  case '>' | '=' << 8:
    *out = order >= 0;
    return true;
  case '=' | '=' << 8:
    *out = order == 0;
    return true;
  case '!' | '=' << 8:
    *out = order != 0;
    return true;
  default:
    return false;
  }
}

/* Put what "op" makes of the real numbers "a" and "b" into "*out"; false where
 * it is no operator on these. */
static bool on_reals(double *out, unsigned op, double a, double b) {
  switch (op) {
  case '+':
    *out = a + b;
    return true;
  case '-':
    *out = a - b;
    return true;
  case '*':
    *out = a * b;
    return true;
  case '/':
    *out = a / b;
    return b != 0;
  default:
    return false;
  }
}

/* Put "a" shifted by "b" bits, to the left where "left", into "*out"; false
 * where C does not say what that is. */
static bool shift(long long *out, long long a, long long b, bool left,
                  unsigned char range) {
  if (b < 0 || b >= (range & LCM_RANGE_BITS) || (left && a < 0))
    return false;
  if (!left)
    *out = a >= 0 ? a >> b : -((-(a + 1)) >> b) - 1;
  return left ? b < MOST_BITS - 1 && !__builtin_mul_overflow(a, 1LL << b, out)
              : true;
}

/* Put what "op" makes of the whole numbers "a" and "b" into "*out"; false where
 * C does not say what that is. */
static bool on_wholes(long long *out, unsigned op, long long a, long long b,
                      unsigned char range) {
  switch (op) {
  case '+':
    return !__builtin_add_overflow(a, b, out);
  case '-':
    return !__builtin_sub_overflow(a, b, out);
  case '*':
    return !__builtin_mul_overflow(a, b, out);
  case '/':
    *out = b && !(a == LLONG_MIN && b == -1) ? a / b : 0;
    return b && !(a == LLONG_MIN && b == -1);
  case '%':
    *out = b && b != -1 ? a % b : 0;
    return b;
  case '&':
    *out = a & b;
    return true;
  case '|':
    *out = a | b;
    return true;
  case '^':
    *out = a ^ b;
    return true;
  case '<' | '<' << 8:
    return shift(out, a, b, true, range);
  case '>' | '>' << 8:
    return shift(out, a, b, false, range);
  default:
    return false;
  }
}

struct lcm_run_number lcm_number_of(unsigned op, struct lcm_run_number a,
                                    struct lcm_run_number b,
                                    unsigned char range, bool is_real) {
  long long whole = 0;
  double real = 0;
  const bool reals = a.is_real || b.is_real;
  if (!a.known || !b.known)
    return is_real ? lcm_number_none(true)
                   : (struct lcm_run_number){.range = range};
  const bool single =
      (!a.is_real || a.is_single) && (!b.is_real || b.is_single);
  const double x = lcm_number_as_real(a).real;
  const double y = lcm_number_as_real(b).real;
  if (reals ? compare(&whole, op, (x > y) - (x < y))
            : compare(&whole, op, (a.whole > b.whole) - (a.whole < b.whole)))
    return lcm_number_whole(whole, lcm_ast_range(INT_BITS, false));
  if (is_real)
    return reals && on_reals(&real, op, x, y) ? lcm_number_real(real, single)
                                              : lcm_number_none(true);
  return !reals && on_wholes(&whole, op, a.whole, b.whole, range)
             ? lcm_number_whole(whole, range)
             : (struct lcm_run_number){.range = range};
}

struct lcm_run_number lcm_number_unary(unsigned op, struct lcm_run_number a,
                                       unsigned char range) {
  const unsigned char whole = lcm_ast_range(INT_BITS, false);
  if (op == '!') {
    const int truth = lcm_number_truth(a);
    struct lcm_run_number out = lcm_number_whole(truth == 0, whole);
    out.known = truth >= 0;
    return out;
  }
  if (!a.known || op == '+')
    return a;
  if (a.is_real)
    return op == '-' ? lcm_number_real(-a.real, a.is_single)
                     : lcm_number_none(true);
  range = (range & LCM_RANGE_BITS) < INT_BITS ? whole : range;
  if ((op != '-' && op != '~') || a.whole == LLONG_MIN)
    return (struct lcm_run_number){.range = range};
  return lcm_number_whole(op == '-' ? -a.whole : -a.whole - 1, range);
}
