/* Selecting a model of one quantity on points made by hand without noise, of
 * which the form and the coefficient are known; outliers; too few points. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/ctx.h"
#include "fit/models.h"
#include "fit/predict.h"
#include "model/expr/intern.h"

enum { SIZES = 7, REPETITIONS = 5, MOST = SIZES * REPETITIONS };

/* Sizes that double: 64, 128, .. 4096. */
static double size_at(size_t i) { return (double)(64u << i); }

/* Four times the largest of them: 4 * 4096 = 16384, the logarithm of which to
 * base 2 is 14. */
static const double BEYOND = 16384;

/* The quantities: what they are at n, the one coefficient with the natural
 * logarithm that the comment language has, and the value at n = 16384:
 *
 *   5                    5              5
 *   3 n                  3              3 * 16384 = 49152
 *   2 n log2(n)          2 / ln 2       2 * 16384 * 14 = 458752
 *   n^2 / 4              1 / 4          16384^2 / 4 = 67108864 */
static double constant(double n) { return 5 + 0 * n; }
static double linear(double n) { return 3 * n; }
static double linear_log(double n) { return 2 * n * log2(n); }
static double quadratic(double n) { return n * n / 4; }

/* Points of one variable, n. */
struct points {
  double x[MOST];
  double y[MOST];
  size_t n;
};

/* Return "repetitions" points of "of" at each size. */
static struct points points_of(double (*of)(double), size_t repetitions) {
  struct points out = {.n = 0};
  for (size_t i = 0; i < SIZES; i++)
    for (size_t k = 0; k < repetitions; k++) {
      out.x[out.n] = size_at(i);
      out.y[out.n++] = of(size_at(i));
    }
  return out;
}

/* Return the model that is selected for "points" by the search, in memory of
 * "ctx". */
static const lcm_fit_model *model_of(lcm_ctx *ctx,
                                     const struct points *points) {
  const char *const names[] = {lcm_intern(ctx, "n")};
  const struct lcm_fit_data data = {names, 1, points->x, points->y, points->n};
  const struct lcm_fit_options options = {
      .search = true, .relative = -1, .robust = true};
  const lcm_fit_model base = {.fragment = "f", .category = "pc", .unit = "s"};
  const lcm_fit_model *model = NULL;
  size_t n = 0;
  assert_int_equal(lcm_fit_data_models(&model, &n, ctx, &data, &options, &base),
                   LCM_OK);
  assert_int_equal(n, 1);
  return model;
}

/* Return what "model" says of n = 16384. */
static double beyond(lcm_ctx *ctx, const lcm_fit_model *model) {
  const lcm_binding at = {lcm_intern(ctx, "n"), BEYOND};
  struct lcm_fit_predicted said = {NAN, NAN, NAN};
  assert_int_equal(lcm_fit_predict(&said, ctx, model, &at, 1, 0.9), LCM_OK);
  return said.value;
}

/* Check that "got" is "want" to nine digits. */
static void check_near(double got, double want) {
  if (!(fabs(got - want) <= 1e-9 * fabs(want)))
    fail_msg("%.15g, not %.15g", got, want);
}

/* Check that the model of "points" has the one coefficient "coefficient", is
 * "value" at n = 16384, and that "outliers" points were left out. */
static void check_points(const struct points *points, double coefficient,
                         double value, size_t outliers) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_fit_model *model = model_of(ctx, points);
  assert_null(model->no_model);
  assert_non_null(model->expr);
  if (model->n_coefficients != 1)
    fail_msg("%zu coefficients: %s", model->n_coefficients, model->formula);
  check_near(model->coefficients[0].value, coefficient);
  check_near(beyond(ctx, model), value);
  assert_int_equal(model->quality.points, points->n);
  assert_int_equal(model->quality.outliers, outliers);
  lcm_ctx_free(ctx);
}

/* Check likewise the model of points of "of", once and repeated. */
static void check(double (*of)(double), double coefficient, double value) {
  const struct points once = points_of(of, 1);
  const struct points repeated = points_of(of, REPETITIONS);
  check_points(&once, coefficient, value, 0);
  check_points(&repeated, coefficient, value, 0);
}

static void test_constant(void **state) {
  (void)state;
  check(constant, 5, 5);
}

static void test_linear(void **state) {
  (void)state;
  check(linear, 3, 49152);
}

static void test_linear_log(void **state) {
  (void)state;
  check(linear_log, 2 / log(2), 458752);
}

static void test_quadratic(void **state) {
  (void)state;
  check(quadratic, 0.25, 67108864);
}

/* One of five repetitions at n = 512 takes ten times as long as the others: it
 * is left out, and nothing else changes. */
static void test_outlier(void **state) {
  (void)state;
  struct points points = points_of(linear, REPETITIONS);
  points.y[3 * REPETITIONS + 2] *= 10;
  check_points(&points, 3, 49152, 1);
}

/* Check that "points" have no model, and that it is said why. */
static void check_none(const struct points *points) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_fit_model *model = model_of(ctx, points);
  assert_null(model->expr);
  assert_non_null(model->no_model);
  lcm_ctx_free(ctx);
}

/* Nothing can be told from less than two points, nor from values that are no
 * numbers: the status is that all is well, and the model says why there is no
 * form. */
static void test_too_few(void **state) {
  (void)state;
  check_none(&(struct points){.n = 0});
  check_none(&(struct points){.x = {64}, .y = {1}, .n = 1});
  check_none(&(struct points){.x = {64, 128}, .y = {NAN, NAN}, .n = 2});
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_constant),   cmocka_unit_test(test_linear),
      cmocka_unit_test(test_linear_log), cmocka_unit_test(test_quadratic),
      cmocka_unit_test(test_outlier),    cmocka_unit_test(test_too_few),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
