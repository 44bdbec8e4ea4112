/* What operators and functions make of doubles, as lcm_expr_eval and the tapes
 * compute it. */
#include "model/expr/operate.h"

#include <math.h>

#include "model/expr/node.h"

/* Powers of at most so much are found by squaring. */
static const double MOST_SQUARED = 64;

double lcm_expr_power(double base, double k) {
  double out = 1;
  for (unsigned left = (unsigned)fabs(k); left; left /= 2) {
    if (left & 1)
      out *= base;
    base *= base;
  }
  return k < 0 ? 1 / out : out;
}

/* Return "a", or the whole number that it is but for rounding: thirds of 16
 * less thirds of 7 are 3, of which floating-point numbers leave a bit less.  A
 * fraction of whole numbers, the upper one below 4e12, is farther from a whole
 * number than that. */
static double settled(double a) {
  const double whole = nearbyint(a);
  return fabs(a - whole) <= 0x1p-42 * fabs(a) ? whole : a;
}

double lcm_expr_operate(lcm_expr_kind kind, double a, double b) {
  switch (kind) {
  case LCM_X_POW:
    return fabs(b) <= MOST_SQUARED && b == floor(b) ? lcm_expr_power(a, b)
                                                    : pow(a, b);
  case LCM_X_MAX:
    return a >= b || isnan(a) ? a : b;
  case LCM_X_MIN:
    return a <= b || isnan(a) ? a : b;
  case LCM_X_ABS:
    return fabs(a);
  case LCM_X_FLOOR:
    return floor(settled(a));
  case LCM_X_CEIL:
    return ceil(settled(a));
  case LCM_X_EXP:
    return exp(a);
  case LCM_X_LOG:
    return log(a);
  case LCM_X_LOG2:
    return log2(a);
  case LCM_X_LOG10:
    return log10(a);
  case LCM_X_SQRT:
    return sqrt(a);
  case LCM_X_MOD:
    return a - b * floor(a / b);
  case LCM_X_DIV:
    return floor(a / b);
  case LCM_X_LT:
    return a < b;
  case LCM_X_LE:
    return a <= b;
  case LCM_X_EQ:
    return a == b;
  case LCM_X_NE:
    return a != b;
  case LCM_X_AND:
    return a != 0 && b != 0;
  case LCM_X_OR:
    return a != 0 || b != 0;
  case LCM_X_NOT:
    return a == 0;
  case LCM_X_OF_LEAVES:
  case LCM_X_SUM_OF:
  case LCM_X_MUL_OF:
  case LCM_X_IF:
  case LCM_X_OF_LOOPS:
  case LCM_X_COUNT:
    break;
  }
  return NAN;
}

double lcm_expr_divisor(const lcm_expr *e) {
  if (e->kind != LCM_X_POW || e->args[1]->kind != LCM_X_NUMBER)
    return 0;
  const lcm_rat k = e->args[1]->rat;
  return !k.big && k.den == 1 && k.num < 0 && k.num >= -64 ? -(double)k.num : 0;
}

double lcm_expr_fraction(double *top, const lcm_expr *e) {
  static const int64_t EXACT = (int64_t)1 << 53;
  const lcm_rat rat = e->rat;
  const bool exact =
      !rat.big && rat.num <= EXACT && rat.num >= -EXACT && rat.den <= EXACT;
  *top = exact ? (double)rat.num : e->number;
  return exact ? (double)rat.den : 1;
}
