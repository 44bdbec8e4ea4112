/* Sums of what is one number on long stretches of the index, against the same
 * added up here, place by place.  All values are whole, so that no order of
 * additions rounds. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/ctx.h"
#include "model/expr/eval.h"
#include "model/expr/expr.h"
#include "model/expr/parse.h"

/* A sum over i = 2 .. n, and what is added. */
struct sum {
  const char *text;
  double (*at)(double i, double n);
  bool largest;
};

/* Multiples that a sieve crosses out; none where the square is beyond. */
static double multiples(double i, double n) {
  return fmax(0, floor((n - i * i) / i) + 1);
}

static double guarded(double i, double n) {
  return i * i <= n ? 3 * (floor((n - i * i) / i) + 1) + 5 : 5;
}

static double quotient(double i, double n) { return floor(n / i); }

static double roots(double i, double n) {
  return floor(sqrt(i)) * (i * i < n || i == n) + ceil(n / i / i);
}

static double outside(double i, double n) {
  return !(i < 100 || (i > 200 && i * 2 <= n)) * 7 + floor(1000 / (3 - i));
}

/* Rounds of a loop that halves what is left of a multiple. */
static double halvings(double i, double n) {
  const double rest = fmod(68 * i, 4 * n);
  return rest > 0 ? floor(log2(rest)) + 1 : 0;
}

/* The remainder of numbers below 0 is that of sums that are not. */
static double whole(double i, double n) {
  double rest = fmod(n - 3 * i, 9000);
  if (rest < 0)
    rest += 9000;
  return floor(fmod(i, 5000) / 700) + floor(rest / 64) + floor(log10(i));
}

static const struct sum SUMS[] = {
    {"sum(i, 2, n, max(0, floor((n - i^2)/i) + 1))", multiples, false},
    {"sum(i, 2, n, if(i^2 <= n, 3*(floor((n - i^2)/i) + 1) + 5, 5))", guarded,
     false},
    {"sum(i, 2, n, floor(n/i))", quotient, false},
    {"max(i, 2, n, floor(n/i)*[1000 < i])", quotient, true},
    {"sum(i, 2, n, floor(sqrt(i))*[i^2 < n or i == n] + ceil(n/i^2))", roots,
     false},
    {"sum(i, 4, n, [not (i < 100 or (i > 200 and i*2 <= n))]*7 + "
     "floor(1000/(3 - i)))",
     outside, false},
    {"sum(i, 2, n, if(0 < (68*i) mod (4*n), floor(log2((68*i) mod (4*n))) + 1, "
     "0))",
     halvings, false},
    {"sum(i, 2, n, floor((i mod 5000)/700) + floor(((n - 3*i) mod 9000)/64) + "
     "floor(log10(i)))",
     whole, false}};

/* Return what "sum" comes to. */
static double brute(const struct sum *sum, double n) {
  double all = 0;
  for (double i = sum->at == outside ? 4 : 2; i <= n; i++)
    if (sum->largest)
      all = fmax(all, i > 1000 ? sum->at(i, n) : 0);
    else
      all += sum->at(i, n);
  return all;
}

static void stretches(void **state) {
  static const double N[] = {5000, 99999, 250000};
  (void)state;
  for (size_t k = 0; k < sizeof SUMS / sizeof *SUMS; k++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    const struct lcm_expr_source source = {.text = SUMS[k].text,
                                           .len = strlen(SUMS[k].text),
                                           .at = {"t", 1, 1, 0, 0}};
    const lcm_expr *e = NULL;
    assert_int_equal(lcm_expr_parse(&e, ctx, &source), LCM_OK);
    for (size_t i = 0; i < sizeof N / sizeof *N; i++) {
      const lcm_binding env = {lcm_intern(ctx, "n"), N[i]};
      const double want = brute(&SUMS[k], N[i]);
      double got = 0;
      assert_int_equal(lcm_expr_eval(&got, e, &env, 1), LCM_OK);
      if (got != want)
        fail_msg("%s at %g: %.17g, not %.17g", SUMS[k].text, N[i], got, want);
    }
    lcm_ctx_free(ctx);
  }
}

/* A sieve up to 10^7, and more places than are added one by one, take few
 * steps: 3162 of the first are not 0, and the quotients of 10^9 below its root
 * and above it are as many. */
static void few_steps(void **state) {
  static const char *const TEXTS[] = {
      "sum(i, 2, n, max(0, floor((n - i^2)/i) + 1))",
      "sum(i, 1, 100*n, floor(100*n/i))"};
  static const unsigned long long MOST[] = {1000000, 20000000};
  (void)state;
  for (size_t k = 0; k < 2; k++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    const struct lcm_expr_source source = {
        .text = TEXTS[k], .len = strlen(TEXTS[k]), .at = {"t", 1, 1, 0, 0}};
    const lcm_expr *e = NULL;
    assert_int_equal(lcm_expr_parse(&e, ctx, &source), LCM_OK);
    const lcm_binding env = {lcm_intern(ctx, "n"), 1e7};
    unsigned long long steps = MOST[k];
    double got = 0;
    assert_int_equal(lcm_expr_eval_within(&got, e, &env, 1, &steps), LCM_OK);
    lcm_ctx_free(ctx);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(stretches),
                                     cmocka_unit_test(few_steps)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
