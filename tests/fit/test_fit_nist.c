/* The linear regression problems of NIST's Statistical Reference Datasets
 * (nist.json; NIST/ITL, StRD, linear regression) against the values certified
 * there. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/json.h"
#include "base/json_parse.h"
#include "composer/gsl/gsl_chance.h"
#include "fit/fit.h"
#include "fit/models.h"

/* Return the text of the file of problems, which the caller frees. */
static char *read_problems(size_t *len) {
  FILE *file = fopen(LCM_NIST, "rb");
  assert_non_null(file);
  char *text = malloc(1 << 20);
  assert_non_null(text);
  *len = fread(text, 1, 1 << 20, file);
  fclose(file);
  return text;
}

/* Return the member "key" of "object", a number, or element "i" of it. */
static double number(const lcm_json *object, const char *key) {
  double value = NAN;
  assert_true(lcm_json_number(&value, lcm_json_get(object, key)));
  return value;
}

/* Return element "i" of "array". */
static double element(const lcm_json *array, size_t i) {
  double value = NAN;
  assert_true(lcm_json_number(&value, lcm_json_at(array, i)));
  return value;
}

/* Return to how many digits "value" is "certified"; a certified 0 is compared
 * with "unit", the size of what it is the deviation of. */
static double digits(double value, double certified, double unit) {
  const double off = fabs(value - certified);
  const double size = certified != 0 ? fabs(certified) : unit;
  return off == 0 ? 15 : fmin(15, -log10(off / size));
}

/* Fit "problem" in "ctx" as it says, keeping all terms. */
static const lcm_fit_model *fit(lcm_ctx *ctx, const lcm_json *problem) {
  const lcm_json *variables = lcm_json_get(problem, "variables");
  const lcm_json *rows = lcm_json_get(problem, "data");
  const char *names[8];
  const char *form = lcm_json_text(lcm_json_get(problem, "form"));
  double x[1024];
  double y[128];
  struct lcm_fit_data data = {names, lcm_json_size(variables), x, y,
                              lcm_json_size(rows)};
  for (size_t j = 0; j < data.n_names; j++)
    names[j] = lcm_json_text(lcm_json_at(variables, j));
  for (size_t i = 0; i < data.n_points; i++) {
    for (size_t j = 0; j < data.n_names; j++)
      x[i * data.n_names + j] = element(lcm_json_at(rows, i), j);
    y[i] = element(lcm_json_at(rows, i), data.n_names);
  }
  const struct lcm_fit_options options = {
      .forms = &form, .n_forms = 1, .keep_terms = true};
  const lcm_fit_model base = {.fragment = "f", .category = "pc"};
  const lcm_fit_model *model = NULL;
  size_t n = 0;
  assert_int_equal(lcm_fit_data_models(&model, &n, ctx, &data, &options, &base),
                   LCM_OK);
  assert_int_equal(n, 1);
  assert_null(model->no_model);
  return model;
}

/* Return the standard deviation of coefficient "c" of "model". */
static double deviation(const lcm_fit_model *model, size_t c) {
  return sqrt(model->covariance[c * model->n_coefficients + c]);
}

/* Return the fewest digits to which "model" has what "problem" certifies. */
static double fewest(const lcm_fit_model *model, const lcm_json *problem) {
  const lcm_json *certified = lcm_json_get(problem, "certified");
  const lcm_json *values = lcm_json_get(certified, "coefficients");
  const lcm_json *spread = lcm_json_get(certified, "standard_deviations");
  double least = 15;
  assert_int_equal(model->n_coefficients, lcm_json_size(values));
  for (size_t i = 0; i < model->n_coefficients; i++) {
    const double value = element(values, i);
    least = fmin(least, digits(model->coefficients[i].value, value, 1));
    least = fmin(least,
                 digits(deviation(model, i), element(spread, i), fabs(value)));
  }
  const double rsd = number(certified, "residual_standard_deviation");
  least = fmin(least, digits(model->quality.deviation, rsd, 1));
  return fmin(least, digits(model->quality.r2, number(certified, "r2"), 1));
}

/* Return how many digits the problem "name" has to have. */
static double wanted(const char *name) {
  if (!strcmp(name, "Filip") || !strcmp(name, "Longley"))
    return 6;
  return strcmp(name, "Wampler5") ? 9 : 8;
}

/* Coefficients, their deviations, that of the residuals and R^2: nine digits,
 * eight of Wampler5, whose residuals are 10^7 times the coefficients, and six
 * of Filip and Longley. */
static void test_certified(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  size_t len = 0;
  char *text = read_problems(&len);
  lcm_json *file = NULL;
  assert_int_equal(lcm_json_parse(&file, ctx, LCM_NIST, text, len), LCM_OK);
  const lcm_json *problems = lcm_json_get(file, "problems");
  assert_int_equal(lcm_json_size(problems), 11);
  for (size_t i = 0; i < lcm_json_size(problems); i++) {
    const lcm_json *problem = lcm_json_at(problems, i);
    const char *name = lcm_json_text(lcm_json_get(problem, "name"));
    const double got = fewest(fit(ctx, problem), problem);
    print_message("%s: %.1f digits\n", name, got);
    assert_true(got >= wanted(name));
  }
  lcm_json_free(file);
  free(text);
  lcm_ctx_free(ctx);
}

/* The 90 % interval of a coefficient is Student's: NoInt1 has ten degrees of
 * freedom, whose quantile is 1.812461 in printed tables. */
static void test_interval(void **state) {
  (void)state;
  assert_true(fabs(lcm_student_two_sided(0.9, 10) - 1.812461) < 1e-6);
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const char *names[] = {"x"};
  const double x[] = {60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70};
  const double y[] = {130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140};
  const struct lcm_fit_data data = {names, 1, x, y, 11};
  const char *form = "x";
  const struct lcm_fit_options options = {.forms = &form, .n_forms = 1};
  const lcm_fit_model base = {.fragment = "f", .category = "pc"};
  const lcm_fit_model *model = NULL;
  size_t n = 0;
  assert_int_equal(lcm_fit_data_models(&model, &n, ctx, &data, &options, &base),
                   LCM_OK);
  assert_string_equal(model->form, "k1*x");
  const double half = 1.812461 * 0.0165289256198347;
  const struct lcm_fit_coefficient *k1 = &model->coefficients[0];
  assert_true(fabs(k1->high - k1->value - half) < 1e-7);
  assert_true(fabs(k1->value - k1->low - half) < 1e-7);
  lcm_ctx_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_certified),
                                     cmocka_unit_test(test_interval)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
