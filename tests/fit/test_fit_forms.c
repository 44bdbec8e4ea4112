/* Forms that are given, thresholds, what is not linear, and data that allow no
 * model.  Expected coefficients are those that the data were computed with. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/ctx.h"
#include "fit/models.h"
#include "fit/predict.h"
#include "model/expr/change.h"
#include "model/expr/eval.h"
#include "synthetic.h"

enum { MOST = 64 };

/* Measurements being put together.
 * f  the function, at x */
struct series {
  lcm_ctx *ctx;
  const char *names[2];
  size_t n_names;
  double x[2 * MOST];
  double y[MOST];
  size_t n;
};

/* Begin a series over "first" and, where it is not NULL, "second". */
static struct series *begin(const char *first, const char *second) {
  struct series *s = calloc(1, sizeof *s);
  assert_non_null(s);
  s->ctx = lcm_ctx_new(NULL);
  s->names[0] = first;
  s->names[1] = second;
  s->n_names = second ? 2 : 1;
  return s;
}

/* Free "s". */
static void end(struct series *s) {
  lcm_ctx_free(s->ctx);
  free(s);
}

/* Add the value "y" at "a" and "b" to "s". */
static void add(struct series *s, double a, double b, double y) {
  s->x[s->n * s->n_names] = a;
  if (s->n_names > 1)
    s->x[s->n * s->n_names + 1] = b;
  s->y[s->n++] = y;
}

/* Fit "s" by "options"; put how many models there are into "*n". */
static const lcm_fit_model *fit(struct series *s, size_t *n,
                                const struct lcm_fit_options *options) {
  const struct lcm_fit_data data = {s->names, s->n_names, s->x, s->y, s->n};
  const lcm_fit_model base = {
      .fragment = "a.c:f/parloop#1", .category = "pc", .unit = "s"};
  const lcm_fit_model *model = NULL;
  const lcm_status status =
      lcm_fit_data_models(&model, n, s->ctx, &data, options, &base);
  size_t said = 0;
  const lcm_diag *diags = lcm_diag_all(s->ctx, &said);
  for (size_t i = 0; i < said; i++)
    print_message("%s\n", lcm_diag_format(s->ctx, &diags[i]));
  assert_int_equal(status, LCM_OK);
  assert_true(*n >= 1);
  return model;
}

/* Fit the form "form" alone. */
static const lcm_fit_model *fit_form(struct series *s, const char *form) {
  size_t n = 0;
  const struct lcm_fit_options options = {
      .forms = &form, .n_forms = 1, .relative = -1};
  const lcm_fit_model *model = fit(s, &n, &options);
  assert_int_equal(n, 1);
  return model;
}

/* Search. */
static const lcm_fit_model *search(struct series *s) {
  size_t n = 0;
  const struct lcm_fit_options options = {
      .search = true, .relative = -1, .robust = true};
  const lcm_fit_model *model = fit(s, &n, &options);
  assert_int_equal(n, 1);
  assert_true(model->selected);
  return model;
}

/* Assert that coefficient "i" of "model" is "value", to a millionth. */
static void assert_coefficient(const lcm_fit_model *model, size_t i,
                               double value) {
  assert_null(model->no_model);
  assert_true(i < model->n_coefficients);
  const double got = model->coefficients[i].value;
  if (fabs(got - value) > 1e-6 * fabs(value))
    fail_msg("k%zu is %.12g, not %.12g", i + 1, got, value);
}

/* The forms of Crovella's table 5.1 that are linear, without coefficients and
 * with them. */
static void test_given(void **state) {
  (void)state;
  struct series *s = begin("p", NULL);
  for (int p = 1; p <= 8; p++)
    add(s, p, 0, 3 * p * sqrt(p) + 0.5);
  const lcm_fit_model *model = fit_form(s, "k1*p*sqrt(p) + k2");
  assert_string_equal(model->form, "k1*p*sqrt(p) + k2");
  assert_coefficient(model, 0, 3);
  assert_coefficient(model, 1, 0.5);
  assert_string_equal(model->formula, "3*p*sqrt(p) + 0.5");
  assert_true(model->quality.r2 > 1 - 1e-12);
  assert_int_equal(model->quality.freedom, 6);
  model = fit_form(s, "p*sqrt(p)");
  assert_string_equal(model->form, "k1*p^1.5");
  assert_int_equal(model->n_coefficients, 1);
  end(s);
}

/* A term that cannot be told from 0 is dropped, unless terms are kept. */
static void test_dropped(void **state) {
  (void)state;
  struct series *s = begin("p", NULL);
  for (int i = 0; i < 24; i++)
    add(s, 1 + i % 8, 0, 4 * (1 + i % 8) * (1 + 0.05 * (i / 8 - 1)));
  const char *form = "k1*p + k2";
  struct lcm_fit_options options = {
      .forms = &form, .n_forms = 1, .relative = 1};
  size_t n = 0;
  const lcm_fit_model *model = fit(s, &n, &options);
  assert_string_equal(model->form, "k1*p");
  assert_true(fabs(model->coefficients[0].value - 4) < 0.01);
  options.keep_terms = true;
  model = fit(s, &n, &options);
  assert_string_equal(model->form, "k1*p + k2");
  assert_true(model->coefficients[1].low < 0);
  assert_true(model->coefficients[1].high > 0);
  end(s);
}

/* max(k1*p + k2, k3), given and found. */
static void test_threshold(void **state) {
  (void)state;
  struct series *s = begin("p", NULL);
  struct syn_random r = {11};
  for (int p = 1; p <= 8; p++)
    add(s, p, 0, fmax(2.0 * p - 5, 4));
  const lcm_fit_model *model = fit_form(s, "max(k1*p + k2, k3)");
  assert_coefficient(model, 0, 2);
  assert_coefficient(model, 1, -5);
  assert_coefficient(model, 2, 4);
  model = search(s);
  assert_string_equal(model->form, "max(k1*p + k2, k3)");
  assert_coefficient(model, 0, 2);
  s->n = 0;
  for (int i = 0; i < 40; i++) {
    const int p = 1 + i % 8;
    add(s, p, 0, fmax(2.0 * p - 5, 4) * (1 + 0.02 * syn_normal(&r)));
  }
  model = search(s);
  assert_string_equal(model->form, "max(k1*p + k2, k3)");
  assert_true(model->coefficients[0].low < 2);
  assert_true(model->coefficients[0].high > 2);
  end(s);
}

/* min(k1*n, k2 + k3*n): a minimum of two lines that rise. */
static void test_minimum(void **state) {
  (void)state;
  struct series *s = begin("n", NULL);
  for (int n = 1; n <= 10; n++)
    add(s, n, 0, fmin(3.0 * n, 9 + 0.5 * n));
  const lcm_fit_model *model = fit_form(s, "min(k1*n, k2 + k3*n)");
  assert_coefficient(model, 0, 3);
  assert_coefficient(model, 1, 9);
  assert_coefficient(model, 2, 0.5);
  end(s);
}

/* An exponential, a power, and a saturation. */
static void test_curves(void **state) {
  (void)state;
  struct series *s = begin("n", NULL);
  for (int n = 10; n <= 100; n += 10)
    add(s, n, 0, 0.25 * exp(0.03 * n) + 1);
  const lcm_fit_model *model = fit_form(s, "k1*exp(k2*n) + k3");
  assert_coefficient(model, 0, 0.25);
  assert_coefficient(model, 1, 0.03);
  assert_coefficient(model, 2, 1);
  s->n = 0;
  for (int n = 10; n <= 100; n += 10)
    add(s, n, 0, 1e-6 * pow(n, 2.37));
  model = fit_form(s, "k1*n^k2");
  assert_coefficient(model, 0, 1e-6);
  assert_coefficient(model, 1, 2.37);
  s->n = 0;
  for (int n = 10; n <= 100; n += 10)
    add(s, n, 0, 7.0 * n / (n + 35.0));
  model = fit_form(s, "k1*n/(n + k2)");
  assert_coefficient(model, 0, 7);
  assert_coefficient(model, 1, 35);
  end(s);
}

/* n^2/p of two variables, and sums of both, found exactly. */
static void test_two_variables(void **state) {
  (void)state;
  struct series *s = begin("n", "p");
  for (int n = 64; n <= 1024; n *= 2)
    for (int p = 1; p <= 16; p *= 2)
      add(s, n, p, 2e-6 * n * n / p);
  const lcm_fit_model *model = search(s);
  assert_string_equal(model->form, "k1*n^2/p");
  assert_coefficient(model, 0, 2e-6);
  s->n = 0;
  for (int n = 64; n <= 1024; n *= 2)
    for (int p = 1; p <= 16; p *= 2)
      add(s, n, p, 3e-7 * n * log(n) * p + 0.25 * sqrt(p) + 0.125);
  model = search(s);
  lcm_binding at[] = {{lcm_intern(s->ctx, "n"), 8192},
                      {lcm_intern(s->ctx, "p"), 64}};
  struct lcm_fit_predicted said = {0, 0, 0};
  assert_int_equal(lcm_fit_predict(&said, s->ctx, model, at, 2, 0.9), LCM_OK);
  const double truth = 3e-7 * 8192 * log(8192) * 64 + 0.25 * 8 + 0.125;
  assert_true(fabs(said.value - truth) < 1e-6 * truth);
  assert_int_equal(model->n_variables, 2);
  assert_string_equal(model->variables[1].name, "p");
  assert_true(model->variables[1].high == 16);
  assert_int_equal(model->variables[1].values, 5);
  end(s);
}

/* Idle processors while one works: n^2 (p - 1), 0 at p = 1, also where only two
 * values of p were measured; with noise. */
static void test_idle(void **state) {
  (void)state;
  struct series *s = begin("n", "p");
  struct syn_random r = {17};
  for (int i = 0; i < 36; i++) {
    const double n = 64 << i / 2 % 6;
    const double p = 1 + i % 2;
    add(s, n, p, 1e-9 * n * n * (p - 1) * (1 + 0.03 * syn_normal(&r)));
  }
  const lcm_fit_model *model = search(s);
  assert_string_equal(model->form, "k1*n^2*(p - 1)");
  assert_true(model->coefficients[0].low < 1e-9);
  assert_true(model->coefficients[0].high > 1e-9);
  assert_true(model->coefficients[0].high < 1.1e-9);
  end(s);
}

/* Three terms of two variables, and a threshold of one times a power of the
 * other; with noise. */
static void test_many_terms(void **state) {
  (void)state;
  struct series *s = begin("n", "p");
  struct syn_random r = {23};
  for (int i = 0; i < 60; i++) {
    const double n = 64 << i % 6;
    const double p = 1 << i / 6 % 5;
    add(s, n, p,
        (1e-9 * n * n / p + 1e-6 * n + 1e-5 * p) * (1 + 0.01 * syn_normal(&r)));
  }
  const lcm_fit_model *model = search(s);
  assert_string_equal(model->form, "k1*p + k2*n^2/p + k3*n");
  s->n = 0;
  for (int i = 0; i < 60; i++) {
    static const double P[] = {1, 2, 3, 4, 6, 8};
    const double n = 64 << i / 6 % 5;
    const double p = P[i % 6];
    add(s, n, p, 1e-9 * n * n * fmax(p - 3, 1) * (1 + 0.02 * syn_normal(&r)));
  }
  model = search(s);
  assert_string_equal(model->form, "max(k1*p*n^2 + k2*n^2, k3*n^2)");
  assert_true(model->coefficients[0].low < 1e-9);
  assert_true(model->coefficients[0].high > 1e-9);
  end(s);
}

/* One outlier among single measurements does not change the model. */
static void test_outlier(void **state) {
  (void)state;
  struct series *s = begin("n", NULL);
  for (int n = 64; n <= 8192; n *= 2)
    add(s, n, 0, 3e-9 * n * n + 1e-5);
  s->y[3] *= 3;
  const lcm_fit_model *model = search(s);
  assert_string_equal(model->form, "k1*n^2 + k2");
  assert_coefficient(model, 0, 3e-9);
  assert_int_equal(model->quality.outliers, 1);
  end(s);
}

/* No measurement, one, no numbers; all 0; constant; one place alone. */
static void test_degenerate(void **state) {
  (void)state;
  struct series *s = begin("n", NULL);
  assert_string_equal(search(s)->no_model, "no measurements");
  add(s, 1, 0, 5);
  assert_string_equal(search(s)->no_model, "a single measurement");
  assert_null(search(s)->expr);
  add(s, 2, 0, NAN);
  add(s, INFINITY, 0, 2);
  assert_string_equal(search(s)->no_model, "a single measurement");
  add(s, 1, 0, 5);
  assert_coefficient(search(s), 0, 5);
  s->n = 0;
  for (int i = 0; i < 6; i++)
    add(s, i + 1, 0, 0);
  const lcm_fit_model *model = search(s);
  assert_null(model->no_model);
  assert_string_equal(model->form, "0");
  assert_int_equal(model->n_coefficients, 0);
  double value = 1;
  assert_int_equal(lcm_expr_eval(&value, model->expr, NULL, 0), LCM_OK);
  assert_true(value == 0);
  s->n = 0;
  for (int i = 0; i < 6; i++)
    add(s, i + 1, 0, 0.75);
  model = search(s);
  assert_string_equal(model->form, "k1");
  assert_coefficient(model, 0, 0.75);
  end(s);
}

/* Values that follow nothing have no model. */
static void test_hopeless(void **state) {
  (void)state;
  struct series *s = begin("n", NULL);
  static const double VALUES[] = {1, 90, 2, 70, 0.5, 110, 3, 60, 1, 80};
  for (int i = 0; i < 10; i++)
    add(s, 100 * (i + 1), 0, VALUES[i]);
  const lcm_fit_model *model = search(s);
  assert_non_null(model->no_model);
  assert_null(model->expr);
  end(s);
}

/* The expression has the coefficients with their intervals. */
static void test_expression(void **state) {
  (void)state;
  struct series *s = begin("n", NULL);
  struct syn_random r = {3};
  for (int i = 0; i < 30; i++) {
    const double n = 64 << i % 6;
    add(s, n, 0, (2e-6 * n + 1e-4) * (1 + 0.02 * syn_normal(&r)));
  }
  const lcm_fit_model *model = fit_form(s, "k1*n + k2");
  const lcm_coef *const *coefs = NULL;
  assert_int_equal(lcm_expr_coefs(&coefs, s->ctx, model->expr), 2);
  const struct lcm_fit_coefficient *k1 = &model->coefficients[0];
  for (size_t i = 0; i < 2; i++)
    if (coefs[i]->value == k1->value)
      assert_true(fabs(coefs[i]->half_width - (k1->high - k1->value)) <
                  1e-9 * k1->value);
  assert_true(fit_form(s, "k1*n")->expr != model->expr);
  end(s);
}

/* A name that was not measured is an error. */
static void test_unknown_name(void **state) {
  (void)state;
  struct series *s = begin("n", NULL);
  for (int i = 1; i < 6; i++)
    add(s, i, 0, i);
  const char *form = "k1*m";
  const struct lcm_fit_options options = {.forms = &form, .n_forms = 1};
  const struct lcm_fit_data data = {s->names, 1, s->x, s->y, s->n};
  const lcm_fit_model base = {.fragment = "f"};
  const lcm_fit_model *model = NULL;
  size_t n = 0;
  assert_int_not_equal(
      lcm_fit_data_models(&model, &n, s->ctx, &data, &options, &base), LCM_OK);
  assert_int_equal(lcm_diag_count(s->ctx, LCM_ERROR), 1);
  end(s);
}

/* Forms of the library are preferred to others that are as good. */
static void test_library(void **state) {
  (void)state;
  struct series *s = begin("p", NULL);
  struct syn_random r = {8};
  for (int i = 0; i < 15; i++) {
    const double p = 1 << i % 5;
    add(s, p, 0, (0.5 * p * sqrt(p) + 0.2) * (1 + 0.03 * syn_normal(&r)));
  }
  static const char *const LIBRARY[] = {"k1*p*sqrt(p) + k2", "k1*p + k2"};
  const struct lcm_fit_options options = {.library = LIBRARY,
                                          .n_library = 2,
                                          .search = true,
                                          .relative = -1,
                                          .all = true};
  size_t n = 0;
  const lcm_fit_model *model = fit(s, &n, &options);
  assert_true(n > 2);
  assert_string_equal(model[0].form, "k1*p*sqrt(p) + k2");
  assert_true(model[0].selected);
  for (size_t i = 1; i < n; i++) {
    assert_false(model[i].selected);
    assert_true(model[i].form != model[0].form);
  }
  end(s);
}

/* A cache too small from some size on: the same form with another coefficient,
 * said in words. */
static void test_regime(void **state) {
  (void)state;
  struct series *s = begin("n", NULL);
  struct syn_random r = {21};
  for (int i = 0; i < 40; i++) {
    const double n = 64 << i % 8;
    const double y = 2e-9 * n * n * (n > 600 ? 1.8 : 1);
    add(s, n, 0, y * (1 + 0.02 * syn_normal(&r)));
  }
  const lcm_fit_model *model = search(s);
  assert_string_equal(model->form, "if(n <= 512, k1, k2)*n^2");
  assert_non_null(model->regime);
  assert_non_null(strstr(model->regime, "between n = 512 and 1024"));
  assert_true(model->coefficients[0].low < 2e-9);
  assert_true(model->coefficients[0].high > 2e-9);
  assert_true(model->coefficients[1].low < 3.6e-9);
  assert_true(model->coefficients[1].high > 3.6e-9);
  end(s);
}

/* A quantity that is 0 at most places, or in most repetitions, has its mean for
 * a model: 12/20, whose deviation is sqrt(48.8/19/20), with Student's 1.7291 of
 * 19 degrees of freedom 0.6196; and a fifth. */
static void test_mostly_zero(void **state) {
  (void)state;
  struct series *s = begin("n", NULL);
  for (int n = 1; n <= 20; n++)
    add(s, n, 0, n == 4 ? 2 : n == 11 ? 4 : n == 17 ? 6 : 0);
  const lcm_fit_model *model = search(s);
  assert_string_equal(model->form, "k1");
  assert_coefficient(model, 0, 0.6);
  assert_int_equal(model->quality.outliers, 0);
  assert_true(model->coefficients[0].high > 0.6 + 0.61964);
  assert_non_null(model->regime);
  assert_non_null(strstr(model->regime, "17 of 20 measurements are 0"));
  end(s);
  s = begin("n", NULL);
  for (int i = 0; i < 25; i++)
    add(s, 1 << i / 5, 0, i % 5 == 3);
  model = search(s);
  assert_string_equal(model->form, "k1");
  assert_coefficient(model, 0, 0.2);
  assert_int_equal(model->quality.outliers, 0);
  end(s);
}

/* What is 0 up to some value of the variable and grows from there on is a
 * threshold: 3 (p - 5) beyond 5 processors. */
static void test_zero_at_first(void **state) {
  (void)state;
  struct series *s = begin("p", NULL);
  for (int p = 1; p <= 8; p++)
    add(s, p, 0, p > 5 ? 3 * (p - 5) : 0);
  const lcm_fit_model *model = search(s);
  const lcm_binding at = {lcm_intern(s->ctx, "p"), 16};
  struct lcm_fit_predicted said = {0, 0, 0};
  assert_null(model->no_model);
  assert_string_equal(model->form, "max(k1*p + k2, k3)");
  assert_int_equal(model->quality.outliers, 0);
  assert_int_equal(lcm_fit_predict(&said, s->ctx, model, &at, 1, 0.9), LCM_OK);
  assert_true(fabs(said.value - 33) < 1e-6);
  end(s);
}

/* Return the value of "model" at "n" and "p", the variables of "s". */
static double value_of(struct series *s, const lcm_fit_model *model, double n,
                       double p) {
  const lcm_binding at[] = {{lcm_intern(s->ctx, s->names[0]), n},
                            {lcm_intern(s->ctx, s->names[1]), p}};
  struct lcm_fit_predicted said = {0, 0, 0};
  assert_int_equal(lcm_fit_predict(&said, s->ctx, model, at, 2, 0.9), LCM_OK);
  return said.value;
}

/* Contention that was seen at the largest size alone is none on one processor,
 * however large the size; what grows faster than p - 1 is 0 there, too; and so
 * it is over threads.  Cost that is there on one processor is kept. */
static void test_vanishing(void **state) {
  (void)state;
  struct series *s = begin("n", "p");
  struct syn_random r = {29};
  for (int i = 0; i < 10; i++)
    add(s, 96 + 64 * (i / 2), 1 + i % 2, i == 9 ? 0.034513466 : 0);
  const lcm_fit_model *model = search(s);
  assert_true(value_of(s, model, 704, 1) == 0);
  assert_true(value_of(s, model, 704, 2) > 0.03);
  end(s);
  s = begin("n", "threads");
  for (int i = 0; i < 60; i++) {
    const double n = 64 << i % 5;
    const double p = 1 << i / 5 % 4;
    add(s, n, p,
        1e-6 * n * p * sqrt(p) * (p > 1) * (1 + 0.05 * syn_normal(&r)));
  }
  model = search(s);
  assert_true(value_of(s, model, 4096, 1) == 0);
  assert_true(fabs(value_of(s, model, 1024, 8) / (1024e-6 * sqrt(512)) - 1) <
              0.3);
  s->n = 0;
  for (int i = 0; i < 60; i++) {
    const double n = 64 << i % 5;
    const double p = 1 << i / 5 % 4;
    add(s, n, p, 1e-6 * n * p * sqrt(p) * (1 + 0.05 * syn_normal(&r)));
  }
  model = search(s);
  assert_true(fabs(value_of(s, model, 4096, 1) / 4096e-6 - 1) < 0.1);
  end(s);
}

/* Measurements that are 0 on one processor of necessity do not make a threshold
 * of five others likely, one of which is off the line of the last four: the
 * model grows as they do. */
static void test_few_of_several(void **state) {
  (void)state;
  static const double CONTENTION[] = {0.0464058, 0.0564164, 0.0688412,
                                      0.0812581, 0.0940065};
  struct series *s = begin("n", "p");
  for (int i = 0; i < 10; i++)
    add(s, 12288 + 4096 * (i / 2), 1 + i % 2, i % 2 ? CONTENTION[i / 2] : 0);
  const lcm_fit_model *model = search(s);
  assert_null(model->no_model);
  assert_true(value_of(s, model, 57344, 1) == 0);
  assert_true(fabs(value_of(s, model, 28672, 2) / 0.094 - 1) < 0.1);
  assert_true(fabs(value_of(s, model, 57344, 2) / 0.19 - 1) < 0.15);
  end(s);
}

/* What is 0 up to a number of processors and a line beyond is found from three
 * values on that, also where typical forms are reported beside it. */
static void test_none_at_first(void **state) {
  (void)state;
  struct series *s = begin("p", NULL);
  for (int i = 0; i < 30; i++)
    add(s, 1 << i % 6, 0,
        fmax(0.0378 * (1 << i % 6) - 0.229, 0) * (1 + 0.01 * (i / 6 - 2)));
  const lcm_fit_model *model = search(s);
  assert_coefficient(model, 0, 0.0378);
  assert_coefficient(model, 1, -0.229);
  size_t n = 0;
  const char *library = "max(k1*p + k2, k3)";
  const struct lcm_fit_options options = {.search = true,
                                          .relative = -1,
                                          .robust = true,
                                          .library = &library,
                                          .n_library = 1,
                                          .all = true};
  model = fit(s, &n, &options);
  assert_true(n > 1);
  assert_string_equal(model->form, library);
  assert_coefficient(model, 0, 0.0378);
  end(s);
}

/* Few points of much noise: what to measure next, and why. */
static void test_suggestions(void **state) {
  (void)state;
  struct series *s = begin("n", NULL);
  for (int i = 0; i < 16; i++) {
    const double n = 100 << i % 4;
    add(s, n, 0, 1e-6 * n * log(n) * (1 + 0.06 * (i / 4 % 2 ? 1 : -1)));
  }
  const lcm_fit_model *model = search(s);
  assert_true(model->n_suggestions >= 1);
  const struct lcm_fit_suggestion *first = &model->suggestions[0];
  assert_int_equal(first->n, 1);
  assert_string_equal(first->at[0].name, "n");
  assert_true(first->at[0].value == 1600);
  assert_non_null(strstr(first->why, "n has 4 values, 5 tell forms apart"));
  s->n = 0;
  for (int i = 1; i <= 12; i++)
    add(s, 100 * i, 0, 2e-6 * 100 * i + 1e-5);
  assert_int_equal(search(s)->n_suggestions, 0);
  end(s);
}

/* Return a number of the kind that breaks programs. */
static double odd_number(struct syn_random *r) {
  static const double ODD[] = {0,     -1,   1,    1e308,    -1e308, 1e-320,
                               1e-30, 1e30, NAN,  INFINITY, 0.5,    2,
                               1e15,  -0.0, 1e-9, 3};
  const double u = syn_uniform(r);
  return u < 0.3   ? ODD[(size_t)(syn_uniform(r) * 16)]
         : u < 0.9 ? floor(10 * syn_uniform(r)) + 1
                   : 100 * syn_normal(r);
}

/* Whatever the numbers are, there is one selected model with finite
 * coefficients, or a reason. */
static void test_odd_numbers(void **state) {
  (void)state;
  struct syn_random r = {99};
  for (int trial = 0; trial < 400; trial++) {
    struct series *s = begin("n", trial % 3 ? "p" : NULL);
    const int points = (int)(syn_uniform(&r) * 30);
    for (int i = 0; i < points; i++) {
      const double x = odd_number(&r);
      add(s, x, floor(4 * syn_uniform(&r)), odd_number(&r));
    }
    const lcm_fit_model *model = search(s);
    assert_true(!model->expr == !!model->no_model);
    for (size_t j = 0; j < model->n_coefficients; j++)
      assert_true(isfinite(model->coefficients[j].value));
    const char *form = "max(k1*n^k2, k3) + k4";
    const struct lcm_fit_options options = {
        .forms = &form, .n_forms = 1, .relative = -1, .robust = true};
    if (trial % 20 == 0 && s->n > 6) {
      size_t n = 0;
      (void)fit(s, &n, &options);
    }
    end(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_given),
                                     cmocka_unit_test(test_dropped),
                                     cmocka_unit_test(test_threshold),
                                     cmocka_unit_test(test_minimum),
                                     cmocka_unit_test(test_curves),
                                     cmocka_unit_test(test_two_variables),
                                     cmocka_unit_test(test_idle),
                                     cmocka_unit_test(test_few_of_several),
                                     cmocka_unit_test(test_none_at_first),
                                     cmocka_unit_test(test_many_terms),
                                     cmocka_unit_test(test_outlier),
                                     cmocka_unit_test(test_degenerate),
                                     cmocka_unit_test(test_hopeless),
                                     cmocka_unit_test(test_expression),
                                     cmocka_unit_test(test_unknown_name),
                                     cmocka_unit_test(test_library),
                                     cmocka_unit_test(test_regime),
                                     cmocka_unit_test(test_suggestions),
                                     cmocka_unit_test(test_odd_numbers),
                                     cmocka_unit_test(test_mostly_zero),
                                     cmocka_unit_test(test_zero_at_first),
                                     cmocka_unit_test(test_vanishing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
