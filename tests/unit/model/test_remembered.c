/* What expressions remember of sums and products of two, and of sums over
 * ranges that were evaluated, against the same without anything remembered. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/ctx.h"
#include "model/expr/bounds.h"
#include "model/expr/build.h"
#include "model/expr/eval.h"
#include "model/expr/expr.h"
#include "model/expr/parse.h"

enum { SEEDS = 30, ROUNDS = 1500, POOL = 18, EVALUATIONS = 60 };

/* Return the next number of "seed" below "n". */
static size_t draw(uint64_t *seed, size_t n) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (size_t)((*seed >> 33) % n);
}

/* Parse "text", which has to be an expression. */
static const lcm_expr *parse(lcm_ctx *ctx, const char *text) {
  const struct lcm_expr_source source = {
      .text = text, .len = strlen(text), .at = {"t", 1, 1, 0, 0}};
  const lcm_expr *e = NULL;
  if (lcm_expr_parse(&e, ctx, &source))
    fail_msg("not parsed: %s", text);
  return e;
}

/* Return what "e" is worth in "ctx" with x = 3, y = 4 and z = 5. */
static double worth(lcm_ctx *ctx, const lcm_expr *e) {
  const lcm_binding env[] = {{lcm_intern(ctx, "x"), 3},
                             {lcm_intern(ctx, "y"), 4},
                             {lcm_intern(ctx, "z"), 5}};
  double value = 0;
  assert_int_equal(lcm_expr_eval(&value, e, env, 3), LCM_OK);
  return value;
}

/* Assume something else of a symbol of "ctx" that holds of its value. */
static void assume(lcm_ctx *ctx, uint64_t *seed) {
  static const char *const NAMES[] = {"x", "y", "z"};
  const size_t k = draw(seed, 3);
  lcm_expr_assume(ctx, lcm_expr_symbol(ctx, NAMES[k], LCM_DIM_NONE),
                  (double)draw(seed, 3 + k), INFINITY, draw(seed, 2) != 0);
}

/* Check the sum and the product of "a" and "b", which are the same by what is
 * not remembered, and of the value that they have to be; return one. */
static const lcm_expr *combine(lcm_ctx *ctx, uint64_t *seed, const lcm_expr *a,
                               const lcm_expr *b) {
  const lcm_expr *const both[] = {a, b};
  const lcm_expr *sum = lcm_expr_add(ctx, a, b);
  const lcm_expr *product = lcm_expr_mul(ctx, a, b);
  assert_ptr_equal(sum, lcm_expr_sum_of(ctx, both, 2));
  assert_ptr_equal(sum, lcm_expr_add(ctx, a, b));
  assert_ptr_equal(product, lcm_expr_mul(ctx, a, b));
  if (lcm_expr_kind_of(a) != LCM_X_NUMBER &&
      lcm_expr_kind_of(b) != LCM_X_NUMBER)
    assert_ptr_equal(product, lcm_expr_product_of(ctx, both, 2));
  assert_true(worth(ctx, sum) == worth(ctx, a) + worth(ctx, b));
  assert_true(worth(ctx, product) == worth(ctx, a) * worth(ctx, b));
  const lcm_expr *out = draw(seed, 2) ? sum : product;
  return fabs(worth(ctx, out)) < 1e4 ? out : a;
}

/* Sums and products of random expressions, many of the same two again, while
 * what is assumed of names changes, are those that are built anew.  All values
 * are whole and small, so that no order of operations rounds. */
static void pairs_are_right(void **state) {
  static const char *const ATOMS[] = {"x",
                                      "y",
                                      "z",
                                      "2",
                                      "-1",
                                      "x - y",
                                      "max(x, y)",
                                      "floor(z)",
                                      "[x < y]",
                                      "x mod 2",
                                      "if(y < z, x, 7)",
                                      "0",
                                      "x*y + z",
                                      "3 - z"};
  const size_t n_atoms = sizeof ATOMS / sizeof *ATOMS;
  (void)state;
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    const lcm_expr *pool[POOL];
    uint64_t numbers = seed;
    for (size_t i = 0; i < POOL; i++)
      pool[i] = parse(ctx, ATOMS[i % n_atoms]);
    for (size_t i = 0; i < ROUNDS; i++) {
      if (!draw(&numbers, 20))
        assume(ctx, &numbers);
      const size_t at = n_atoms + draw(&numbers, POOL - n_atoms);
      pool[at] = combine(ctx, &numbers, pool[draw(&numbers, POOL)],
                         pool[draw(&numbers, POOL)]);
      lcm_ctx_refill(ctx);
    }
    lcm_ctx_free(ctx);
  }
}

/* What an evaluation came to. */
struct came {
  lcm_status status;
  double value;
  unsigned long long steps; /* that are left */
};

/* Evaluate "e" of "ctx" with the three "values" in at most "steps". */
static struct came evaluate(lcm_ctx *ctx, const lcm_expr *e,
                            const double values[3], unsigned long long steps) {
  const lcm_binding env[] = {{lcm_intern(ctx, "x"), values[0]},
                             {lcm_intern(ctx, "y"), values[1]},
                             {lcm_intern(ctx, "z"), values[2]}};
  struct came came = {.steps = steps};
  came.status = lcm_expr_eval_within(&came.value, e, env, 3, &came.steps);
  return came;
}

/* Sums, products and maxima over ranges that are evaluated again, with some of
 * the values of before and in fewer operations than that takes, come to what
 * they come to in a context that has evaluated nothing, bit for bit, and spend
 * as much. */
static void evaluations_are_right(void **state) {
  static const char *const TEXTS[] = {
      "sum(i, 1, 130, floor(i*x/7) + max(i, y))",
      "sum(i, y, 60*z + 7, (i*x) mod 7)",
      "max(i, 1, 20*z, floor(x*i/3) mod 11 + y)",
      "sum(i, 1, 40, sum(j, 1, i mod 9 + z, floor(j*x/3) + y))",
      "sum(i, 1, 50*z, if(i < y, x, 1/(i + z))) + x",
      "sum(i, 1, 90, floor(i*x/5))*sum(i, 1, 90, floor(i*y/5))",
      "sum(i, 1, 35*z, 1/(1 + floor(i/(1 + x)))) - y",
      "sum(i, 1, 130, 1/(x*floor(i/7 + y + 1)))"};
  static const double VALUES[] = {0, 1, 2, 3, 0.5, -0.0};
  (void)state;
  for (size_t t = 0; t < sizeof TEXTS / sizeof *TEXTS; t++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    const lcm_expr *e = parse(ctx, TEXTS[t]);
    double values[3] = {1, 2, 3};
    uint64_t seed = t + 1;
    for (size_t i = 0; i < EVALUATIONS; i++) {
      const unsigned long long steps = draw(&seed, 5) ? 1000000 : 300;
      lcm_ctx *fresh = lcm_ctx_new(NULL);
      if (draw(&seed, 2))
        values[draw(&seed, 3)] = VALUES[draw(&seed, 6)];
      const struct came now = evaluate(ctx, e, values, steps);
      const struct came want =
          evaluate(fresh, parse(fresh, TEXTS[t]), values, steps);
      assert_int_equal(now.status, want.status);
      assert_int_equal(now.steps, want.steps);
      if (!now.status)
        assert_memory_equal(&now.value, &want.value, sizeof now.value);
      lcm_ctx_free(fresh);
    }
    lcm_ctx_free(ctx);
  }
}

/* A part of many levels. */
#define PART                                                                   \
  "max(1, x + max(2, y*max(3, z - max(4, x*y + max(5, z/(2 + x^2))))))"

/* Expressions of many levels, which have parts in common, indices with the same
 * name and long sums with parts that do not depend on the index, evaluated in
 * turns with some of the values of before, come to what they come to in a
 * context that has evaluated nothing, bit for bit. */
static void parts_are_right(void **state) {
  static const char *const TEXTS[] = {
      PART "*sum(i, 0, 30*z, max(i/7, " PART ")/(1 + i + y))",
      "sum(i, 0, 9, " PART "*i + sum(i, 0, 60 + i, max(i*i/3, " PART ")) + i)",
      "sum(i, 1, 40 + y, " PART "/i + sum(j, 1, i, min(j, " PART
      "/(i + j + z))))",
      "max(i, 0, 90, abs(i - " PART ")*[i mod 7 < 3] - y) + " PART,
      "if(x < y, sum(i, 1, 200, sqrt(i + " PART
      ")), sum(i, 1, 190, 1/(i + " PART ")))",
      "sum(i, 1, 3000, sqrt(i + " PART ")*max(i, " PART "))"};
  enum { N = sizeof TEXTS / sizeof *TEXTS };
  static const double VALUES[] = {0, 1, 2, 3, 0.5, -0.0};
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  double values[3] = {1, 2, 3};
  uint64_t seed = 1;
  (void)state;
  for (size_t i = 0; i < N * EVALUATIONS; i++) {
    const size_t t = draw(&seed, N);
    lcm_ctx *fresh = lcm_ctx_new(NULL);
    if (draw(&seed, 3))
      values[draw(&seed, 3)] = VALUES[draw(&seed, 6)];
    const struct came now =
        evaluate(ctx, parse(ctx, TEXTS[t]), values, 100000000);
    const struct came want =
        evaluate(fresh, parse(fresh, TEXTS[t]), values, 100000000);
    assert_int_equal(now.status, want.status);
    if (!now.status && memcmp(&now.value, &want.value, sizeof now.value))
      fail_msg("%s: %.17g, not %.17g", TEXTS[t], now.value, want.value);
    lcm_ctx_free(fresh);
  }
  lcm_ctx_free(ctx);
}

/* A body of many kinds of operators, and what it comes to at "i", in the order
 * in which lcm computes. */
static const char *const BODY =
    "sum(i, 0, n, max(x/(1 + i)*y, sqrt(i + x), min(i*i - 7, 3*x)/(2 + i)^2) + "
    "if(i < 500, (i + 1)*x, if(x < 3, 2*y + i, floor(i/7))) + [i <= y]*x - 1)";

static double body_at(double i, double x, double y) {
  const double first = x * y / (1 + i);
  const double third = fmin(i * i - 7, 3 * x) / ((2 + i) * (2 + i));
  const double chosen = i < 500 ? (i + 1) * x
                        : x < 3 ? 2 * y + i
                                : floor(i / 7);
  return fmax(fmax(first, sqrt(i + x)), third) + chosen + (i <= y) * x - 1;
}

/* Long sums, of which many places are evaluated together, against each added
 * up here. */
static void many_are_right(void **state) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_expr *e = parse(ctx, BODY);
  (void)state;
  for (double k = 0; k < 12; k++) {
    const double x = 1 + fmod(k, 5);
    const double y = 100 * k;
    const double n = 2000 + 517 * k;
    const lcm_binding env[] = {{lcm_intern(ctx, "x"), x},
                               {lcm_intern(ctx, "y"), y},
                               {lcm_intern(ctx, "n"), n}};
    double want = 0;
    double got = 0;
    for (double i = 0; i <= n; i++)
      want += body_at(i, x, y);
    assert_int_equal(lcm_expr_eval(&got, e, env, 3), LCM_OK);
    if (!(fabs(got - want) <= 1e-6 * fabs(want)))
      fail_msg("at %g: %.17g, not %.17g", k, got, want);
  }
  lcm_ctx_free(ctx);
}

/* The first of these sums, added up here. */
static void sums_are_right(void **state) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_expr *e = parse(ctx, "sum(i, 1, 130, floor(i*x/7) + max(i, y))");
  (void)state;
  for (size_t k = 0; k < 30; k++) {
    const double values[] = {(double)(k / 2 % 5), (double)(k % 3 * 40), 0};
    double want = 0;
    for (double i = 1; i <= 130; i++)
      want += floor(i * values[0] / 7) + fmax(i, values[1]);
    assert_true(evaluate(ctx, e, values, 1000000).value == want);
  }
  lcm_ctx_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pairs_are_right),
      cmocka_unit_test(evaluations_are_right),
      cmocka_unit_test(parts_are_right),
      cmocka_unit_test(many_are_right),
      cmocka_unit_test(sums_are_right),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
