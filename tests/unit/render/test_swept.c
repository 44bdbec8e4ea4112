/* Charts of what was measured over a grid. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "render/chart/chart.h"
#include "render/text/text.h"

/* Points of n = 4 with p = 2, 1, and of n = 8 with p = 1, 2: their seconds, and
 * the share of load imbalance. */
static const double POINTS[4][4] = {
    {4, 2, 1.5, 0.25}, {4, 1, 2, 0}, {8, 1, 4, 0}, {8, 2, 2.5, 0.375}};

/* Put the first "n" of these into "points". */
static void fill(lcm_ctx *ctx, struct lcm_swept *points, size_t n) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  for (size_t i = 0; i < n; i++) {
    lcm_measurement *whole = LCM_NEW(arena, lcm_measurement);
    lcm_binding *params = LCM_NEW_ARRAY(arena, lcm_binding, 2);
    lcm_binding *cats = LCM_NEW_ARRAY(arena, lcm_binding, 3);
    double *shares = LCM_NEW_ARRAY(arena, double, 3);
    params[0] = (lcm_binding){"n", POINTS[i][0]};
    params[1] = (lcm_binding){"p", POINTS[i][1]};
    cats[0].name = "pc";
    cats[1].name = "li";
    cats[2].name = "queued";
    shares[0] = 1 - POINTS[i][3];
    shares[1] = POINTS[i][3];
    whole->params = params;
    whole->n_params = 2;
    whole->categories = cats;
    whole->n_categories = 3;
    points[i] = (struct lcm_swept){.whole = whole,
                                   .shares = shares,
                                   .elapsed = POINTS[i][2],
                                   .half = 0.125,
                                   .runs = 3};
  }
}

/* Times have a curve for each n, by p; the speedup is that of the last n, as is
 * what is lost; categories that are nothing are not drawn. */
static void sweeps_are_drawn(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  struct lcm_swept points[4];
  struct lcm_chart charts[LCM_SWEPT_CHARTS];
  const struct lcm_swept_list list = {points, 4};
  fill(ctx, points, 4);
  assert_int_equal(lcm_charts_swept(charts, ctx, &list), 3);
  assert_string_equal(charts[0].x_name, "p");
  assert_int_equal(charts[0].n_curves, 2);
  const struct lcm_curve *first = &charts[0].curves[0];
  assert_string_equal(first->name, "n = 4");
  assert_int_equal(first->n, 2);
  assert_true(first->x[0] == 1 && first->x[1] == 2);
  assert_true(first->y[0] == 2 && first->y[1] == 1.5);
  assert_true(first->low[1] == 1.375 && first->high[1] == 1.625);
  const struct lcm_curve *speedup = &charts[1].curves[0];
  assert_string_equal(charts[1].subtitle, "n = 8");
  assert_true(speedup->y[0] == 1 && speedup->y[1] == 1.6);
  assert_true(charts[1].curves[1].bound && charts[1].curves[1].y[1] == 2);
  assert_int_equal(charts[2].n_curves, 1);
  assert_string_equal(charts[2].curves[0].name, "load imbalance");
  assert_true(charts[2].curves[0].y[0] == 0 &&
              charts[2].curves[0].y[1] == 37.5);
  lcm_ctx_free(ctx);
}

/* Over one point nothing is drawn; over sizes alone there is no speedup. */
static void less_is_drawn_of_less(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  struct lcm_swept points[4];
  struct lcm_chart charts[LCM_SWEPT_CHARTS];
  fill(ctx, points, 4);
  const struct lcm_swept_list one = {points, 1};
  const struct lcm_swept_list sizes = {points + 1, 2};
  assert_int_equal(lcm_charts_swept(charts, ctx, &one), 0);
  assert_int_equal(lcm_charts_swept(charts, ctx, &sizes), 1);
  assert_string_equal(charts[0].x_name, "n");
  assert_int_equal(charts[0].n_curves, 1);
  assert_true(charts[0].curves[0].y[1] == 4);
  lcm_ctx_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sweeps_are_drawn),
                                     cmocka_unit_test(less_is_drawn_of_less)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
