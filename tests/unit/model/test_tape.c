#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/ctx.h"
#include "model/expr/derive.h"
#include "model/expr/eval.h"
#include "model/expr/expr.h"
#include "model/expr/parse.h"
#include "model/expr/tape/tape.h"
#include "model/expr/tape/tape_run.h"

enum { POINTS = 300 };

/* Parse "text", which must be right. */
static const lcm_expr *parse(lcm_ctx *ctx, const char *text) {
  const struct lcm_expr_source source = {
      .text = text, .len = strlen(text), .at = {"t", 1, 1, 0, 0}};
  const lcm_expr *e = NULL;
  assert_int_equal(lcm_expr_parse(&e, ctx, &source), LCM_OK);
  return e;
}

/* The values of n and x at point "i". */
static double n_at(size_t i) { return (double)(i % 7) - 1; }
static double x_at(size_t i) { return 0.25 * (double)i + 1; }

/* Return the sum of x/(i + j) over i = 1 .. n and j = i .. n, term by term. */
static double double_sum(double n, double x) {
  double sum = 0;
  for (double i = 1; i <= n; i++)
    for (double j = i; j <= n; j++)
      sum += x / (i + j);
  return sum;
}

/* Return the largest |i - x| for i = 0 .. n, 0 for none. */
static double farthest(double n, double x) {
  double most = 0;
  for (double i = 0; i <= n; i++)
    most = fmax(most, fabs(i - x));
  return most;
}

/* Loops, also nested and empty ones, at more points than a block has; the
 * smallest of several is one result more. */
static void loops(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  static const char *const NAMES[] = {"n", "x"};
  static double n[POINTS];
  static double x[POINTS];
  static double got[4][POINTS];
  const double *const columns[] = {n, x};
  double *const results[] = {got[0], got[1], got[2], got[3]};
  const lcm_expr *exprs[] = {
      parse(ctx, "sum(i, 1, n, sum(j, i, n, x/(i + j)))"),
      parse(ctx, "max(i, 0, n, abs(i - x))"), parse(ctx, "prod(i, 1, n, x)")};
  const lcm_expr *least[] = {parse(ctx, "x"), parse(ctx, "n"),
                             parse(ctx, "x - n")};
  const struct lcm_tape_parts parts = {exprs, 3, least, 3, NAMES, 2};
  lcm_tape *tape = NULL;
  for (size_t i = 0; i < POINTS; i++) {
    n[i] = n_at(i);
    x[i] = x_at(i);
  }
  assert_int_equal(lcm_tape_compile_parts(&tape, ctx, &parts), LCM_OK);
  lcm_tape_run(tape, columns, POINTS, results);
  for (size_t i = 0; i < POINTS; i++) {
    const double want[] = {double_sum(n[i], x[i]), farthest(n[i], x[i]),
                           pow(x[i], fmax(0, n[i])),
                           fmin(n[i], fmin(x[i], x[i] - n[i]))};
    for (size_t k = 0; k < 4; k++)
      assert_true(fabs(got[k][i] - want[k]) <= 1e-12 * fmax(1, fabs(want[k])));
  }
  lcm_ctx_free(ctx);
}

/* Loops whose bodies are all alike, and sums that have a closed form where "n"
 * is whole, take no longer for many iterations; elsewhere the last index is
 * the last that is not above the end.  Sums of powers by hand. */
static void loops_not_run(void **state) {
  (void)state;
  static const char *const TEXTS[] = {
      "sum(i, 0, n - 1, sum(j, 0, n - 1, 18))", "sum(i, 1, n, i*x)",
      "sum(i, 0, n, sum(j, i, n, 2))", "prod(i, 1, n, 1)", "max(i, 1, n, x)"};
  static const double N[] = {3e9, 2.5, 0, -4, 4};
  static const double X[] = {2, 2, 3, 4, 0.5};
  static const double WANT[][5] = {
      {18 * 9e18, 9e18 + 3e9, 9e18 + 9e9 + 2, 1, 2},
      {18 * 4, 6, 12, 1, 2},
      {0, 0, 2, 1, 0},
      {0, 0, 0, 1, 0},
      {18 * 16, 5, 30, 1, 0.5}};
  static const char *const NAMES[] = {"n", "x"};
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const double *const columns[] = {N, X};
  for (size_t k = 0; k < 5; k++) {
    double got[5];
    double *const results[] = {got};
    lcm_tape *tape = NULL;
    const lcm_expr *e = parse(ctx, TEXTS[k]);
    assert_int_equal(lcm_tape_compile(&tape, ctx, &e, 1, NAMES, 2), LCM_OK);
    lcm_tape_run(tape, columns, 5, results);
    for (size_t i = 0; i < 5; i++)
      if (fabs(got[i] - WANT[i][k]) > 1e-12 * fabs(WANT[i][k]))
        fail_msg("%s at %g: %.17g", TEXTS[k], N[i], got[i]);
  }
  lcm_ctx_free(ctx);
}

/* Return the sum of what "periods" adds over i = 0 .. n, term by term. */
static double sum_of_remainders(double n, double x) {
  double sum = 0;
  for (double i = 0; i <= n; i++)
    for (double j = 0; j <= 70; j++)
      sum += (fmod(i + 2 * j, 5) == 1) + x * fmod(3 * i, 7);
  return sum;
}

/* Sums of remainders, which are the same again and again, from none to several
 * of their periods. */
static void periods(void **state) {
  (void)state;
  static const char *const NAMES[] = {"n", "x"};
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  static double n[POINTS];
  static double x[POINTS];
  static double got[POINTS];
  const double *const columns[] = {n, x};
  double *const results[] = {got};
  const lcm_expr *e =
      parse(ctx, "sum(i, 0, n, sum(j, 0, 70, [(i + 2*j) mod 5 == 1] + "
                 "x*((3*i) mod 7)))");
  lcm_tape *tape = NULL;
  for (size_t i = 0; i < POINTS; i++) {
    n[i] = (double)i - 3 + (i % 3 ? 0 : 0.5);
    x[i] = x_at(i);
  }
  assert_int_equal(lcm_tape_compile(&tape, ctx, &e, 1, NAMES, 2), LCM_OK);
  lcm_tape_run(tape, columns, POINTS, results);
  for (size_t i = 0; i < POINTS; i++) {
    const double want = sum_of_remainders(n[i], x[i]);
    if (!(fabs(got[i] - want) <= 1e-12 * fmax(1, want)))
      fail_msg("at %g: %.17g, not %.17g", n[i], got[i], want);
  }
  lcm_ctx_free(ctx);
}

/* A name that nothing gives a value is an error. */
static void unbound(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_expr *e = parse(ctx, "sum(i, 1, n, i*y)");
  static const char *const NAMES[] = {"n"};
  lcm_tape *tape = NULL;
  assert_int_equal(lcm_tape_compile(&tape, ctx, &e, 1, NAMES, 1), LCM_EUNBOUND);
  assert_int_equal(lcm_diag_count(ctx, LCM_ERROR), 1);
  lcm_ctx_free(ctx);
}

/* Derivatives by x and what they are by the rules of calculus; NULL where
 * there is none in closed form. */
static void derivatives(void **state) {
  (void)state;
  static const char *const CASES[][2] = {
      {"3*x^2 + n*x + 7", "6*x + n"},
      {"x*log(x)", "log(x) + 1"},
      {"x^2*log2(x)", "2*x*log2(x) + x/log(2)"},
      {"log10(n*x)", "1/(x*log(10))"},
      {"exp(n*x)", "n*exp(n*x)"},
      {"2^x", "2^x*log(2)"},
      {"sqrt(x)", "1/(2*sqrt(x))"},
      {"n/x", "-n/x^2"},
      {"if(n > 3, x^2, x)", "if(n > 3, 2*x, 1)"},
      {"sum(i, 1, n, i/(i + x))", "sum(i, 1, n, -i/(i + x)^2)"},
      {"n^2", "0"},
      {"floor(x)", NULL},
      {"max(x, n)", NULL},
      {"if(x > 3, 1, 2)", NULL},
      {"sum(i, 1, x, 1/i)", NULL},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    const char *x = lcm_intern(ctx, "x");
    const lcm_expr *d = lcm_expr_derive(ctx, parse(ctx, CASES[i][0]), x);
    if (!CASES[i][1]) {
      assert_null(d);
    } else {
      const lcm_binding env[] = {{x, 3.7}, {lcm_intern(ctx, "n"), 5}};
      double got = 0;
      double want = 0;
      assert_non_null(d);
      assert_int_equal(lcm_expr_eval(&got, d, env, 2), LCM_OK);
      assert_int_equal(lcm_expr_eval(&want, parse(ctx, CASES[i][1]), env, 2),
                       LCM_OK);
      if (fabs(got - want) > 1e-12 * fabs(want))
        fail_msg("%s: %.17g, not %.17g", CASES[i][0], got, want);
    }
    lcm_ctx_free(ctx);
  }
}

/* Derivatives to both sides of x = 3, by hand. */
static void slopes(void **state) {
  (void)state;
  static const struct {
    const char *text;
    double below;
    double above;
  } CASES[] = {
      {"max(2*x, 6)", 0, 2},       {"min(2*x, 6)", 2, 0},
      {"max(2*x, 5)", 2, 2},       {"max(2*x, 9, x + 6)", 0, 1},
      {"abs(x - 3)", -1, 1},       {"abs(3 - 2*x)", 2, 2},
      {"x*max(x, 3)", 3, 6},       {"(2*x + 1) mod 4", 2, 2},
      {"x*floor(x/2)", 1, 1},      {"max(-x, 0 - 3)", -1, 0},
      {"if(x < 4, x^2, 0)", 6, 6},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    const char *x = lcm_intern(ctx, "x");
    const lcm_expr *e = parse(ctx, CASES[i].text);
    const lcm_binding env[] = {{x, 3}};
    double got[2] = {0, 0};
    for (int side = 0; side < 2; side++)
      assert_int_equal(lcm_expr_eval(&got[side],
                                     lcm_expr_slope(ctx, e, x, 2 * side - 1),
                                     env, 1),
                       LCM_OK);
    if (got[0] != CASES[i].below || got[1] != CASES[i].above)
      fail_msg("%s: %g and %g", CASES[i].text, got[0], got[1]);
    lcm_ctx_free(ctx);
  }
}

/* What is reported while reports are dropped does not count. */
static void muted(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const struct lcm_expr_source source = {.text = "1 +", .len = 3};
  const lcm_expr *e = NULL;
  assert_false(lcm_ctx_mute(ctx, true));
  assert_int_not_equal(lcm_expr_parse(&e, ctx, &source), LCM_OK);
  assert_int_equal(lcm_diag_count(ctx, LCM_ERROR), 0);
  assert_true(lcm_ctx_mute(ctx, false));
  assert_int_not_equal(lcm_expr_parse(&e, ctx, &source), LCM_OK);
  assert_int_equal(lcm_diag_count(ctx, LCM_ERROR), 1);
  lcm_ctx_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(loops),       cmocka_unit_test(loops_not_run),
      cmocka_unit_test(periods),     cmocka_unit_test(unbound),
      cmocka_unit_test(derivatives), cmocka_unit_test(slopes),
      cmocka_unit_test(muted)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
