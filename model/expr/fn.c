/* Constructors of functions, relations, conditions and operators of several
 * operands. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "model/expr/bounds.h"
#include "model/expr/bounds_internal.h"
#include "model/expr/build.h"
#include "model/expr/fn.h"
#include "model/expr/intern.h"
#include "model/expr/intern_internal.h"
#include "model/expr/operate.h"

/* Report that operands must be pure numbers; returns NULL. */
static const lcm_expr *not_pure(lcm_ctx *ctx, const char *what, lcm_dim dim) {
  char text[64];
  lcm_dim_print(text, dim);
  lcm_report(ctx, LCM_DIAG_UNIT, lcm_expr_state(ctx)->at,
             "%s takes pure numbers, not %s", what, text);
  return NULL;
}

static bool is_pure(const lcm_expr *e) {
  return lcm_dim_equal(e->dim, LCM_DIM_NONE);
}

/* Return the common dimension of "a" and "b" in "*out", where 0 fits any. */
static bool common_dim(lcm_dim *out, const lcm_expr *a, const lcm_expr *b) {
  *out = lcm_expr_is_zero(a) ? b->dim : a->dim;
  return lcm_expr_is_zero(a) || lcm_expr_is_zero(b) ||
         lcm_dim_equal(a->dim, b->dim);
}

static int arg_order(const void *a, const void *b) {
  return lcm_expr_order(*(const lcm_expr *const *)a,
                        *(const lcm_expr *const *)b);
}

/* Return whether "a" is provably never below "b". */
static bool dominates(const lcm_expr *a, const lcm_expr *b) {
  double low_a = 0;
  double high_a = 0;
  double low_b = 0;
  double high_b = 0;
  lcm_expr_bounds(&low_a, &high_a, a);
  lcm_expr_bounds(&low_b, &high_b, b);
  return low_a >= high_b && !isinf(low_a);
}

/* Drop from the "n" sorted "args" of a max (min) what repeats or is proved not
 * to decide; return how many are left. */
static size_t drop_dominated(const lcm_expr **args, size_t n, bool max) {
  size_t kept = 0;
  for (size_t i = 0; i < n; i++)
    if (!kept || args[i] != args[kept - 1])
      args[kept++] = args[i];
  for (size_t i = 0; i < kept && kept <= 64; i++)
    for (size_t j = 0; j < kept; j++)
      if (i != j &&
          (max ? dominates(args[i], args[j]) : dominates(args[j], args[i]))) {
        memmove(&args[j], &args[j + 1], (--kept - j) * sizeof *args);
        i -= j < i;
        j--;
      }
  return kept;
}

/* Return the max or min of "a" and "b", flat, sorted, without the idle. */
static const lcm_expr *extreme(lcm_ctx *ctx, lcm_expr_kind kind,
                               const lcm_expr *a, const lcm_expr *b) {
  lcm_dim dim;
  if (!common_dim(&dim, a, b))
    return lcm_expr_mismatch(ctx, "max or min", a->dim, b->dim);
  const size_t n_a = a->kind == kind ? a->n : 1;
  const size_t n_b = b->kind == kind ? b->n : 1;
  const lcm_expr **args =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_expr *, n_a + n_b);
  memcpy(args, a->kind == kind ? a->args : &a, n_a * sizeof *args);
  memcpy(args + n_a, b->kind == kind ? b->args : &b, n_b * sizeof *args);
  qsort(args, n_a + n_b, sizeof *args, arg_order);
  const size_t n = drop_dominated(args, n_a + n_b, kind == LCM_X_MAX);
  return n == 1 ? args[0] : lcm_expr_node(ctx, kind, dim, args, n);
}

static const lcm_expr *truth(lcm_ctx *ctx, bool value) {
  return lcm_expr_int(ctx, value);
}

/* Return whether "e" is 0 or 1 by its operator. */
static bool is_truth(const lcm_expr *e) {
  return e->kind == LCM_X_LT || e->kind == LCM_X_LE || e->kind == LCM_X_EQ ||
         e->kind == LCM_X_NE || e->kind == LCM_X_AND || e->kind == LCM_X_OR ||
         e->kind == LCM_X_NOT;
}

/* Return the comparison "kind" of "a" and "b". */
static const lcm_expr *relation(lcm_ctx *ctx, lcm_expr_kind kind,
                                const lcm_expr *a, const lcm_expr *b) {
  lcm_dim dim;
  double low = 0;
  double high = 0;
  if (!common_dim(&dim, a, b))
    return lcm_expr_mismatch(ctx, "a comparison", a->dim, b->dim);
  if (kind == LCM_X_NE && is_truth(a) && lcm_expr_is_zero(b))
    return a;
  const lcm_expr *gap = lcm_expr_sub(ctx, b, a);
  if (!gap)
    return NULL;
  lcm_expr_bounds(&low, &high, gap);
  const bool less = low > 0;
  const bool more = high < 0;
  const bool equal = lcm_expr_is_zero(gap);
  if (less || more || equal || (kind == LCM_X_LE && low >= 0) ||
      (kind == LCM_X_LT && high <= 0)) {
    const bool holds = kind == LCM_X_LT   ? less
                       : kind == LCM_X_LE ? low >= 0
                       : kind == LCM_X_EQ ? equal
                                          : !equal;
    return truth(ctx, holds);
  }
  const lcm_expr *args[] = {a, b};
  return lcm_expr_node(ctx, kind, LCM_DIM_NONE, args, 2);
}

/* Return "a" and (or) "b", constants folded. */
static const lcm_expr *logic(lcm_ctx *ctx, lcm_expr_kind kind,
                             const lcm_expr *a, const lcm_expr *b) {
  double value = 0;
  if (!is_pure(a) || !is_pure(b))
    return not_pure(ctx, "a logical operator", is_pure(a) ? b->dim : a->dim);
  const lcm_expr *known = lcm_expr_is_number(a, &value)   ? a
                          : lcm_expr_is_number(b, &value) ? b
                                                          : NULL;
  const lcm_expr *other = known == a ? b : a;
  if (known && (value != 0) == (kind == LCM_X_OR))
    return truth(ctx, value != 0);
  if (known || a == b) {
    const lcm_expr *zero = lcm_expr_int(ctx, 0);
    return lcm_expr_binary(ctx, LCM_X_NE, other, zero);
  }
  const lcm_expr *args[] = {a, b};
  return lcm_expr_node(ctx, kind, LCM_DIM_NONE, args, 2);
}

/* Return what of "e", an addend, counts for its remainder by the whole number
 * "by" above 0: NULL for nothing. */
static const lcm_expr *without_multiple(lcm_ctx *ctx, const lcm_expr *e,
                                        const lcm_expr *by) {
  const lcm_rat part = lcm_rat_mul(lcm_ctx_arena(ctx), e->rat,
                                   lcm_rat_inv(lcm_ctx_arena(ctx), by->rat));
  const bool number = e->kind == LCM_X_NUMBER;
  return (number || e->kind == LCM_X_MUL_OF) && lcm_rat_is_whole(part) &&
                 lcm_expr_is_whole(e)
             ? NULL
             : e;
}

/* Return "a", a sum or a product, without multiples of "b" where that is a
 * whole number above 0: both have the same remainder. */
static const lcm_expr *without_multiples(lcm_ctx *ctx, const lcm_expr *a,
                                         const lcm_expr *b) {
  const bool sum = a->kind == LCM_X_SUM_OF;
  double by = 0;
  if ((!sum && a->kind != LCM_X_MUL_OF) || !lcm_expr_is_number(b, &by) ||
      by < 1 || !lcm_rat_is_whole(b->rat))
    return a;
  const lcm_expr *out = lcm_expr_int(ctx, 0);
  bool same = true;
  for (size_t i = 0; i < (sum ? a->n : 1); i++) {
    const lcm_expr *part = sum ? a->args[i] : a;
    const lcm_expr *rest = without_multiple(ctx, part, b);
    same = same && rest == part;
    out = rest ? lcm_expr_add(ctx, out, rest) : out;
  }
  return same ? a : out;
}

/* Return a mod b or a div b. */
static const lcm_expr *division(lcm_ctx *ctx, lcm_expr_kind kind,
                                const lcm_expr *a, const lcm_expr *b) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  lcm_dim dim;
  if (!common_dim(&dim, a, b))
    return lcm_expr_mismatch(ctx, "mod or div", a->dim, b->dim);
  if (lcm_expr_is_zero(b))
    return lcm_expr_nowhere(ctx, "division by zero");
  if (a->kind == LCM_X_NUMBER && b->kind == LCM_X_NUMBER) {
    const lcm_rat quotient = lcm_rat_floor(
        arena, lcm_rat_mul(arena, a->rat, lcm_rat_inv(arena, b->rat)));
    if (kind == LCM_X_DIV)
      return lcm_expr_number(ctx, quotient, LCM_DIM_NONE);
    const lcm_rat rest =
        lcm_rat_add(arena, a->rat,
                    lcm_rat_neg(arena, lcm_rat_mul(arena, quotient, b->rat)));
    return lcm_expr_number(ctx, rest, dim);
  }
  if (lcm_expr_is_int(b, 1) && lcm_expr_is_whole(a))
    return kind == LCM_X_DIV ? a : lcm_expr_int(ctx, 0);
  const lcm_expr *rest = kind == LCM_X_MOD ? without_multiples(ctx, a, b) : a;
  if (rest != a)
    return lcm_expr_binary(ctx, kind, rest, b);
  const lcm_expr *args[] = {a, b};
  return lcm_expr_node(ctx, kind, kind == LCM_X_DIV ? LCM_DIM_NONE : dim, args,
                       2);
}

const lcm_expr *lcm_expr_binary(lcm_ctx *ctx, lcm_expr_kind kind,
                                const lcm_expr *a, const lcm_expr *b) {
  if (!a || !b)
    return NULL;
  switch (kind) {
  case LCM_X_MAX:
  case LCM_X_MIN:
    return extreme(ctx, kind, a, b);
  case LCM_X_OF_COMPARISONS:
    return relation(ctx, kind, a, b);
  case LCM_X_AND:
  case LCM_X_OR:
    return logic(ctx, kind, a, b);
  case LCM_X_MOD:
  case LCM_X_DIV:
    return division(ctx, kind, a, b);
  case LCM_X_POW:
    return lcm_expr_pow(ctx, a, b);
  case LCM_X_OF_LEAVES:
  case LCM_X_SUM_OF:
  case LCM_X_MUL_OF:
  case LCM_X_ABS:
  case LCM_X_FLOOR:
  case LCM_X_CEIL:
  case LCM_X_OF_LOGARITHMS:
  case LCM_X_SQRT:
  case LCM_X_NOT:
  case LCM_X_IF:
  case LCM_X_OF_LOOPS:
  case LCM_X_COUNT:
    break;
  }
  return NULL;
}

/* Return floor or ceil of "a": whole parts come out of it. */
static const lcm_expr *rounded(lcm_ctx *ctx, lcm_expr_kind kind,
                               const lcm_expr *a) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  if (lcm_expr_is_whole(a))
    return a;
  if (a->kind == LCM_X_NUMBER && kind == LCM_X_FLOOR)
    return lcm_expr_number(ctx, lcm_rat_floor(arena, a->rat), a->dim);
  if (a->kind == LCM_X_NUMBER)
    return lcm_expr_number(
        ctx,
        lcm_rat_neg(arena, lcm_rat_floor(arena, lcm_rat_neg(arena, a->rat))),
        a->dim);
  const lcm_expr *outside = lcm_expr_int(ctx, 0);
  for (size_t i = 0; a->kind == LCM_X_SUM_OF && i < a->n; i++)
    if (lcm_expr_is_whole(a->args[i]))
      outside = lcm_expr_add(ctx, outside, a->args[i]);
  const lcm_expr *inside = lcm_expr_sub(ctx, a, outside);
  if (!inside)
    return NULL;
  const lcm_expr *part =
      inside->kind == LCM_X_NUMBER
          ? rounded(ctx, kind, inside)
          : lcm_expr_node(ctx, kind, inside->dim, &inside, 1);
  return lcm_expr_add(ctx, outside, part);
}

/* Return |a|. */
static const lcm_expr *absolute(lcm_ctx *ctx, const lcm_expr *a) {
  double low = 0;
  double high = 0;
  lcm_expr_bounds(&low, &high, a);
  if (low >= 0)
    return a;
  if (high <= 0)
    return lcm_expr_neg(ctx, a);
  return lcm_expr_node(ctx, LCM_X_ABS, a->dim, &a, 1);
}

/* Return the logarithm, exponential or negation "kind" of "a", exact where it
 * is a small whole number. */
static const lcm_expr *transcendental(lcm_ctx *ctx, lcm_expr_kind kind,
                                      const lcm_expr *a) {
  double value = 0;
  if (lcm_expr_is_number(a, &value)) {
    const double result = lcm_expr_operate(kind, value, 0);
    const bool logarithm =
        kind == LCM_X_LOG || kind == LCM_X_LOG2 || kind == LCM_X_LOG10;
    if (logarithm && value <= 0)
      return lcm_expr_nowhere(ctx,
                              "logarithm of a number that is not positive");
    const double back = kind == LCM_X_LOG2    ? exp2(result)
                        : kind == LCM_X_LOG10 ? pow(10, result)
                                              : result;
    const bool exact =
        kind == LCM_X_NOT || value == (kind != LCM_X_EXP) ||
        (back == value && kind != LCM_X_LOG && kind != LCM_X_EXP);
    if (result == floor(result) && fabs(result) < 1000 && exact)
      return lcm_expr_int(ctx, (long long)result);
  }
  return lcm_expr_node(ctx, kind, LCM_DIM_NONE, &a, 1);
}

const lcm_expr *lcm_expr_apply(lcm_ctx *ctx, lcm_expr_kind kind,
                               const lcm_expr *a) {
  if (!a)
    return NULL;
  switch (kind) {
  case LCM_X_FLOOR:
  case LCM_X_CEIL:
    return rounded(ctx, kind, a);
  case LCM_X_ABS:
    return absolute(ctx, a);
  case LCM_X_SQRT:
    return lcm_expr_pow(ctx, a, lcm_expr_ratio(ctx, 1, 2));
  case LCM_X_OF_LOGARITHMS:
  case LCM_X_NOT:
    if (!is_pure(a))
      return not_pure(ctx, "a function such as log or exp", a->dim);
    return transcendental(ctx, kind, a);
  case LCM_X_OF_LEAVES:
  case LCM_X_SUM_OF:
  case LCM_X_MUL_OF:
  case LCM_X_POW:
  case LCM_X_MAX:
  case LCM_X_MIN:
  case LCM_X_MOD:
  case LCM_X_DIV:
  case LCM_X_OF_COMPARISONS:
  case LCM_X_AND:
  case LCM_X_OR:
  case LCM_X_IF:
  case LCM_X_OF_LOOPS:
  case LCM_X_COUNT:
    break;
  }
  return NULL;
}

const lcm_expr *lcm_expr_if(lcm_ctx *ctx, const lcm_expr *cond,
                            const lcm_expr *yes, const lcm_expr *no) {
  lcm_dim dim;
  double value = 0;
  if (!cond || !yes || !no)
    return NULL;
  if (!is_pure(cond))
    return not_pure(ctx, "a condition", cond->dim);
  if (!common_dim(&dim, yes, no))
    return lcm_expr_mismatch(ctx, "the branches of an if", yes->dim, no->dim);
  if (lcm_expr_is_number(cond, &value))
    return value != 0 ? yes : no;
  if (yes == no)
    return yes;
  const lcm_expr *args[] = {cond, yes, no};
  return lcm_expr_node(ctx, LCM_X_IF, dim, args, 3);
}

const lcm_expr *lcm_expr_nary(lcm_ctx *ctx, lcm_expr_kind kind,
                              const lcm_expr *const *args, size_t n) {
  if (kind == LCM_X_SUM_OF)
    return lcm_expr_sum_of(ctx, args, n);
  if (kind == LCM_X_MUL_OF && n == 2)
    return lcm_expr_mul(ctx, args[0], args[1]);
  if (kind == LCM_X_MUL_OF)
    return lcm_expr_product_of(ctx, args, n);
  const lcm_expr *e = n ? args[0] : NULL;
  for (size_t i = 1; i < n; i++)
    e = lcm_expr_binary(ctx, kind, e, args[i]);
  return e;
}
