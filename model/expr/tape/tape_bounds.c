/* Bounds on the results of a tape over a box of points. */
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "model/expr/operate.h"
#include "model/expr/tape/tape_bounds.h"
#include "model/expr/tape/tape_run_internal.h"

/* A register: what the value lies within, and its slope. */
struct enclosure {
  struct lcm_bounds value;
  struct lcm_bounds slope;
};

static const struct lcm_bounds ALL = {-INFINITY, INFINITY};
static const struct lcm_bounds ZERO = {0, 0};

/* Return "low" .. "high" a little wider, for what rounding may have lost;
 * everything where an end is no number. */
static struct lcm_bounds wide(double low, double high) {
  const double by = 4 * DBL_EPSILON;
  if (isnan(low) || isnan(high))
    return ALL;
  return (struct lcm_bounds){low - (fabs(low) * by + DBL_MIN),
                             high + (fabs(high) * by + DBL_MIN)};
}

/* Return whether "a" is one number. */
static bool is_point(struct lcm_bounds a) { return a.low == a.high; }

/* Return the bounds of a + b. */
static struct lcm_bounds plus(struct lcm_bounds a, struct lcm_bounds b) {
  if (is_point(a) && a.low == 0)
    return b;
  if (is_point(b) && b.low == 0)
    return a;
  return wide(a.low + b.low, a.high + b.high);
}

/* Return the bounds of a * b. */
static struct lcm_bounds times(struct lcm_bounds a, struct lcm_bounds b) {
  const double all[] = {a.low * b.low, a.low * b.high, a.high * b.low,
                        a.high * b.high};
  double low = all[0];
  double high = all[0];
  if ((is_point(a) && a.low == 0) || (is_point(b) && b.low == 0))
    return ZERO;
  for (size_t i = 0; i < 4; i++) {
    if (isnan(all[i]))
      return ALL;
    low = fmin(low, all[i]);
    high = fmax(high, all[i]);
  }
  return wide(low, high);
}

/* Return the bounds of what is in "a" or in "b". */
static struct lcm_bounds both(struct lcm_bounds a, struct lcm_bounds b) {
  return (struct lcm_bounds){fmin(a.low, b.low), fmax(a.high, b.high)};
}

/* Return 1/a; everything where that may be infinite. */
static struct lcm_bounds inverse(struct lcm_bounds a) {
  return a.low > 0 || a.high < 0 ? wide(1 / a.high, 1 / a.low) : ALL;
}

/* Return the bounds of the increasing function "of" of "a". */
static struct lcm_bounds rising(double (*of)(double), struct lcm_bounds a) {
  return wide(of(a.low), of(a.high));
}

/* Return "x", whose slope is unknown. */
static struct enclosure jumpy(struct lcm_bounds x) {
  return (struct enclosure){x, is_point(x) ? ZERO : ALL};
}

/* Return the whole power "k" of "a". */
static struct lcm_bounds power(struct lcm_bounds a, double k) {
  const double low = lcm_expr_power(a.low, fabs(k));
  const double high = lcm_expr_power(a.high, fabs(k));
  const bool even = fmod(k, 2) == 0;
  struct lcm_bounds out = wide(fmin(low, high), fmax(low, high));
  if (even && a.low <= 0 && a.high >= 0)
    out.low = 0;
  for (double i = 1; i < fabs(k); i *= 2)
    out = wide(out.low, out.high);
  return k < 0 ? inverse(out) : out;
}

/* Return the enclosure of x^k with the whole number "k". */
static struct enclosure whole_power(struct enclosure x, double k) {
  const struct lcm_bounds factor = {k, k};
  if (k == 0)
    return (struct enclosure){{1, 1}, ZERO};
  const struct lcm_bounds less =
      k == 1 ? (struct lcm_bounds){1, 1} : power(x.value, k - 1);
  return (struct enclosure){power(x.value, k),
                            times(x.slope, times(factor, less))};
}

/* Return the enclosure of x^y for positive x: exp(y log(x)). */
static struct enclosure real_power(struct enclosure x, struct enclosure y) {
  if (!(x.value.low > 0))
    return (struct enclosure){ALL, ALL};
  const struct lcm_bounds log_x = rising(log, x.value);
  const struct lcm_bounds exponent = times(y.value, log_x);
  struct lcm_bounds value = rising(exp, exponent);
  const double more =
      fmax(fabs(exponent.low), fabs(exponent.high)) * 4 * DBL_EPSILON;
  value.low -= fabs(value.low) * more;
  value.high += fabs(value.high) * more;
  const struct lcm_bounds rate = plus(
      times(y.slope, log_x), times(times(y.value, x.slope), inverse(x.value)));
  return (struct enclosure){value, times(value, rate)};
}

/* Return the enclosure of the larger (smaller) of "x" and "y". */
static struct enclosure extreme(struct enclosure x, struct enclosure y,
                                bool largest) {
  if (largest ? x.value.low > y.value.high : x.value.high < y.value.low)
    return x;
  if (largest ? y.value.low > x.value.high : y.value.high < x.value.low)
    return y;
  struct lcm_bounds value = {fmin(x.value.low, y.value.low),
                             fmin(x.value.high, y.value.high)};
  if (largest)
    value = (struct lcm_bounds){fmax(x.value.low, y.value.low),
                                fmax(x.value.high, y.value.high)};
  return (struct enclosure){value, both(x.slope, y.slope)};
}

/* Return the enclosure of floor(x) or, "up", ceil(x). */
static struct enclosure whole(struct enclosure x, bool up) {
  const lcm_expr_kind kind = up ? LCM_X_CEIL : LCM_X_FLOOR;
  const struct lcm_bounds value = {lcm_expr_operate(kind, x.value.low, 0),
                                   lcm_expr_operate(kind, x.value.high, 0)};
  return jumpy(value);
}

/* Return the enclosure of a condition that surely holds, surely does not, or
 * neither. */
static struct enclosure truth(bool always, bool never) {
  return jumpy((struct lcm_bounds){always ? 1 : 0, never ? 0 : 1});
}

/* Return the enclosure of the comparison "op" of "x" and "y". */
static struct enclosure comparison(int op, struct lcm_bounds x,
                                   struct lcm_bounds y) {
  const bool apart = x.high < y.low || x.low > y.high;
  const bool same = is_point(x) && is_point(y) && x.low == y.low;
  switch (op) {
  case LCM_X_LT:
    return truth(x.high < y.low, x.low >= y.high);
  case LCM_X_LE:
    return truth(x.high <= y.low, x.low > y.high);
  case LCM_X_EQ:
    return truth(same, apart);
  }
  return truth(apart, same);
}

/* Return the enclosure of the condition "op" of "x" and "y". */
static struct enclosure logic(int op, struct lcm_bounds x,
                              struct lcm_bounds y) {
  const bool x_true = x.low > 0 || x.high < 0;
  const bool y_true = y.low > 0 || y.high < 0;
  const bool x_false = is_point(x) && x.low == 0;
  const bool y_false = is_point(y) && y.low == 0;
  if (op == LCM_X_NOT)
    return truth(x_false, x_true);
  return op == LCM_X_AND ? truth(x_true && y_true, x_false || y_false)
                         : truth(x_true || y_true, x_false && y_false);
}

/* Return the enclosure of if(x, y, z). */
static struct enclosure choice(struct lcm_bounds x, struct enclosure y,
                               struct enclosure z) {
  if (x.low > 0 || x.high < 0)
    return y;
  if (is_point(x))
    return z;
  return (struct enclosure){both(y.value, z.value), ALL};
}

/* Return the enclosure of the logarithm of "x" with the derivative
 * 1/(x log_base). */
static struct enclosure logarithm(double (*of)(double), struct enclosure x,
                                  double log_base) {
  if (!(x.value.low > 0))
    return (struct enclosure){ALL, ALL};
  const struct lcm_bounds rate =
      times(inverse(x.value), wide(1 / log_base, 1 / log_base));
  return (struct enclosure){rising(of, x.value), times(x.slope, rate)};
}

/* Return the enclosure of |x|. */
static struct enclosure absolute(struct enclosure x) {
  const struct lcm_bounds minus = {-x.value.high, -x.value.low};
  const struct enclosure negative = {minus, {-x.slope.high, -x.slope.low}};
  return extreme(x, negative, true);
}

/* Return the enclosure of exp(x). */
static struct enclosure exponential(struct enclosure x) {
  const struct lcm_bounds value = rising(exp, x.value);
  return (struct enclosure){value, times(value, x.slope)};
}

/* Return the enclosure of sqrt(x). */
static struct enclosure root(struct enclosure x) {
  const struct lcm_bounds half = {0.5, 0.5};
  if (!(x.value.low >= 0))
    return (struct enclosure){ALL, ALL};
  const struct lcm_bounds value = rising(sqrt, x.value);
  return (struct enclosure){value, times(times(x.slope, half), inverse(value))};
}

/* Return the enclosure of the operator "op" of "x" and "y"; everything for what
 * is not followed. */
static struct enclosure operation(int op, struct enclosure x,
                                  struct enclosure y) {
  switch (op) {
  case LCM_T_ADD:
    return (struct enclosure){plus(x.value, y.value), plus(x.slope, y.slope)};
  case LCM_T_MUL:
    return (struct enclosure){
        times(x.value, y.value),
        plus(times(x.slope, y.value), times(x.value, y.slope))};
  case LCM_X_POW:
    return real_power(x, y);
  case LCM_X_MAX:
  case LCM_X_MIN:
    return extreme(x, y, op == LCM_X_MAX);
  case LCM_X_ABS:
    return absolute(x);
  case LCM_X_FLOOR:
  case LCM_X_CEIL:
    return whole(x, op == LCM_X_CEIL);
  case LCM_X_EXP:
    return exponential(x);
  case LCM_X_SQRT:
    return root(x);
  case LCM_X_LOG:
    return logarithm(log, x, 1);
  case LCM_X_LOG2:
    return logarithm(log2, x, 0.69314718055994530942);
  case LCM_X_LOG10:
    return logarithm(log10, x, 2.30258509299404568402);
  case LCM_X_OF_COMPARISONS:
    return comparison(op, x.value, y.value);
  case LCM_X_AND:
  case LCM_X_OR:
  case LCM_X_NOT:
    return logic(op, x.value, y.value);
  }
  return (struct enclosure){ALL, ALL};
}

/* Return the enclosure of instruction "in", with those before in "all". */
static struct enclosure enclose(const struct lcm_instruction *in,
                                const struct enclosure *all,
                                const struct lcm_bounds *inputs, size_t axis) {
  const struct lcm_bounds one = {1, 1};
  switch (in->op) {
  case LCM_T_CONST:
    return (struct enclosure){in->k == floor(in->k)
                                  ? (struct lcm_bounds){in->k, in->k}
                                  : wide(in->k, in->k),
                              ZERO};
  case LCM_T_COEF:
    return (struct enclosure){wide(in->coef->value, in->coef->value), ZERO};
  case LCM_T_INPUT:
    return (struct enclosure){inputs[in->a], in->a == axis ? one : ZERO};
  case LCM_T_SCALE: {
    const struct enclosure k = {wide(in->k, in->k), ZERO};
    return operation(LCM_T_MUL, k, all[in->a]);
  }
  case LCM_T_QUOTIENT:
    return operation(LCM_T_MUL, all[in->a], whole_power(all[in->b], -1));
  case LCM_T_POWI:
    return whole_power(all[in->a], in->k);
  case LCM_X_IF:
    return choice(all[in->a].value, all[in->b], all[in->c]);
  }
  return in->body ? (struct enclosure){ALL, ALL}
                  : operation(in->op, all[in->a], all[in->b]);
}

void lcm_tape_bounds(struct lcm_bounds out[2], const lcm_tape *tape, size_t k,
                     const struct lcm_bounds *inputs, size_t axis) {
  struct enclosure *all = malloc((tape->n + 1) * sizeof *all);
  out[0] = out[1] = ALL;
  if (!all)
    return;
  for (size_t i = 0; i < tape->n; i++)
    all[i] = enclose(&tape->code[i], all, inputs, axis);
  out[0] = all[tape->out[k]].value;
  out[1] = all[tape->out[k]].slope;
  free(all);
}
