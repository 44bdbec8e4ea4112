/* Sums of an expression over the whole points of rows of constraints. */
#include "model/sections/count_sum.h"

#include <stdlib.h>
#include <string.h>

#include "model/sections/isl_rows.h"

/* Pieces of a set after which the count gives up. */
enum { MAX_PIECES = 500 };

/* Add to "row" "factor" times "other"; overflow fails the sum. */
static void add_row(struct lcm_count *s, struct lcm_count_row *row,
                    long long factor, const struct lcm_count_row *other) {
  for (size_t i = 0; i < lcm_count_width(s); i++) {
    long long product = 0;
    if (__builtin_mul_overflow(factor, other->at[i], &product) ||
        __builtin_add_overflow(row->at[i], product, &row->at[i]))
      s->failed = true;
  }
}

/* Return "a" times row "x" plus "b" times row "y". */
static struct lcm_count_row combine(struct lcm_count *s, long long a,
                                    const struct lcm_count_row *x, long long b,
                                    const struct lcm_count_row *y) {
  struct lcm_count_row row = lcm_count_new_row(s, x->equal && y->equal);
  add_row(s, &row, a, x);
  add_row(s, &row, b, y);
  return row;
}

/* Return "row" without its coefficient of variable "skip" (SIZE_MAX: all of
 * it) as an expression. */
static const lcm_expr *expr_of(const struct lcm_count *s,
                               const struct lcm_count_row *row, size_t skip) {
  lcm_ctx *ctx = s->ctx;
  const lcm_expr *sum = lcm_expr_int(ctx, row->at[lcm_count_width(s) - 1]);
  for (size_t i = 0; i < s->n_vars + s->n_params; i++) {
    if (i == skip || !row->at[i])
      continue;
    const lcm_expr *of = i < s->n_vars
                             ? lcm_expr_symbol(ctx, s->names[i], LCM_DIM_NONE)
                             : s->atoms[i - s->n_vars];
    sum = lcm_expr_add(ctx, sum,
                       lcm_expr_mul(ctx, lcm_expr_int(ctx, row->at[i]), of));
  }
  return sum;
}

/* Return the condition that "row", which has no variables, says. */
static const lcm_expr *condition_of(const struct lcm_count *s,
                                    const struct lcm_count_row *row) {
  lcm_ctx *ctx = s->ctx;
  struct lcm_count_row rest = lcm_count_new_row(s, row->equal);
  memcpy(rest.at, row->at, lcm_count_width(s) * sizeof *rest.at);
  rest.at[lcm_count_width(s) - 1] = 0;
  const lcm_expr *low = lcm_expr_int(ctx, -row->at[lcm_count_width(s) - 1]);
  return lcm_expr_binary(ctx, row->equal ? LCM_X_EQ : LCM_X_LE, low,
                         expr_of(s, &rest, SIZE_MAX));
}

/* Add "value" where "rows", without variables, and "guard" (may be NULL)
 * hold. */
static void add_term(struct lcm_count *s, const lcm_count_rows *rows,
                     const lcm_expr *guard, const lcm_expr *value) {
  for (size_t i = 0; i < rows->n; i++) {
    const lcm_expr *one = condition_of(s, &rows->at[i]);
    guard = guard ? lcm_expr_binary(s->ctx, LCM_X_AND, guard, one) : one;
    s->failed = s->failed || !guard;
  }
  for (size_t i = 0; i < s->terms.n; i++)
    if (s->terms.at[i].guard == guard) {
      s->terms.at[i].value = lcm_expr_add(s->ctx, s->terms.at[i].value, value);
      return;
    }
  const struct lcm_count_term term = {guard, value};
  LCM_LIST_ADD(lcm_ctx_arena(s->ctx), &s->terms, term);
}

/* Return "e" with the variable "var" replaced by "by". */
static const lcm_expr *replace(const struct lcm_count *s, const lcm_expr *e,
                               size_t var, const lcm_expr *by) {
  const struct lcm_subst subst = {s->names[var], by};
  return e && by ? lcm_expr_subst(s->ctx, e, &subst, 1) : NULL;
}

/* Put a row of "rows" that is an equation into "*equation", with a variable in
 * it, one with the coefficient 1 or -1 if there is any, in "*var". */
static bool find_equation(size_t *equation, size_t *var,
                          const struct lcm_count *s,
                          const lcm_count_rows *rows) {
  bool found = false;
  for (size_t i = 0; i < rows->n; i++)
    for (size_t k = 0; rows->at[i].equal && k < s->n_vars; k++) {
      const long long a = rows->at[i].at[k];
      const bool unit = a == 1 || a == -1;
      if (!a || (found && !unit))
        continue;
      *equation = i;
      *var = k;
      found = true;
      if (unit)
        return true;
    }
  return found;
}

/* Return whether "row" has a variable besides "var". */
static bool has_others(const struct lcm_count *s,
                       const struct lcm_count_row *row, size_t var) {
  for (size_t i = 0; i < s->n_vars; i++)
    if (i != var && row->at[i])
      return true;
  return false;
}

/* Sum "body" where row "equation" of "rows" says what the variable "var" is. */
static void sum_equation(struct lcm_count *s, const lcm_count_rows *rows,
                         const lcm_expr *guard, const lcm_expr *body,
                         size_t equation, size_t var) {
  lcm_ctx *ctx = s->ctx;
  lcm_count_rows rest = {0};
  const struct lcm_count_row *by = &rows->at[equation];
  const long long a = by->at[var] < 0 ? -by->at[var] : by->at[var];
  const long long sign = by->at[var] < 0 ? -1 : 1;
  const lcm_expr *value = lcm_expr_div(
      ctx, lcm_expr_mul(ctx, expr_of(s, by, var), lcm_expr_int(ctx, -sign)),
      lcm_expr_int(ctx, a));
  if (a != 1 && has_others(s, by, var)) {
    s->failed = true;
    return;
  }
  if (a != 1) {
    const lcm_expr *whole =
        lcm_expr_binary(ctx, LCM_X_EQ,
                        lcm_expr_binary(ctx, LCM_X_MOD, expr_of(s, by, var),
                                        lcm_expr_int(ctx, a)),
                        lcm_expr_int(ctx, 0));
    guard = guard ? lcm_expr_binary(ctx, LCM_X_AND, guard, whole) : whole;
  }
  for (size_t i = 0; i < rows->n; i++) {
    if (i == equation)
      continue;
    struct lcm_count_row row =
        combine(s, a, &rows->at[i], -sign * rows->at[i].at[var], by);
    row.equal = rows->at[i].equal;
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &rest, row);
  }
  lcm_count_add(s, rest, guard, replace(s, body, var, value));
}

/* The bounds of a variable: rows with a positive and with a negative
 * coefficient. */
struct limits {
  size_t var;
  lcm_count_rows lower;
  lcm_count_rows upper;
  lcm_count_rows rest;
  bool unit;
};

/* Put what "rows" say of "var" into "*out". */
static void find_limits(struct limits *out, const struct lcm_count *s,
                        const lcm_count_rows *rows, size_t var) {
  lcm_arena *arena = lcm_ctx_arena(s->ctx);
  *out = (struct limits){.var = var, .unit = true};
  for (size_t i = 0; i < rows->n; i++) {
    const long long a = rows->at[i].at[var];
    lcm_count_rows *list = a > 0   ? &out->lower
                           : a < 0 ? &out->upper
                                   : &out->rest;
    LCM_LIST_ADD(arena, list, rows->at[i]);
    out->unit = out->unit && a <= 1 && a >= -1;
  }
}

/* Return the variable to sum over next: of those with unit coefficients that
 * with the fewest pairs of bounds, the last; "n_vars" where none is left. */
static size_t choose(const struct lcm_count *s, const lcm_count_rows *rows) {
  size_t best = s->n_vars;
  size_t least = 0;
  for (size_t i = s->n_vars; i-- > 0;) {
    struct limits limits;
    find_limits(&limits, s, rows, i);
    const size_t pairs = limits.lower.n * limits.upper.n;
    const size_t rank =
        limits.unit ? pairs : pairs + (size_t)MAX_PIECES * MAX_PIECES;
    if (limits.lower.n + limits.upper.n == 0 ||
        (best < s->n_vars && rank >= least))
      continue;
    best = i;
    least = rank;
  }
  return best;
}

/* Add to "rows" that bound "i" of "list" (of "var") is the tightest one, the
 * first of several. */
static void add_tightest(struct lcm_count *s, lcm_count_rows *rows,
                         const lcm_count_rows *list, size_t i, size_t var) {
  for (size_t k = 0; k < list->n; k++) {
    const long long a = llabs(list->at[i].at[var]);
    const long long b = llabs(list->at[k].at[var]);
    if (k == i)
      continue;
    struct lcm_count_row row = combine(s, a, &list->at[k], -b, &list->at[i]);
    row.at[var] = 0;
    row.at[lcm_count_width(s) - 1] -= k < i;
    LCM_LIST_ADD(lcm_ctx_arena(s->ctx), rows, row);
  }
}

/* Return the sum of "body" over "range". */
static const lcm_expr *sum_range(const struct lcm_count *s,
                                 struct lcm_range range, const lcm_expr *body) {
  const lcm_expr *closed = body && range.from && range.to
                               ? lcm_expr_sum_polynomial(s->ctx, range, body)
                               : NULL;
  return closed ? lcm_expr_expand(s->ctx, closed)
                : lcm_expr_over_open(s->ctx, LCM_X_SUM, range, body);
}

/* Return the quotient of "e" by "by" rounded down. */
static const lcm_expr *quotient(lcm_ctx *ctx, const lcm_expr *e, long long by) {
  return by == 1 ? e
                 : lcm_expr_binary(ctx, LCM_X_DIV, e, lcm_expr_int(ctx, by));
}

/* Sum "body" over the values of the variable of "limits" from its bound "low"
 * to "high". */
static void sum_between(struct lcm_count *s, const struct limits *limits,
                        const lcm_expr *guard, const lcm_expr *body, size_t low,
                        size_t high) {
  lcm_ctx *ctx = s->ctx;
  const size_t var = limits->var;
  lcm_count_rows rows = {0};
  const struct lcm_count_row *lower = &limits->lower.at[low];
  const struct lcm_count_row *upper = &limits->upper.at[high];
  const long long a = lower->at[var];
  const long long b = -upper->at[var];
  struct lcm_count_row room = combine(s, b, lower, a, upper);
  for (size_t i = 0; i < limits->rest.n; i++)
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &rows, limits->rest.at[i]);
  add_tightest(s, &rows, &limits->lower, low, var);
  add_tightest(s, &rows, &limits->upper, high, var);
  room.at[lcm_count_width(s) - 1] += a == 1 ? b : b == 1 ? a : 0;
  LCM_LIST_ADD(lcm_ctx_arena(ctx), &rows, room);
  const lcm_expr *from =
      lcm_expr_neg(ctx, quotient(ctx, expr_of(s, lower, var), a));
  const lcm_expr *to = quotient(ctx, expr_of(s, upper, var), b);
  lcm_count_add(
      s, rows, guard,
      sum_range(s, (struct lcm_range){s->names[var], from, to}, body));
}

/* Return whether "body" speaks of a variable. */
static bool has_variable(const struct lcm_count *s, const lcm_expr *body) {
  for (size_t i = 0; i < s->n_vars; i++)
    if (lcm_expr_has(body, s->names[i]))
      return true;
  return false;
}

/* Add the sum of "body" over the whole points of "rows", where "guard" (may be
 * NULL) holds, to the terms. */
void lcm_count_add(struct lcm_count *s, lcm_count_rows rows,
                   const lcm_expr *guard, const lcm_expr *body) {
  size_t equation = 0;
  size_t var = 0;
  struct limits limits;
  s->failed = s->failed || !body || ++s->n_pieces > MAX_PIECES;
  if (s->failed || !lcm_count_simplify(s, &rows))
    return;
  if (find_equation(&equation, &var, s, &rows)) {
    sum_equation(s, &rows, guard, body, equation, var);
    return;
  }
  var = choose(s, &rows);
  if (var == s->n_vars) {
    s->failed = s->failed || has_variable(s, body);
    add_term(s, &rows, guard, body);
    return;
  }
  find_limits(&limits, s, &rows, var);
  s->failed = s->failed || !limits.lower.n || !limits.upper.n;
  for (size_t i = 0; i < limits.lower.n && !s->failed; i++)
    for (size_t k = 0; k < limits.upper.n && !s->failed; k++)
      sum_between(s, &limits, guard, body, i, k);
}

/* Return the terms of "s" as one expression. */
const lcm_expr *lcm_count_total(const struct lcm_count *s) {
  const lcm_expr *zero = lcm_expr_int(s->ctx, 0);
  const lcm_expr *all = zero;
  for (size_t i = 0; i < s->terms.n; i++) {
    const struct lcm_count_term *term = &s->terms.at[i];
    all = lcm_expr_add(s->ctx, all,
                       term->guard
                           ? lcm_expr_if(s->ctx, term->guard, term->value, zero)
                           : term->value);
  }
  return all;
}
