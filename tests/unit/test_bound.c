#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "composer/bound.h"

/* A model under test. */
struct model {
  lcm_ctx *ctx;
  lcm_bound *bound;
};

/* Open the model whose text is "text" after the line `lcs 1`. */
static struct model open_model(const char *text) {
  struct model model = {.ctx = lcm_ctx_new(NULL)};
  const lcm_program *program = NULL;
  char *whole = NULL;
  lcm_buf buf = {0};
  lcm_buf_printf(&buf, "lcs 1\nentry L\nmodel\n%s", text);
  whole = lcm_buf_take(&buf);
  const lcm_status status =
      lcm_program_parse(&program, model.ctx, "m.lcs", whole, strlen(whole));
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(model.ctx, &n);
  for (size_t i = 0; i < n; i++)
    print_error("%s\n", lcm_diag_format(model.ctx, &all[i]));
  free(whole);
  assert_int_equal(status, LCM_OK);
  assert_int_equal(lcm_bound_new(&model.bound, model.ctx, program, NULL),
                   LCM_OK);
  return model;
}

/* Return the bounds of "model" with "given", such as "P=5 N=10". */
static struct lcm_bound_result bounds_of(struct model model,
                                         const char *given) {
  struct lcm_bound_result out;
  lcm_binding env[16];
  size_t n = 0;
  while (*given) {
    const size_t len = strcspn(given, "=");
    env[n].name = lcm_intern_n(model.ctx, given, len);
    env[n++].value = lcm_strtod(given + len + 1, &given);
    given += *given == ' ';
  }
  assert_int_equal(lcm_bound_at(&out, model.bound, env, n), LCM_OK);
  if (out.reason)
    print_error("%s\n", out.reason);
  assert_null(out.reason);
  return out;
}

/* Assert that "a" and "b" are equal but for rounding. */
static void assert_close(double a, double b) {
  if (isnan(a) != isnan(b) || fabs(a - b) > 1e-9 * fmax(1, fabs(b)))
    fail_msg("%.17g is not %.17g", a, b);
}

/* A point: what is given and what is expected. */
struct point {
  const char *given;
  double phi;
  double omega;
  double time;
  double skewed;
};

/* Check "text" at the "n" points at "points". */
static void check(const char *text, const struct point *points, size_t n) {
  const struct model model = open_model(text);
  for (size_t i = 0; i < n; i++) {
    const struct lcm_bound_result out = bounds_of(model, points[i].given);
    assert_close(out.phi, points[i].phi);
    assert_close(out.omega, points[i].omega);
    assert_close(out.time, points[i].time);
    assert_close(out.skewed, points[i].skewed);
  }
  lcm_ctx_free(model.ctx);
}

#define CHECK(text, points)                                                    \
  check(text, points, sizeof(points) / sizeof *(points))

static const char REPAIR[] =
    "param P value=(5)\nparam N value=(10)\nparam tl value=(10)\n"
    "param ts value=(1)\nresource s multiplicity=(1)\n"
    "function L {\n parloop for=p(1, P) {\n  loop for=i(1, N) {\n"
    "   series {\n    fragment {\n     model time (tl*(1 s))\n    }\n"
    "    use of=s time=(ts*(1 s))\n   }\n  }\n }\n}\n";

/* The machine repair model, V18. */
static void machine_repair(void **state) {
  (void)state;
  static const struct point POINTS[] = {
      {"P=1", 110, 10, 110, 110},
      {"P=2", 110, 20, 110, 111},
      {"P=5", 110, 50, 110, 114},
      {"P=11", 110, 110, 110, 120},
      {"P=20", 110, 200, 200, 210},
      {"P=0", 0, 0, 0, NAN},
      {"P=5 N=0", 0, 0, 0, NAN},
      {"P=1e6 N=1e6", 11e6, 1e12, 1e12, 1e12 + 10}};
  CHECK(REPAIR, POINTS);
}

/* Assert that the forms of "text" print as the "n" texts at "want": phi, omega,
 * time, skewed, barriers (NULL: none). */
static void check_form(const char *text, const char *const want[5]) {
  const struct model model = open_model(text);
  const struct lcm_bound_form *form = lcm_bound_form_of(model.bound);
  if (form->reason)
    print_error("%s\n", form->reason);
  assert_null(form->reason);
  const lcm_expr *const all[] = {form->phi, form->omega, form->time,
                                 form->skewed, form->barriers};
  for (size_t i = 0; i < 5; i++) {
    char *shown = all[i] ? lcm_expr_to_str(all[i], LCM_TEXT) : NULL;
    if (!want[i] || !shown)
      assert_ptr_equal(shown, want[i]);
    else
      assert_string_equal(shown, want[i]);
    free(shown);
  }
  lcm_ctx_free(model.ctx);
}

/* The machine repair model in closed form. */
static void machine_repair_form(void **state) {
  (void)state;
  static const char *const WANT[] = {
      "N*(tl + ts)", "N*P*ts", "max(N*P*ts, N*(tl + ts))",
      "-ts + max(tl + ts + N*P*ts, N*(tl + ts) + P*ts)", NULL};
  check_form(REPAIR, WANT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(machine_repair),
      cmocka_unit_test(machine_repair_form),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
