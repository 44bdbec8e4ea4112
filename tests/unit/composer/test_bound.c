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
#include "base/ctx.h"
#include "composer/bound/bound.h"
#include "composer/bound/build.h"
#include "composer/bound/terms/eval.h"
#include "composer/bound/terms/theory.h"
#include "model/expr/print.h"
#include "model/lcs/parse.h"
#include "pamela/pamela.h"
#include "pamela/read.h"

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
  lcm_buf_printf(&buf, "lcs 1\nentry L\n%s", text);
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
    "model\nparam P value=(5)\nparam N value=(10)\nparam tl value=(10)\n"
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

/* A team that computes, meets, and enters a critical section: the processors
 * bind before the barrier, the lock or the path after it.  By hand, 40 units of
 * 1 s: on p members ceil-free 40/p before, then 3 s each outside and 2 s each
 * inside the lock: max(3 + 2, 5 p/p, 2 p). */
static void team_with_lock(void **state) {
  (void)state;
  static const char TEXT[] =
      "function L {\n team size=(p) {\n  series {\n"
      "   parloop for=i(1, 40) worksharing {\n"
      "    fragment {\n     model time (1 s)\n    }\n   }\n"
      "   barrier\n"
      "   fragment {\n    model time (3 s)\n   }\n"
      "   using of=lock {\n    fragment {\n     model time (2 s)\n    }\n"
      "   }\n  }\n }\n}\n";
  static const struct point POINTS[] = {{"p=1", 6, 45, 45, NAN},
                                        {"p=2", 6, 25, 25, NAN},
                                        {"p=4", 6, 15, 18, NAN},
                                        {"p=20", 6, 40, 42, NAN},
                                        {"p=100", 6, 200, 201, NAN}};
  const struct model model = open_model(TEXT);
  for (size_t i = 0; i < sizeof POINTS / sizeof *POINTS; i++) {
    const struct lcm_bound_result out = bounds_of(model, POINTS[i].given);
    assert_close(out.phi, POINTS[i].phi);
    assert_close(out.omega, POINTS[i].omega);
    assert_close(out.time, POINTS[i].time);
    assert_string_equal(out.resource, i < 3 ? "processors" : "lock");
  }
  lcm_ctx_free(model.ctx);
}

/* Return the time of two processes that use resources "a" first or second by
 * orders[i]; of simultaneous requests that of process "first" is granted. */
static double schedule(const double d[4], const int orders[2], int first) {
  const int w = first;
  const int l = 1 - first;
  const double w1 = d[2 * w + orders[w]];
  const double w2 = d[2 * w + 1 - orders[w]];
  const double l1 = d[2 * l + orders[l]];
  const double l2 = d[2 * l + 1 - orders[l]];
  if (orders[w] != orders[l])
    return fmax(w1, l1) + fmax(w2, l2);
  return fmax(w1 + w2, fmax(w1 + l1, w1 + w2) + l2);
}

/* The formulas for two by two against all orders and arbitrations, V53. */
static void two_by_two(void **state) {
  (void)state;
  unsigned seed = 1;
  for (int round = 0; round < 500; round++) {
    double d[4];
    double worst = 0;
    for (int i = 0; i < 4; i++) {
      seed = seed * 1103515245u + 12345u;
      d[i] = seed >> 16 & 15;
    }
    for (int k = 0; k < 8; k++) {
      const int orders[2] = {k & 1, k >> 1 & 1};
      worst = fmax(worst, schedule(d, orders, k >> 2));
    }
    assert_close(lcm_section_worst(d), worst);
    const int apart[2] = {0, 1};
    assert_close(lcm_section_best(d), schedule(d, apart, 0));
    assert_true(worst <= 2 * lcm_section_best(d));
  }
}

/* Conjecture 6.1 (V54), its loop (V55), and the worst of P = 2. */
static void diagonals(void **state) {
  (void)state;
  static const double GAMMAS[] = {1, 2, 3, 5, 10, 99};
  static const double WORST[] = {3, 5, 7, 11, 21, 199};
  for (size_t i = 0; i < 6; i++) {
    const double d[4] = {GAMMAS[i], 1, 1, GAMMAS[i]};
    assert_close(lcm_section_worst(d), WORST[i]);
    assert_close(lcm_section_diagonal(2, GAMMAS[i]) * (GAMMAS[i] + 1),
                 WORST[i]);
  }
  assert_close(lcm_section_diagonal(4, 2), 2.6);
  assert_close(lcm_section_diagonal(4, 10), 45.0 / 13);
  assert_close(lcm_section_diagonal(8, 2), 29.0 / 9);
  assert_close(lcm_section_diagonal(8, 10), 93.0 / 17);
  assert_close(lcm_section_diagonal_loop(5, 2), 2);
  assert_close(lcm_section_diagonal_loop(4, 6), 21.0 / 9);
  assert_close(lcm_section_diagonal_loop(8, 10), 77.0 / 17);
}

/* Conjecture 6.2: 3(P-1) of the largest, 2P-2 in a loop; theorem 6.1. */
static void largest_demands(void **state) {
  (void)state;
  static const double D[12] = {1, 9, 2, 8, 7, 3, 6, 4, 5, 12, 11, 10};
  const struct lcm_section_demands section = {3, 4, D};
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  assert_close(lcm_section_conjecture(ctx, &section, false),
               12 + 11 + 10 + 9 + 8 + 7);
  assert_close(lcm_section_conjecture(ctx, &section, true), 12 + 11 + 10 + 9);
  assert_close(lcm_section_ratio(&section, 1), 39.0 / 14);
  assert_close(lcm_section_ratio(&section, 10), (39.0 + 9 * 26) / 140);
  const struct lcm_section_demands tall = {4, 3, D};
  assert_close(lcm_section_ratio(&tall, 1), 3);
  lcm_ctx_free(ctx);
}

/* Appendix D: estimates for random demands, V56 and V57. */
static void random_demands(void **state) {
  (void)state;
  static const struct {
    double p, upper, loop, lower;
  } ROWS[] = {{4, 6.3529, 4.7647, 2.9419},
              {8, 17.4462, 12.3846, 5.6315},
              {16, 40.9728, 28.1907, 10.6642},
              {100, 292.5751, 196.0301, 58.5839}};
  static const double SUMS[] = {4.765, 5.353, 5.882, 6.353};
  for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
    const double p = ROWS[i].p;
    assert_true(fabs(lcm_random_upper(p, false) - ROWS[i].upper) < 5e-5);
    assert_true(fabs(lcm_random_upper(p, true) - ROWS[i].loop) < 5e-5);
    assert_true(fabs(lcm_random_lower(p) - ROWS[i].lower) < 5e-5);
  }
  for (size_t k = 0; k < 4; k++)
    assert_true(fabs(lcm_largest_mean(16, 6 + (double)k) - SUMS[k]) < 5e-4);
}

/* Return the cycle time of "n" customers with a delay of "think" and a demand
 * of "demand" for "m" servers together. */
static double cycle(double n, size_t m, double demand, double think) {
  double demands[100];
  double queues[100];
  for (size_t i = 0; i < m; i++)
    demands[i] = demand / (double)m;
  return lcm_mva_network(n, m, demands, think, queues);
}

/* Mean value analysis: V19 as corrected, V61. */
static void mean_values(void **state) {
  (void)state;
  static const struct {
    unsigned n;
    double cycle;
  } REPAIRS[] = {{1, 11},       {2, 11.0909},  {5, 11.4666}, {8, 12.0904},
                 {11, 13.1458}, {15, 15.5682}, {20, 20.0375}};
  for (size_t i = 0; i < sizeof REPAIRS / sizeof *REPAIRS; i++)
    assert_true(fabs(cycle(REPAIRS[i].n, 1, 1, 10) - REPAIRS[i].cycle) < 5e-5);
  assert_close(cycle(10, 10, 10, 0), 19);
  assert_close(cycle(100, 100, 100, 0), 199);
  assert_true(fabs(cycle(15, 10, 10, 5) - 26.2378) < 5e-5);
  assert_true(fabs(cycle(12, 5, 20, 30) - 75.8765) < 5e-5);
}

/* From where on a resource binds is sought in a bounded number of steps: left
 * as they are, sums over P and N of turns that differ take as long as there
 * are processes and turns; what P = 1 costs alone is too much here.  Turns that
 * are all alike are multiplied. */
static void search_ends(void **state) {
  (void)state;
  static const char DIFFERING[] =
      "model\nparam P value=(5)\nparam N value=(10)\nparam tl value=(10)\n"
      "param ts value=(1)\nresource s multiplicity=(1)\n"
      "function L {\n parloop for=p(1, P) {\n  loop for=i(1, N) {\n"
      "   series {\n    fragment {\n     model time (tl*(1 s))\n    }\n"
      "    use of=s time=(ts*(i*i mod 3)*(1 s))\n   }\n  }\n }\n}\n";
  const struct model model = open_model(REPAIR);
  const struct lcm_bound_options options = {.no_reductions = true};
  const struct lcm_saturation *all = NULL;
  const lcm_program *program = NULL;
  lcm_bound *bound = NULL;
  size_t n = 1;
  char *text = NULL;
  lcm_buf buf = {0};
  lcm_buf_printf(&buf, "lcs 1\nentry L\n%s", DIFFERING);
  text = lcm_buf_take(&buf);
  assert_int_equal(
      lcm_program_parse(&program, model.ctx, "m.lcs", text, strlen(text)),
      LCM_OK);
  free(text);
  assert_int_equal(lcm_bound_new(&bound, model.ctx, program, &options), LCM_OK);
  const lcm_binding env[] = {{lcm_intern(model.ctx, "N"), 9e7},
                             {lcm_intern(model.ctx, "P"), 9e7}};
  assert_int_equal(lcm_bound_saturations(&all, &n, bound, env, 2), LCM_OK);
  assert_int_equal(n, 0);
  assert_int_equal(lcm_bound_saturations(&all, &n, model.bound, env, 2),
                   LCM_OK);
  assert_int_equal(n, 1);
  assert_string_equal(all[0].param, "P");
  assert_close(all[0].value, 11);
  lcm_ctx_free(model.ctx);
}

/* A closed form is given up where recursion goes on in several ways, each of
 * which goes on in several; numbers are not. */
static void form_ends(void **state) {
  (void)state;
  static const char RECURSION[] =
      "param n = 12, k = 3  resource r = 1  L = f(n, k)\n"
      "f(n, k) = if (n > 0) { use(r, n) ; { f(n - 1, k) || g(n - 2, k + 1) } }"
      " else use(r, k)\n"
      "g(n, k) = if (n mod 2 == 0) f(n div 2, k)"
      " else { f(n - 1, k) || use(r, 1) }";
  struct model model = {.ctx = lcm_ctx_new(NULL)};
  const lcm_program *program = NULL;
  assert_int_equal(lcm_pamela_read(&program, model.ctx, "m.pam", RECURSION,
                                   strlen(RECURSION), NULL),
                   LCM_OK);
  assert_int_equal(lcm_bound_new(&model.bound, model.ctx, program, NULL),
                   LCM_OK);
  const double before = bounds_of(model, "").time;
  const struct lcm_bound_form *form = lcm_bound_form_of(model.bound);
  assert_non_null(form->reason);
  assert_string_equal(form->reason, "the recursion has no closed form");
  assert_null(form->time);
  assert_close(bounds_of(model, "").time, before);
  lcm_ctx_free(model.ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(machine_repair), cmocka_unit_test(machine_repair_form),
      cmocka_unit_test(team_with_lock), cmocka_unit_test(two_by_two),
      cmocka_unit_test(diagonals),      cmocka_unit_test(largest_demands),
      cmocka_unit_test(random_demands), cmocka_unit_test(mean_values),
      cmocka_unit_test(search_ends),    cmocka_unit_test(form_ends),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
