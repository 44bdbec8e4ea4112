/* Symbolic expressions: immutable, interned, in a local normal form.
 *
 * An expression is a sum of monomials with exact rational coefficients over
 * atoms.  Constructors keep that form, never distribute over max and min, and
 * never expand a power of a sum (lcm_expr_expand does, within the budget).
 * Equal pointers mean equal expressions; the converse is not promised.  Every
 * constructor returns NULL when an operand is NULL, when dimensions do not fit
 * (reported at the place set by lcm_expr_at) or when the budget is spent, so
 * that a chain of calls needs one check at its end.
 *
 * Dimensions: a sum needs equal dimensions; a product adds them; functions
 * such as log take pure numbers; max, min, if take one dimension.  The number
 * 0 fits every dimension.  Booleans are pure numbers 0 and 1. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/ctx.h"
#include "model/expr/dim.h"

typedef struct lcm_expr lcm_expr;

/* Operators and atoms: LCM_X_<NAME> for each row of exprs.def. */
typedef enum lcm_expr_kind {
#define LCM_EXPR(name, text, arity) LCM_X_##name,
#include "model/expr/exprs.def"
#undef LCM_EXPR
  LCM_X_COUNT
} lcm_expr_kind;

/* A value for a name.  "name" is interned in the context of the expression. */
typedef struct lcm_binding {
  const char *name;
  double value;
} lcm_binding;

/* An uncertain coefficient: equal names are the same quantity wherever they
 * stand.
 * name        interned identity, such as "k1" or "fft.c:12:15"
 * value       the estimate
 * half_width  of the 90 % interval; 0 or more
 * anonymous   the name is only a place, not to be shown to readers
 * common      half-width of what it is off beside that together with all others
 *             that have such a thing, by its sign (lcm_coef_share) */
typedef struct lcm_coef {
  const char *name;
  double value;
  double half_width;
  bool anonymous;
  double common;
} lcm_coef;

/* ---- building ---------------------------------------------------------- */

/* Set the place that diagnostics of constructors in "ctx" name from now on. */
void lcm_expr_at(lcm_ctx *ctx, lcm_loc at);

/* Return the place at which the text inside "within" (such as a directive) has
 * the name "name"; "within" itself where no text there was read. */
lcm_loc lcm_expr_name_place(lcm_ctx *ctx, const char *name, lcm_loc within);

/* Return the whole number "value". */
const lcm_expr *lcm_expr_int(lcm_ctx *ctx, long long value);

/* Return the exact fraction num/den; "den" is not 0. */
const lcm_expr *lcm_expr_ratio(lcm_ctx *ctx, long long num, long long den);

/* Return the finite number "value" as a real literal: kept apart from exact
 * numbers where it is not a short decimal, merged where it is ("0.1" is
 * 1/10). */
const lcm_expr *lcm_expr_real(lcm_ctx *ctx, double value);

/* Return the exact value of the decimal literal "text" ("2.8e-10"). */
const lcm_expr *lcm_expr_decimal(lcm_ctx *ctx, const char *text);

/* Return 1 of "unit" ("ms": 1/1000 with dimension time). */
const lcm_expr *lcm_expr_unit(lcm_ctx *ctx, const struct lcm_measure *unit);

/* Return the symbol "name", of dimension "dim".  The same name with two
 * dimensions makes two symbols, which is a fault of the caller. */
const lcm_expr *lcm_expr_symbol(lcm_ctx *ctx, const char *name, lcm_dim dim);

/* Return the uncertain coefficient "coef" (a pure number).  A second one of
 * the same name must agree in value and half-width: else diagnostic
 * "coefficient-conflict" and NULL. */
const lcm_expr *lcm_expr_coef(lcm_ctx *ctx, const lcm_coef *coef);

/* Return the sum, the difference, the product. */
const lcm_expr *lcm_expr_add(lcm_ctx *ctx, const lcm_expr *a,
                             const lcm_expr *b);
const lcm_expr *lcm_expr_sub(lcm_ctx *ctx, const lcm_expr *a,
                             const lcm_expr *b);
const lcm_expr *lcm_expr_mul(lcm_ctx *ctx, const lcm_expr *a,
                             const lcm_expr *b);

/* Division by the number 0 is diagnostic "domain". */
const lcm_expr *lcm_expr_div(lcm_ctx *ctx, const lcm_expr *a,
                             const lcm_expr *b);
const lcm_expr *lcm_expr_neg(lcm_ctx *ctx, const lcm_expr *a);
const lcm_expr *lcm_expr_pow(lcm_ctx *ctx, const lcm_expr *base,
                             const lcm_expr *exponent);

/* Return the sum (product, max, min, as "kind" is LCM_X_SUM_OF, LCM_X_MUL_OF,
 * LCM_X_MAX, LCM_X_MIN) of the "n" expressions at "args", in time n log n.
 * n = 0 gives 0 for a sum and 1 for a product, and is a fault for others. */
const lcm_expr *lcm_expr_nary(lcm_ctx *ctx, lcm_expr_kind kind,
                              const lcm_expr *const *args, size_t n);

/* Return the one-argument function "kind" (ABS FLOOR CEIL EXP LOG LOG2 LOG10
 * SQRT NOT) of "a". */
const lcm_expr *lcm_expr_apply(lcm_ctx *ctx, lcm_expr_kind kind,
                               const lcm_expr *a);

/* Return the two-argument operator "kind" (MOD DIV LT LE EQ NE AND OR) of "a"
 * and "b"; DIV is the quotient rounded to minus infinity, and a mod b has the
 * sign of b.  a > b is written as b < a. */
const lcm_expr *lcm_expr_binary(lcm_ctx *ctx, lcm_expr_kind kind,
                                const lcm_expr *a, const lcm_expr *b);

/* Return if(cond, yes, no). */
const lcm_expr *lcm_expr_if(lcm_ctx *ctx, const lcm_expr *cond,
                            const lcm_expr *yes, const lcm_expr *no);

/* The range of a bound index: name = from .. to, both included, step 1. */
struct lcm_range {
  const char *index;
  const lcm_expr *from;
  const lcm_expr *to;
};

/* Return the sum, product or maximum (LCM_X_SUM, LCM_X_PROD, LCM_X_MAX_OVER)
 * of "body" over "range".  A sum of a polynomial in the index closes by
 * Faulhaber's formula, under the guard [from <= to + 1] where the domains do
 * not exclude an emptier range.  The maximum over an empty range is 0. */
const lcm_expr *lcm_expr_over(lcm_ctx *ctx, lcm_expr_kind kind,
                              struct lcm_range range, const lcm_expr *body);

/* As lcm_expr_over, but nothing is closed. */
const lcm_expr *lcm_expr_over_open(lcm_ctx *ctx, lcm_expr_kind kind,
                                   struct lcm_range range,
                                   const lcm_expr *body);

/* Return the sum of the polynomial "body" in the index of "range" as
 * Faulhaber's formula has it: right where from <= to + 1 and both are whole.
 * NULL where "body" is no polynomial. */
const lcm_expr *lcm_expr_sum_polynomial(lcm_ctx *ctx, struct lcm_range range,
                                        const lcm_expr *body);

/* Return "e" (NULL for NULL) with the comparisons, maxima and minima in it
 * decided that "range" decides, wherever it is not empty: linear ones that
 * hold at both its ends. */
const lcm_expr *lcm_expr_settle(lcm_ctx *ctx, struct lcm_range range,
                                const lcm_expr *e);

/* Return "e" with the sums closed that close where all its names have whole
 * values: equal to "e" there. */
const lcm_expr *lcm_expr_close(lcm_ctx *ctx, const lcm_expr *e);

/* Say that "symbol" lies in low..high and whether it is a whole number, for
 * simplifications that need a proof; infinite bounds are allowed. */
void lcm_expr_assume(lcm_ctx *ctx, const lcm_expr *symbol, double low,
                     double high, bool whole);

/* Put bounds on the value of "e" that the assumptions prove into "low" and
 * "high" (possibly infinite). */
void lcm_expr_bounds(double *low, double *high, const lcm_expr *e);

/* ---- looking ----------------------------------------------------------- */

/* Return the kind and the dimension of "e", how many arguments it has, and
 * argument "i" of them. */
lcm_expr_kind lcm_expr_kind_of(const lcm_expr *e);
lcm_dim lcm_expr_dim(const lcm_expr *e);
size_t lcm_expr_arity(const lcm_expr *e);
const lcm_expr *lcm_expr_arg(const lcm_expr *e, size_t i);

/* Return the number by which the monomial "e" (LCM_X_MUL_OF) multiplies its
 * arguments. */
double lcm_expr_factor(const lcm_expr *e);

/* Return what the operator or function "kind" (of one or two arguments) makes
 * of "a" and "b". */
double lcm_expr_operate(lcm_expr_kind kind, double a, double b);

/* Return the name of a symbol, coefficient or bound index, else NULL. */
const char *lcm_expr_name(const lcm_expr *e);

/* Return the estimate of the coefficient "e" (LCM_X_COEF). */
double lcm_expr_estimate(const lcm_expr *e);

/* Return whether "e" is a number without names, and put it into "*value". */
bool lcm_expr_is_number(const lcm_expr *e, double *value);

/* Return whether "e" is exactly the integer "value". */
bool lcm_expr_is_int(const lcm_expr *e, long long value);

/* Return whether the symbol "name" occurs free in "e". */
bool lcm_expr_has(const lcm_expr *e, const char *name);

/* Put the names that occur free in "e" into "*names" (memory of "ctx"), in
 * alphabetical order without repetition; return how many. */
size_t lcm_expr_names(const char *const **names, lcm_ctx *ctx,
                      const lcm_expr *e);

/* As lcm_expr_names of the "n" expressions at "all" together. */
size_t lcm_expr_names_all(const char *const **names, lcm_ctx *ctx,
                          const lcm_expr *const *all, size_t n);

/* Put the coefficients that occur in "e" into "*coefs" (memory of "ctx"), in
 * the order of their names; return how many. */
size_t lcm_expr_coefs(const lcm_coef *const **coefs, lcm_ctx *ctx,
                      const lcm_expr *e);

/* Return a number below, at or above 0 as "a" comes before, is, or comes
 * after "b" in the structural order (never by address). */
int lcm_expr_order(const lcm_expr *a, const lcm_expr *b);

typedef enum lcm_relation {
  LCM_REL_UNKNOWN,
  LCM_REL_LESS,
  LCM_REL_EQUAL,
  LCM_REL_GREATER
} lcm_relation;

/* Return how "a" compares with "b" wherever the assumptions hold. */
lcm_relation lcm_expr_compare(lcm_ctx *ctx, const lcm_expr *a,
                              const lcm_expr *b);

/* ---- changing ---------------------------------------------------------- */

/* A replacement of the symbol "name" by "by". */
struct lcm_subst {
  const char *name;
  const lcm_expr *by;
};

/* Return "e" with the "n" symbols of "substs" replaced at the same time;
 * bound indices are renamed where a replacement would be captured. */
const lcm_expr *lcm_expr_subst(lcm_ctx *ctx, const lcm_expr *e,
                               const struct lcm_subst *substs, size_t n);

/* Return "e" with products and whole powers of sums multiplied out, within
 * the budget; what is rounded to a whole number stays as it is, for (n - 2)/p
 * can be whole where n/p - 2/p is a little less. */
const lcm_expr *lcm_expr_expand(lcm_ctx *ctx, const lcm_expr *e);

/* A name for a part of an expression. */
struct lcm_shared {
  const char *name;
  const lcm_expr *is;
};

/* Return "e" with names for those of its parts that occur more than once and
 * are long; put these into "*parts" (memory of "ctx") and how many there are
 * into "*n", each by the names of those before it.  Replacing the names, the
 * last first, gives a value equal to that of "e". */
const lcm_expr *lcm_expr_share(const struct lcm_shared **parts, size_t *n,
                               lcm_ctx *ctx, const lcm_expr *e);

/* Return the derivative of "e" by the symbol or coefficient called "name";
 * NULL without a diagnostic where there is none in closed form. */
const lcm_expr *lcm_expr_derive(lcm_ctx *ctx, const lcm_expr *e,
                                const char *name);

/* ---- uncertainty ------------------------------------------------------- */

/* Record the covariance of the coefficients "a" and "b" ("a" may be "b", the
 * variance).  A correlation beyond 1 in absolute value is diagnostic
 * "covariance". */
LCM_NODISCARD lcm_status lcm_coef_covary(lcm_ctx *ctx, const char *a,
                                         const char *b, double covariance);

/* Record the correlation of "a" and "b". */
LCM_NODISCARD lcm_status lcm_coef_correlate(lcm_ctx *ctx, const char *a,
                                            const char *b, double correlation);

/* Record that "coef", one of "ctx", is off by "share" of its value, half of the
 * 90 % interval, together with all others of which that is recorded and beside
 * what they are off for themselves: all were measured in runs that have
 * something of their own.  The largest share stays. */
void lcm_coef_share(lcm_ctx *ctx, const lcm_coef *coef, double share);

/* Return the coefficient "name" known to "ctx", or NULL. */
const lcm_coef *lcm_coef_find(lcm_ctx *ctx, const char *name);

/* Return the half-width of the 90 % interval of a quantity whose gradient by
 * the "n" coefficients "coefs" is "gradient", for what these are off for
 * themselves: sqrt(sum_ij g_i g_j h_i h_j rho_ij) with half-widths h.  The
 * standard deviation of a coefficient is the root of its recorded variance,
 * else h / 1.6449; rho_ij is the recorded covariance over both deviations.  So
 * coefficients fitted together give exactly the interval of their fit,
 * Student's t included. */
double lcm_coef_own_width(lcm_ctx *ctx, const lcm_coef *const *coefs,
                          const double *gradient, size_t n);

/* Return the same for what they are off together: |sum_i g_i c_i| with common
 * half-widths c (lcm_coef_share). */
double lcm_coef_common_width(const lcm_coef *const *coefs,
                             const double *gradient, size_t n);

/* Return the same for both, which do not depend on each other: the root of the
 * sum of their squares. */
double lcm_coef_half_width(lcm_ctx *ctx, const lcm_coef *const *coefs,
                           const double *gradient, size_t n);

/* ---- text -------------------------------------------------------------- */

typedef enum lcm_notation {
  LCM_TEXT,   /* the comment language; parses back to the same expression
                 where names resolve to the same symbols */
  LCM_EXACT,  /* as LCM_TEXT, symbols with their dimension: "x{s/byte}"; for
                 lcm_expr_parse_exact */
  LCM_READER, /* as LCM_TEXT for people: no names of anonymous coefficients,
                 four digits */
  LCM_LATEX,
  LCM_C,     /* a C expression of doubles over <math.h> and lcm_*() helpers */
  LCM_PYTHON /* a Python expression over math.* */
} lcm_notation;

/* Return "e" as text that the caller frees; NULL when out of memory. */
LCM_GIVE char *lcm_expr_to_str(const lcm_expr *e, lcm_notation notation);

/* Return the helper functions that expressions printed in LCM_C or LCM_PYTHON
 * may call, as source text. */
const char *lcm_expr_prelude(lcm_notation notation);

/* What a parser asks for a name that is no operator, unit or bound index:
 * return its expression, or NULL after having reported why not. */
typedef const lcm_expr *(*lcm_name_fn)(lcm_ctx *ctx, const char *name,
                                       lcm_loc at, void *user);

/* Return whether "name" (interned) is the name of a type of C; put its size in
 * bytes, 0 when unknown, into "*size", and whether its values are real numbers
 * into "*is_real". */
typedef bool (*lcm_type_fn)(long long *size, bool *is_real, const char *name,
                            void *user);

/* Return the element "index" of the array "name" in a C expression, or NULL
 * where it has no model. */
typedef const lcm_expr *(*lcm_element_fn)(lcm_ctx *ctx, const char *name,
                                          const lcm_expr *index, void *user);

/* Return what a call of the function "name" returns, whatever its arguments, or
 * NULL where that has no model. */
typedef const lcm_expr *(*lcm_call_fn)(lcm_ctx *ctx, const char *name,
                                       void *user);

/* Where and how to parse.
 * at        place of text[0], columns and offsets count from there
 * resolve   for names; NULL makes every name a pure symbol
 * user      passed to "resolve" and "type"
 * type      for names of types in C expressions; NULL: basic types alone
 * members   in C expressions `a.b` and `a->b` are names "a.b"
 * element   for `a[i]` in C expressions; NULL: these have no model
 * call      for calls of functions in C expressions, likewise
 * quiet     in an array section, what has no model is left open in silence */
struct lcm_expr_source {
  const char *text;
  size_t len;
  lcm_loc at;
  lcm_name_fn resolve;
  void *user;
  lcm_type_fn type;
  lcm_element_fn element;
  lcm_call_fn call;
  bool members;
  bool quiet;
};

/* Parse the whole of "source" into "*out".  On error "*out" is untouched and
 * a diagnostic at the exact column was issued. */
LCM_NODISCARD lcm_status lcm_expr_parse(const lcm_expr **out, lcm_ctx *ctx,
                                        const struct lcm_expr_source *source);

/* As lcm_expr_parse, but the expression may end before the text does: put the
 * number of bytes read into "*used". */
LCM_NODISCARD lcm_status
lcm_expr_parse_prefix(const lcm_expr **out, size_t *used, lcm_ctx *ctx,
                      const struct lcm_expr_source *source);

/* As lcm_expr_parse_prefix for text in LCM_EXACT: a name may carry its
 * dimension in braces, and is then not resolved. */
LCM_NODISCARD lcm_status
lcm_expr_parse_exact(const lcm_expr **out, size_t *used, lcm_ctx *ctx,
                     const struct lcm_expr_source *source);

/* ---- values ------------------------------------------------------------ */

/* Evaluate "e" with the "n" bindings of "env" into "*out".  LCM_EUNBOUND for
 * a name without a value, LCM_EDOMAIN for a result that is NaN; nothing is
 * reported. */
LCM_NODISCARD lcm_status lcm_expr_eval(double *out, const lcm_expr *e,
                                       const lcm_binding *env, size_t n);

/* The same in at most "*steps" operations, from which those that were done are
 * taken; LCM_EBUDGET where they do not suffice. */
LCM_NODISCARD lcm_status lcm_expr_eval_within(double *out, const lcm_expr *e,
                                              const lcm_binding *env, size_t n,
                                              unsigned long long *steps);

/* Expressions compiled for many evaluations. */
typedef struct lcm_tape lcm_tape;

/* Compile the "n" expressions at "exprs" together (common parts once) as
 * functions of the "n_names" names at "names" into "*out", in memory of
 * "ctx".  LCM_EUNBOUND (reported) when another name occurs. */
LCM_NODISCARD lcm_status lcm_tape_compile(lcm_tape **out, lcm_ctx *ctx,
                                          const lcm_expr *const *exprs,
                                          size_t n, const char *const *names,
                                          size_t n_names);

/* What a tape is to compute: the "n" expressions at "exprs" and, where "least"
 * is not NULL, the smallest of the "n_least" there as one more result
 * (infinity for none; NaN where one is). */
struct lcm_tape_parts {
  const lcm_expr *const *exprs;
  size_t n;
  const lcm_expr *const *least;
  size_t n_least;
  const char *const *names;
  size_t n_names;
};

/* As lcm_tape_compile, of "parts". */
LCM_NODISCARD lcm_status lcm_tape_compile_parts(
    lcm_tape **out, lcm_ctx *ctx, const struct lcm_tape_parts *parts);

/* Evaluate "tape" at "points" points.  columns[j][i] is the value of name j
 * at point i; results[k][i] receives expression k there, NaN where it is
 * undefined. */
void lcm_tape_run(const lcm_tape *tape, const double *const *columns,
                  size_t points, double *const *results);

/* Evaluate the gradient of expression "k" of "tape" by the "n" coefficients
 * "coefs" at one point, "values" holding one value for each name, into
 * "gradient" (reverse mode: time of a few evaluations whatever n). */
void lcm_tape_gradient(const lcm_tape *tape, size_t k, const double *values,
                       const lcm_coef *const *coefs, size_t n,
                       double *gradient);

/* The numbers from "low" to "high". */
struct lcm_bounds {
  double low;
  double high;
};

/* Put what expression "k" of "tape" lies within, while name j is anywhere in
 * inputs[j], into out[0], and what its slope by name number "axis" lies within
 * into out[1] (where it has corners, between the slopes on both sides).  Both
 * hold in spite of rounding; infinite where nothing is known. */
void lcm_tape_bounds(struct lcm_bounds out[2], const lcm_tape *tape, size_t k,
                     const struct lcm_bounds *inputs, size_t axis);
