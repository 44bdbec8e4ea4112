#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/ctx.h"
#include "model/expr/change.h"
#include "model/expr/coef.h"
#include "model/expr/eval.h"
#include "model/measurement/fit.h"
#include "model/measurement/fit_parse.h"

static const char TEXT[] =
    "{\"schema\": \"lcm-fit/1\", \"source\": \"runs.jsonl\", \"machine\": "
    "\"box\", \"date\": \"2026-11-22\", \"fragments\": [{\"fragment\": "
    "\"a.c:f/loop#1\", \"place\": \"a.c:3\", \"visits\": 4, \"iterations\": "
    "null, \"points\": 9, \"trips\": {\"fragment\": \"a.c:f/loop#1\", "
    "\"category\": \"iterations\", \"unit\": null, \"form\": \"k1*n\", "
    "\"formula\": \"1*n\", \"coefficients\": [{\"name\": \"k1\", \"value\": 1, "
    "\"low\": 1, \"high\": 1}], \"covariance\": [[0]], \"variables\": "
    "[{\"name\": \"n\", \"low\": 1, \"high\": 9, \"values\": 9}], \"r2\": 1, "
    "\"adjusted_r2\": 1, \"smape\": 0, \"cv_smape\": 0, \"deviation\": 0, "
    "\"points\": 9, \"freedom\": 8, \"outliers\": 0, \"relative\": false, "
    "\"selected\": true}}], \"models\": [{\"fragment\": \"a.c:f/loop#1\", "
    "\"place\": \"a.c:3\", \"label\": \"rows\", \"category\": \"li\", "
    "\"unit\": \"s\", \"form\": \"k1*p*sqrt(p) + k2\", \"formula\": "
    "\"0.01022*p*sqrt(p) - 0.1\", \"coefficients\": [{\"name\": \"k1\", "
    "\"value\": 0.01022, \"low\": 0.01, \"high\": 0.01044}, {\"name\": \"k2\", "
    "\"value\": -0.1, \"low\": -0.30000000000000004, \"high\": "
    "0.10000000000000003}], \"covariance\": [[1e-8, -3e-7], [-3e-7, 0.01]], "
    "\"variables\": [{\"name\": \"p\", \"low\": 1, \"high\": 26, \"values\": "
    "26}], \"r2\": 0.9752, \"adjusted_r2\": 0.975, \"smape\": 3.5, "
    "\"cv_smape\": 4.25, \"deviation\": 0.001, \"points\": 26, \"freedom\": "
    "24, \"outliers\": 1, \"relative\": true, \"selected\": true, \"regime\": "
    "\"changes at p = 8\", \"suggestions\": [{\"at\": {\"p\": 52}, \"why\": "
    "\"the widest interval\"}]}, {\"fragment\": \"\", \"category\": \"cl\", "
    "\"unit\": \"s\", \"form\": null, \"formula\": null, \"coefficients\": [], "
    "\"covariance\": [], \"variables\": [], \"r2\": null, \"adjusted_r2\": "
    "null, \"smape\": null, \"cv_smape\": null, \"deviation\": null, "
    "\"points\": 1, \"freedom\": 0, \"outliers\": 0, \"relative\": false, "
    "\"selected\": true, \"no_model\": \"a single measurement\"}]}";

/* Read "text" into "*out". */
static lcm_status parse(const lcm_fit **out, lcm_ctx *ctx, const char *text) {
  return lcm_fit_parse(out, ctx, "fit.json", text, strlen(text));
}

/* What is in the document is in the fit; the expression has the value and the
 * interval of its coefficients: at p = 4 that is 0.01022*8 - 0.1 = -0.01824,
 * and the variance 64 v11 + 16 v12 + v22 = 6.4e-7 - 4.8e-6 + 0.01. */
static void reading(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_fit *fit = NULL;
  assert_int_equal(parse(&fit, ctx, TEXT), LCM_OK);
  assert_int_equal(lcm_diag_count(ctx, LCM_NOTE), 0);
  assert_int_equal(fit->n_models, 2);
  assert_int_equal(fit->n_fragments, 1);
  const lcm_fit_model *li = &fit->models[0];
  const lcm_binding env[] = {{lcm_intern(ctx, "p"), 4}};
  double value = 0;
  assert_int_equal(lcm_expr_eval(&value, li->expr, env, 1), LCM_OK);
  assert_true(fabs(value + 0.01824) < 1e-15);
  const lcm_coef *const *coefs = NULL;
  assert_int_equal(lcm_expr_coefs(&coefs, ctx, li->expr), 2);
  const bool ordered = coefs[0]->value > 0;
  const double gradient[] = {ordered ? 8 : 1, ordered ? 1 : 8};
  const double h1 = 0.00022;
  const double h2 = 0.2;
  const double rho = -3e-7 / sqrt(1e-8 * 0.01);
  const double want = sqrt(64 * h1 * h1 + h2 * h2 + 2 * 8 * h1 * h2 * rho);
  assert_true(fabs(lcm_coef_half_width(ctx, coefs, gradient, 2) / want - 1) <
              1e-9);
  assert_null(fit->models[1].expr);
  assert_string_equal(fit->models[1].no_model, "a single measurement");
  assert_true(isnan(fit->models[1].quality.r2));
  assert_true(fit->fragments[0].visits == 4 &&
              isnan(fit->fragments[0].iterations));
  assert_string_equal(fit->fragments[0].trips->form, "k1*n");
  assert_true(li->suggestions[0].at[0].value == 52);
  assert_string_equal(li->regime, "changes at p = 8");
  lcm_ctx_free(ctx);
}

/* What is printed reads back to the same, in the same context and in another;
 * in the same one coefficients that are the same stay one. */
static void round_trip(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  lcm_ctx *other = lcm_ctx_new(NULL);
  const lcm_fit *fit = NULL;
  const lcm_fit *again = NULL;
  assert_int_equal(parse(&fit, ctx, TEXT), LCM_OK);
  char *one = lcm_fit_to_json(ctx, fit);
  assert_int_equal(parse(&again, other, one), LCM_OK);
  char *two = lcm_fit_to_json(other, again);
  assert_string_equal(one, two);
  assert_int_equal(parse(&again, ctx, one), LCM_OK);
  assert_ptr_equal(again->models[0].expr, fit->models[0].expr);
  assert_non_null(strstr(one, "-0.30000000000000004"));
  free(one);
  free(two);
  lcm_ctx_free(ctx);
  lcm_ctx_free(other);
}

/* What is no fit is an error that says where. */
static void wrong(void **state) {
  (void)state;
  static const struct {
    const char *text;
    const char *said;
  } CASES[] = {
      {"[]", "this is no lcm-fit/1 document"},
      {"{\"schema\": \"lcm-fit/2\", \"models\": []}",
       "this is no lcm-fit/1 document"},
      {"{\"schema\": \"lcm-fit/1\", \"models\": [{\"category\": \"li\"}]}",
       "model 1: 'fragment' and 'category' are to be texts"},
      {"{\"schema\": \"lcm-fit/1\", \"models\": [{\"fragment\": \"\", "
       "\"category\": \"li\", \"coefficients\": [{\"name\": \"k1\", "
       "\"value\": 2, \"low\": 3, \"high\": 4}]}]}",
       "model 1: a coefficient is to have a name"},
      {"{\"schema\": \"lcm-fit/1\", \"models\": [{\"fragment\": \"\", "
       "\"category\": \"li\", \"coefficients\": [], \"form\": \"k1*(\"}]}",
       "expected"},
      {"{\"schema\": \"lcm-fit/1\", \"models\": [", ""},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    const lcm_fit *fit = NULL;
    size_t n = 0;
    assert_int_equal(parse(&fit, ctx, CASES[i].text), LCM_EPARSE);
    const lcm_diag *all = lcm_diag_all(ctx, &n);
    assert_int_equal(n, 1);
    assert_non_null(strstr(all[0].message, CASES[i].said));
    lcm_ctx_free(ctx);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reading),
      cmocka_unit_test(round_trip),
      cmocka_unit_test(wrong),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
