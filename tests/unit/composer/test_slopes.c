/* Gradients of times that executing the structure gives: by hand, against those
 * of closed forms, and how often that executes it.  A point on several
 * processors is executed twice in any case, on these and on one. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "composer/predict/predictor.h"
#include "model/lcs/parse.h"

enum { MOST = 8 };

/* What a program comes to on "p" processors.
 * gradient    by the coefficients, in the order of their names
 * executions  of its structure; closed: it has a closed form */
struct found {
  double time;
  double gradient[MOST];
  size_t n;
  size_t executions;
  bool closed;
};

/* Predict the function with the body "body" on "p" processors, with n = 10, by
 * executing it where "interpret". */
static struct found predict(const char *body, int p, bool interpret) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const lcm_program *program = NULL;
  const lcm_prediction *prediction = NULL;
  const lcm_grid *grid = NULL;
  struct lcm_predictor *predictor = NULL;
  struct found out = {0};
  const char *text =
      lcm_arena_printf(arena,
                       "lcs 1\nentry main\nparam n value=(10)\n"
                       "function main {\n%s}\nfunction unused {\nfragment {\n"
                       "model time ((z = 9 +/- 3)*(1 s))\n}\n}\n",
                       body);
  const char *spec = lcm_arena_printf(arena, "p=%d", p);
  const struct lcm_predict_options options = {.interpret = interpret};
  assert_int_equal(
      lcm_program_parse(&program, ctx, "p.lcs", text, strlen(text)), LCM_OK);
  assert_int_equal(lcm_grid_parse(&grid, ctx, &spec, 1), LCM_OK);
  assert_int_equal(lcm_predictor_new(&predictor, ctx, program, grid, &options),
                   LCM_OK);
  out.closed = lcm_predictor_closed_form(predictor) != NULL;
  assert_int_equal(lcm_predictor_run(&prediction, predictor, grid), LCM_OK);
  out.time = prediction->points[0].time;
  out.n = prediction->n_coefs;
  out.executions = lcm_predictor_executions(predictor);
  for (size_t k = 0; k < out.n; k++)
    out.gradient[k] = prediction->points[0].gradient[k];
  lcm_ctx_free(ctx);
  return out;
}

/* Check that "body" on "p" processors takes "time", with the "n" derivatives
 * "gradient", found with "executions" executions. */
static void check(const char *body, int p, const struct found *want) {
  const struct found got = predict(body, p, true);
  if (fabs(got.time - want->time) > 1e-9)
    fail_msg("%g s, not %g: %s", got.time, want->time, body);
  for (size_t k = 0; k < want->n; k++)
    if (fabs(got.gradient[k] - want->gradient[k]) > 1e-6)
      fail_msg("derivative %zu is %g, not %g: %s", k, got.gradient[k],
               want->gradient[k], body);
  if (got.executions != want->executions)
    fail_msg("%zu executions, not %zu: %s", got.executions, want->executions,
             body);
}

/* Two sections: the first takes a + 10 b + 100 c, 1 + 5 + 1 s, the second d. */
#define SECTIONS(d)                                                            \
  "team {\nparallel worksharing {\nfragment {\n"                               \
  "model time ((a = 1 +/- 0.1)*(1 s) + (b = 0.5 +/- 0.02)*n*(1 s) + "          \
  "(c = 0.01 +/- 0.001)*n^2*(1 s))\n}\nfragment {\n"                           \
  "model time ((d = " d " +/- 0.3)*(1 s))\n}\n}\n}\n"

/* Coefficients that are evaluated together once are varied together, and those
 * that are not evaluated, such as z, not at all: two directions, one execution
 * each, and one back.  The second section ends before the first. */
static void test_groups(void **state) {
  (void)state;
  check(SECTIONS("3"), 2,
        &(struct found){7, {1, 10, 100, 0, 0}, 5, 2 + 2 + 1, false});
  check(SECTIONS("3"), 1,
        &(struct found){10, {1, 10, 100, 1, 0}, 5, 1 + 2 + 1, false});
  check(SECTIONS("30"), 2,
        &(struct found){30, {0, 0, 0, 1, 0}, 5, 2 + 2 + 1, false});
}

/* Where both take the same time another path is near: each coefficient is
 * varied by itself, both ways, and the derivative is the mean of both sides. So
 * it is where d = 6.99, which goes up to 7.0275 in one step, an eighth of 0.3:
 * then it is longer than the first section by 0.0275. */
static void test_ties(void **state) {
  (void)state;
  check(SECTIONS("7"), 2,
        &(struct found){7, {.5, 5, 50, .5, 0}, 5, 2 + 3 + 8, false});
  check(SECTIONS("6.99"), 2,
        &(struct found){7,
                        {(0.0125 + 0.01) / 0.025, (0.025 + 0.01) / 0.005,
                         (0.0125 + 0.01) / 0.00025, 0.0275 / 0.075, 0},
                        5,
                        2 + 3 + 8,
                        false});
}

/* Iterations that differ, loops of a team, and code of all members: as the
 * closed form says, which is derived and not varied.  There are seven
 * coefficients; i a + b is evaluated at several i, so are d + e i. */
static void test_closed(void **state) {
  static const char BODY[] =
      "series {\nloop for=i(0, n - 1) {\nfragment {\n"
      "model time ((a = 1 +/- 0.2)*i*(1 s) + (b = 2 +/- 0.3)*(1 s))\n}\n}\n"
      "team {\nseries {\nparloop for=i(0, n - 1) schedule=static worksharing "
      "{\nfragment {\nmodel time ((d = 3 +/- 0.1)*(1 s) + "
      "(e = 0.5 +/- 0.1)*i*(1 s))\n}\n}\nbarrier\nfragment {\n"
      "model time ((f = 1 +/- 0.1)*(1 s) + (g = 1 +/- 0.1)*n*(1 s))\n}\n}\n}\n"
      "}\n";
  (void)state;
  for (int p = 1; p <= 12; p++) {
    const struct found exact = predict(BODY, p, false);
    const struct found found = predict(BODY, p, true);
    assert_true(exact.closed);
    assert_true(fabs(found.time - exact.time) <= 1e-9 * exact.time);
    assert_int_equal(found.n, 7);
    for (size_t k = 0; k < exact.n; k++)
      if (fabs(found.gradient[k] - exact.gradient[k]) >
          1e-6 * (1 + fabs(exact.gradient[k])))
        fail_msg("p = %d, derivative %zu: %g, not %g", p, k, found.gradient[k],
                 exact.gradient[k]);
    assert_in_range(found.executions, 1, (p > 1) + 1 + 5 + 1);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_groups),
      cmocka_unit_test(test_ties),
      cmocka_unit_test(test_closed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
