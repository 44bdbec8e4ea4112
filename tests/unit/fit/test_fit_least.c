/* Linear least squares on problems small enough for a calculation by hand, and
 * the conditions that choose measurements. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/ctx.h"
#include "fit/experiment/where.h"
#include "fit/search/least.h"

/* Check that "got" is "want" but for rounding. */
static void check_near(double got, double want) {
  if (!(fabs(got - want) <= 1e-12 * fmax(1, fabs(want))))
    fail_msg("%.15g, not %.15g", got, want);
}

/* y = 1, 2, 4 at x = 0, 1, 2.  The means are 1 and 7/3; sum (x - 1)^2 = 2 and
 * sum (x - 1) y = 3, so the slope is 3/2 and the constant 7/3 - 3/2 = 5/6.  The
 * residuals are 1/6, -1/3, 1/6: squares 1/36 + 4/36 + 1/36 = 1/6.  About its
 * mean y varies by 16/9 + 1/9 + 25/9 = 14/3, about 0 by 1 + 4 + 16 = 21.  X'X
 * is (3 3; 3 5), of the determinant 6, and its inverse (5 -3; -3 3) / 6.  The
 * leverage of x is 1/3 + (x - 1)^2 / 2: 5/6, 1/3, 5/6. */
static void test_line(void **state) {
  (void)state;
  static const double X[] = {1, 0, 1, 1, 1, 2};
  static const double Y[] = {1, 2, 4};
  static const double W[] = {1, 1, 1};
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const struct lcm_least problem = {3, 2, X, Y, W};
  struct lcm_least_result out;
  assert_int_equal(lcm_least_solve(&out, lcm_ctx_arena(ctx), &problem), LCM_OK);
  check_near(out.beta[0], 5.0 / 6);
  check_near(out.beta[1], 1.5);
  check_near(out.chi2, 1.0 / 6);
  check_near(out.about, 14.0 / 3);
  check_near(out.total, 21);
  check_near(out.inverse[0], 5.0 / 6);
  check_near(out.inverse[1], -0.5);
  check_near(out.inverse[3], 0.5);
  check_near(out.leverage[0], 5.0 / 6);
  check_near(out.leverage[1], 1.0 / 3);
  lcm_ctx_free(ctx);
}

/* A constant fitted to 1 and 4 with the weights 2 and 1 is (2 + 4) / 3 = 2, and
 * the weighted squares are 2 * 1 + 1 * 4 = 6. */
static void test_weights(void **state) {
  (void)state;
  static const double X[] = {1, 1};
  static const double Y[] = {1, 4};
  static const double W[] = {2, 1};
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const struct lcm_least problem = {2, 1, X, Y, W};
  struct lcm_least_result out;
  assert_int_equal(lcm_least_solve(&out, lcm_ctx_arena(ctx), &problem), LCM_OK);
  check_near(out.beta[0], 2);
  check_near(out.chi2, 6);
  lcm_ctx_free(ctx);
}

/* Columns of which one is twice the other determine no coefficients. */
static void test_dependent(void **state) {
  (void)state;
  static const double X[] = {1, 2, 2, 4, 3, 6};
  static const double Y[] = {1, 2, 3};
  static const double W[] = {1, 1, 1};
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const struct lcm_least problem = {3, 2, X, Y, W};
  struct lcm_least_result out;
  assert_int_equal(lcm_least_solve(&out, lcm_ctx_arena(ctx), &problem),
                   LCM_EFIT);
  lcm_ctx_free(ctx);
}

/* Conditions have a name, a relation and a number. */
static void test_conditions(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const struct lcm_experiment_condition *all = NULL;
  const char *bad = NULL;
  size_t n = 0;
  assert_int_equal(
      lcm_experiment_conditions(&all, &n, &bad, ctx, "n>=100 and p=4"), LCM_OK);
  assert_int_equal(n, 2);
  assert_string_equal(all[0].name, "n");
  assert_string_equal(all[0].relation, ">=");
  check_near(all[0].value, 100);
  assert_string_equal(all[1].name, "p");
  check_near(all[1].value, 4);
  assert_int_equal(lcm_experiment_conditions(&all, &n, &bad, ctx, "n>=many"),
                   LCM_EUSAGE);
  assert_non_null(bad);
  lcm_ctx_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_line),
      cmocka_unit_test(test_weights),
      cmocka_unit_test(test_dependent),
      cmocka_unit_test(test_conditions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
