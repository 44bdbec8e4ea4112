/* Timetables and charts of values built by hand; the numbers follow from
 * these. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "model/results/schedule.h"
#include "render/chart/chart.h"
#include "render/chart/prediction.h"
#include "render/chart/svg_timeline.h"
#include "render/table/style.h"
#include "render/text/timeline.h"

enum { CATS = LCM_CAT_USER };

static const char *const NAMES[CATS] = {"pc", "li", "ip",     "sl",
                                        "cl", "rc", "unsplit"};

/* Return the grid of the "n" specifications "specs". */
static const lcm_grid *grid_of(lcm_ctx *ctx, const char *const *specs,
                               size_t n) {
  const lcm_grid *grid = NULL;
  assert_int_equal(lcm_grid_parse(&grid, ctx, specs, n), LCM_OK);
  return grid;
}

/* Two processors until 4 s: the first works on f, then on g; the second works
 * on f for 1 s and waits. */
static const lcm_interval INTERVALS[] = {
    {0, 0, 3, "f", "a.c:1", NULL, LCM_CAT_PC, LCM_CAT_PC},
    {0, 3, 4, "g", "a.c:2", NULL, LCM_CAT_PC, CATS},
    {1, 0, 1, "f", "a.c:1", NULL, LCM_CAT_PC, LCM_CAT_PC},
    {1, 1, 4, "f & <f>", "", NULL, LCM_CAT_LI, LCM_CAT_LI}};

/* Return that timetable: g is the user's state "tail". */
static lcm_timetable timetable_of(lcm_ctx *ctx, const lcm_interval *intervals) {
  static const char *const ROWS[] = {"processor 0", "processor 1"};
  static const size_t FIRST[] = {0, 2, 4};
  static const double SUMS[CATS] = {5, 3};
  static const double BUSY[] = {4, 1};
  static const double SYNCS[] = {0, 4};
  static const struct lcm_link CHAIN[] = {{0, 0, 4, 1}};
  static const struct lcm_stage STAGE = {"f", "a.c:1", NULL, 0, 4, 1, BUSY, 0};
  static const char *const SPECS[] = {"p=2"};
  struct lcm_state *states =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_state, CATS + 1);
  for (size_t c = 0; c < CATS; c++)
    states[c] =
        (struct lcm_state){NAMES[c], lcm_cat_title((lcm_cat)c), NULL, c};
  states[CATS] = (struct lcm_state){"tail", "tail", "#112233", LCM_CAT_PC};
  return (lcm_timetable){.grid = grid_of(ctx, SPECS, 1),
                         .time = 4,
                         .method = "composition",
                         .names = ROWS,
                         .n_processors = 2,
                         .states = states,
                         .n_states = CATS + 1,
                         .n_cats = CATS,
                         .intervals = intervals,
                         .n_intervals = 4,
                         .first = FIRST,
                         .cats = SUMS,
                         .syncs = SYNCS,
                         .n_syncs = 2,
                         .stages = &STAGE,
                         .n_stages = 1,
                         .chain = CHAIN,
                         .n_chain = 1};
}

/* What covers the run passes; a gap, an overlap, a row that ends early and a
 * category that differs do not. */
static void test_check(void **state) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_timetable good = timetable_of(ctx, INTERVALS);
  double cats[CATS] = {5, 3};
  const lcm_point point = {.cats = cats};
  (void)state;
  assert_int_equal(lcm_timetable_check(ctx, &good, &point, (lcm_loc){0}),
                   LCM_OK);
  cats[LCM_CAT_LI] = 3 + 1e-6;
  assert_int_equal(lcm_timetable_check(ctx, &good, &point, (lcm_loc){0}),
                   LCM_ECHECK);
  for (int kind = 0; kind < 3; kind++) {
    lcm_interval broken[4];
    memcpy(broken, INTERVALS, sizeof broken);
    broken[1].start = kind == 0 ? 3.1 : kind == 1 ? 2.9 : 3;
    broken[1].end = kind == 2 ? 3.9 : 4;
    const lcm_timetable bad = timetable_of(ctx, broken);
    assert_int_equal(lcm_timetable_check(ctx, &bad, NULL, (lcm_loc){0}),
                     LCM_ECHECK);
  }
  lcm_ctx_free(ctx);
}

/* The text: 45 of 60 cells of the first row are f, 15 g; utilization 4/4 and
 * 1/4. */
static void test_text(void **state) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_timetable table = timetable_of(ctx, INTERVALS);
  const struct lcm_style style = {0};
  char *text = lcm_render_timeline(ctx, &table, &style);
  char *csv = lcm_render_stages(ctx, &table, LCM_FORMAT_CSV, &style);
  (void)state;
  assert_non_null(strstr(text, "processor 0    "
                               "#############################################"
                               "AAAAAAAAAAAAAAA\n"
                               "processor 1    ###############"
                               "---------------------------------------------"
                               "\n"));
  assert_non_null(strstr(text, "# pure computation, - load imbalance, A tail"));
  assert_string_equal(csv, "stage,place,times,from,lasts,busy,P0,P1\n"
                           "f,a.c:1,1,0,4,0.625,1,0.25\n");
  free(text);
  free(csv);
  lcm_ctx_free(ctx);
}

/* The picture: 879 pixels beside the names for 4 s, so many each; the user's
 * colour; what is said is XML. */
static void test_picture(void **state) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_timetable table = timetable_of(ctx, INTERVALS);
  lcm_buf buf = {0};
  lcm_put_timeline(&buf, ctx, &table, "here");
  (void)state;
  assert_non_null(strstr(buf.text, "id=\"here-title\""));
  assert_non_null(strstr(buf.text, "fill=\"#112233\""));
  assert_non_null(strstr(buf.text, " at f &amp; &lt;f>"));
  const double width = 1000 - 20 - (24 + 7 * 11);
  lcm_buf part = {0};
  lcm_buf_puts(&part, "width=\"");
  lcm_buf_short(&part, width / 4 * 3, 7);
  lcm_buf_puts(&part, "\"");
  assert_non_null(strstr(buf.text, part.text));
  lcm_buf_free(&part);
  lcm_buf_free(&buf);
  lcm_ctx_free(ctx);
}

/* Return a prediction of work 8 and span 2 on 1, 2 and 4 processors: 8, 5 and
 * 4 s; on 4 processors, of 16 processor-seconds, 2 are synchronization loss and
 * 6 imbalance. */
static lcm_prediction prediction_of(lcm_ctx *ctx) {
  static const char *const SPECS[] = {"p=1,2,4"};
  static const double ALONE[CATS] = {8};
  static const double TWO[CATS] = {8, 2};
  static const double FOUR[CATS] = {8, 6, 0, 2};
  static const lcm_point POINTS[] = {{.p = 1,
                                      .time = 8,
                                      .time1 = 8,
                                      .speedup = 1,
                                      .work = 8,
                                      .span = 2,
                                      .low = 8,
                                      .high = 8,
                                      .cats = ALONE},
                                     {.p = 2,
                                      .time = 5,
                                      .time1 = 8,
                                      .speedup = 1.6,
                                      .work = 8,
                                      .span = 2,
                                      .low = 5,
                                      .high = 5,
                                      .cats = TWO},
                                     {.p = 4,
                                      .time = 4,
                                      .time1 = 8,
                                      .speedup = 2,
                                      .work = 8,
                                      .span = 2,
                                      .low = 3,
                                      .high = 5,
                                      .cats = FOUR}};
  return (lcm_prediction){.grid = grid_of(ctx, SPECS, 1),
                          .points = POINTS,
                          .cat_names = NAMES,
                          .n_cats = CATS};
}

/* The lines of speedup: ideal p; 8 / max(2, 8/p); and 8 over 8/p, the part of
 * the span that p - 1 of p wait for, and the overheads: with 4, 8 / (2 + 1.5 +
 * 0.5). */
static void test_speedup(void **state) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_prediction prediction = prediction_of(ctx);
  const struct lcm_charted of = {&prediction, NULL, 0};
  struct lcm_chart chart = {0};
  static const double WANT[4][3] = {
      {1, 1.6, 2}, {1, 2, 4}, {1, 2, 4}, {1, 1.6, 2}};
  (void)state;
  assert_true(lcm_chart_speedup(&chart, ctx, &of));
  assert_int_equal(chart.n_curves, 4);
  for (size_t k = 0; k < 4; k++)
    for (size_t i = 0; i < 3; i++)
      assert_true(fabs(chart.curves[k].y[i] - WANT[k][i]) < 1e-12);
  lcm_ctx_free(ctx);
}

/* Lost cycles: 0, 2 of 10, and 6 and 2 of 16 processor-seconds. */
static void test_lost(void **state) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_prediction prediction = prediction_of(ctx);
  const struct lcm_charted of = {&prediction, NULL, 0};
  struct lcm_chart chart = {0};
  (void)state;
  assert_true(lcm_chart_lost(&chart, ctx, &of));
  assert_true(chart.stacked);
  assert_int_equal(chart.n_curves, 2);
  assert_string_equal(chart.curves[0].name, "load imbalance");
  assert_true(fabs(chart.curves[0].y[1] - 20) < 1e-12);
  assert_true(fabs(chart.curves[0].y[2] - 37.5) < 1e-12);
  assert_true(fabs(chart.curves[1].y[2] - 12.5) < 1e-12);
  lcm_ctx_free(ctx);
}

/* Measured: the middle of the runs of each point, the speedup over that with
 * p = 1; runs of fragments and of other n do not count. */
static void test_measured(void **state) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_prediction prediction = prediction_of(ctx);
  static const lcm_binding P[] = {{"p", 1}, {"p", 2}};
  const lcm_measurement runs[] = {
      {.fragment = "", .params = P, .n_params = 1, .elapsed = 9},
      {.fragment = "", .params = P + 1, .n_params = 1, .elapsed = 7},
      {.fragment = "", .params = P + 1, .n_params = 1, .elapsed = 6},
      {.fragment = "", .params = P + 1, .n_params = 1, .elapsed = 5},
      {.fragment = "f", .params = P + 1, .n_params = 1, .elapsed = 1}};
  const lcm_measurements all = {runs, 5};
  const struct lcm_charted of = {&prediction, &all, 0};
  struct lcm_chart chart = {0};
  (void)state;
  assert_true(lcm_chart_time(&chart, ctx, &of));
  assert_int_equal(chart.n_curves, 2);
  assert_int_equal(chart.curves[1].n_points, 2);
  assert_true(chart.curves[1].py[0] == 9 && chart.curves[1].py[1] == 6);
  assert_true(chart.curves[0].low[2] == 3 && chart.curves[0].high[2] == 5);
  assert_true(lcm_chart_speedup(&chart, ctx, &of));
  assert_int_equal(chart.n_curves, 5);
  assert_true(fabs(chart.curves[4].py[1] - 1.5) < 1e-12);
  lcm_ctx_free(ctx);
}

/* Nothing is charted of one point. */
static void test_one_point(void **state) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  static const char *const SPECS[] = {"p=2"};
  lcm_prediction prediction = prediction_of(ctx);
  const struct lcm_charted of = {&prediction, NULL, 0};
  struct lcm_chart chart = {0};
  (void)state;
  prediction.grid = grid_of(ctx, SPECS, 1);
  assert_false(lcm_chart_time(&chart, ctx, &of));
  assert_false(lcm_chart_speedup(&chart, ctx, &of));
  assert_false(lcm_chart_lost(&chart, ctx, &of));
  lcm_ctx_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_check),    cmocka_unit_test(test_text),
      cmocka_unit_test(test_picture),  cmocka_unit_test(test_speedup),
      cmocka_unit_test(test_lost),     cmocka_unit_test(test_measured),
      cmocka_unit_test(test_one_point)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
