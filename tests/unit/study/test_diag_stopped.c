/* What is predicted when it is stopped: the answer so far, marked as such, and
 * the same numbers as for the smaller grid (diagnostic `stopped`). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/ctx.h"
#include "composer/predict/predict.h"
#include "model/lcs/parse.h"
#include "study/compare/compare.h"

static const char TEXT[] =
    "lcs 1\nentry main\nparam n value=(1)\nfunction main {\nteam size=(p) {\n"
    "series {\n"
    "parloop for=i(1, 40) worksharing {\nfragment {\nmodel time (n*1 s)\n}\n}\n"
    "barrier\n}\n}\n}\n";

/* One of two ways of 2 and 8 seconds, nobody knows which. */
static const char EITHER[] =
    "lcs 1\nentry main\nfunction main {\nbranch {\n"
    "attribute probability \"half\"\n"
    "fragment prob=(0.5) {\nmodel time (2 s)\n}\n"
    "fragment prob=(0.5) {\nmodel time (8 s)\n}\n}\n}\n";

/* A request that is stopped when "after" of "what" are done. */
struct stopping {
  lcm_ctx *ctx;
  const char *what;
  size_t after;
  bool now;
};

/* Say whether to stop. */
static enum lcm_stop ask(void *user) {
  const struct stopping *s = user;
  return s->now ? LCM_STOP_ASKED : LCM_STOP_NOT;
}

/* See how far it is. */
static void tell(void *user, const char *what, size_t done, size_t n) {
  struct stopping *s = user;
  assert_true(done <= n);
  s->now = s->now || (!strcmp(what, s->what) && done >= s->after);
  (void)lcm_ctx_work(s->ctx, 1000000);
}

/* Return a context whose work stops as "s" says. */
static lcm_ctx *watched(struct stopping *s) {
  const struct lcm_watch watch = {ask, tell, s};
  s->ctx = lcm_ctx_new(NULL);
  lcm_ctx_watch(s->ctx, &watch);
  return s->ctx;
}

/* Put the program and the grid "spec" into "*program" and "*grid". */
static void read_both(const lcm_program **program, const lcm_grid **grid,
                      lcm_ctx *ctx, const char *spec) {
  assert_int_equal(lcm_program_parse(program, ctx, "p.lcs", TEXT, strlen(TEXT)),
                   LCM_OK);
  assert_int_equal(lcm_grid_parse(grid, ctx, &spec, 1), LCM_OK);
}

/* Of a grid of 3 sizes and 4 numbers of processors as many points are the
 * answer so far as make a grid: a part of the first size, or whole sizes.  By
 * hand: time = n ceil(40/p). */
static void part_of_a_grid(void **state) {
  static const struct {
    size_t after, points;
    const char *so_far;
  } ROWS[] = {{1, 1, "1 of 12 points"},  {3, 3, "3 of 12 points"},
              {4, 4, "4 of 12 points"},  {7, 4, "4 of 12 points"},
              {11, 8, "8 of 12 points"}, {13, 12, NULL}};
  const struct lcm_predict_options options = {.interpret = true};
  (void)state;
  for (size_t k = 0; k < sizeof ROWS / sizeof *ROWS; k++) {
    struct stopping s = {.what = "points", .after = ROWS[k].after};
    lcm_ctx *ctx = watched(&s);
    const lcm_program *program = NULL;
    const lcm_grid *grid = NULL;
    const lcm_prediction *p = NULL;
    enum lcm_stop why = LCM_STOP_NOT;
    size_t n = 0;
    read_both(&program, &grid, ctx, "n=1:3 p=1,2,4,8");
    assert_int_equal(lcm_predict(&p, ctx, program, grid, &options), LCM_OK);
    const char *so_far = lcm_ctx_so_far(ctx, &why);
    assert_int_equal(p->grid->n_points, ROWS[k].points);
    assert_int_equal(so_far != NULL, ROWS[k].so_far != NULL);
    assert_true(!so_far || !strcmp(so_far, ROWS[k].so_far));
    assert_int_equal(why, so_far ? LCM_STOP_ASKED : LCM_STOP_NOT);
    for (size_t i = 0; i < p->grid->n_points; i++)
      assert_true(p->points[i].time ==
                  (double)(i / 4 + 1) * (double)(40 >> i % 4));
    const lcm_diag *all = lcm_diag_all(ctx, &n);
    assert_int_equal(n, so_far != NULL);
    assert_true(!n || all[0].id == LCM_DIAG_STOPPED);
    lcm_ctx_free(ctx);
  }
}

/* Where it was not found out what the times hang on, they are not known,
 * although there are points for all. */
static void not_what_they_hang_on(void **state) {
  const struct lcm_predict_options options = {.interpret = true,
                                              .hinges = true};
  struct stopping s = {.what = "points", .after = 1};
  lcm_ctx *ctx = watched(&s);
  const lcm_program *program = NULL;
  const lcm_grid *grid = NULL;
  const lcm_prediction *p = NULL;
  const char *const spec = "p=1";
  (void)state;
  assert_int_equal(
      lcm_program_parse(&program, ctx, "e.lcs", EITHER, strlen(EITHER)),
      LCM_OK);
  assert_int_equal(lcm_grid_parse(&grid, ctx, &spec, 1), LCM_OK);
  assert_int_equal(lcm_predict(&p, ctx, program, grid, &options), LCM_OK);
  assert_string_equal(lcm_ctx_so_far(ctx, NULL),
                      "all points, not what they hang on");
  assert_true(p->points[0].time == 5);
  assert_true(p->basis.wide);
  assert_int_equal(lcm_basis_time_is(&p->basis), LCM_TIME_IS_ABOUT);
  lcm_ctx_free(ctx);
}

/* Nothing is known before the first point is. */
static void nothing_yet(void **state) {
  struct stopping s = {.what = "points", .now = true};
  const struct lcm_predict_options options = {.interpret = true};
  lcm_ctx *ctx = watched(&s);
  const lcm_program *program = NULL;
  const lcm_grid *grid = NULL;
  const lcm_prediction *p = NULL;
  (void)state;
  read_both(&program, &grid, ctx, "p=1,2");
  assert_true(lcm_ctx_work(ctx, 1000000));
  assert_int_equal(lcm_predict(&p, ctx, program, grid, &options), LCM_ESTOPPED);
  assert_null(lcm_ctx_so_far(ctx, NULL));
  lcm_ctx_free(ctx);
}

/* Of variants those are compared that were predicted, at the points that all of
 * them have. */
static void some_variants(void **state) {
  struct stopping s = {.what = "variants", .after = 2};
  const struct lcm_predict_options options = {.interpret = true};
  lcm_ctx *ctx = watched(&s);
  const lcm_program *program = NULL;
  const lcm_grid *grid = NULL;
  const lcm_comparison *out = NULL;
  (void)state;
  read_both(&program, &grid, ctx, "p=1,2,4,8");
  const struct lcm_variant all[] = {
      {"a", program}, {"b", program}, {"c", program}};
  assert_int_equal(lcm_compare(&out, ctx, all, 3, grid, &options), LCM_OK);
  assert_int_equal(out->n_variants, 2);
  assert_int_equal(out->grid->n_points, 4);
  assert_string_equal(lcm_ctx_so_far(ctx, NULL), "2 of 3 variants");
  lcm_ctx_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(part_of_a_grid), cmocka_unit_test(not_what_they_hang_on),
      cmocka_unit_test(nothing_yet), cmocka_unit_test(some_variants)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
