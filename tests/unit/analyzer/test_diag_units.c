#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/analyze.h"
#include "analyzer/request/request.h"
#include "base/ctx.h"
#include "base/fs.h"
#include "model/expr/build.h"
#include "model/expr/expr.h"
#include "model/expr/intern.h"
#include "model/results/prediction.h"
#include "model/structure/structure.h"

/* Check that "ctx" issued exactly one diagnostic, which reads "text". */
static void assert_said(lcm_ctx *ctx, lcm_diag_id id, const char *text) {
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(ctx, &n);
  assert_int_equal(n, 1);
  assert_int_equal(all[0].id, id);
  assert_string_equal(lcm_diag_format(ctx, &all[0]), text);
}

/* A context with a budget of 100 operations gives up on 100 sums, once. */
static void budget(void **state) {
  (void)state;
  const struct lcm_options options = {.max_work = 100};
  lcm_ctx *ctx = lcm_ctx_new(&options);
  lcm_ctx_refill(ctx);
  const lcm_expr *sum = lcm_expr_int(ctx, 0);
  for (int i = 0; i < 100; i++) {
    const char *name = lcm_arena_printf(lcm_ctx_arena(ctx), "x%d", i);
    sum = lcm_expr_add(ctx, sum, lcm_expr_symbol(ctx, name, LCM_DIM_NONE));
  }
  assert_null(sum);
  assert_said(ctx, LCM_DIAG_BUDGET,
              "lcm: error: the expressions of this function grow beyond the "
              "budget [budget]");
  lcm_ctx_free(ctx);
}

/* A team has one body: two are a breach at the team. */
static void structure(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_loc at = {lcm_intern(ctx, "a.c"), 3, 5, 20, 30};
  lcm_node *team = lcm_node_new(ctx, LCM_NODE_TEAM, at);
  const lcm_node *bodies[] = {lcm_node_new(ctx, LCM_NODE_BARRIER, at),
                              lcm_node_new(ctx, LCM_NODE_BARRIER, at)};
  team->children = bodies;
  team->n_children = 2;
  const lcm_function function = {.key = "main",
                                 .name = "main",
                                 .usr = "",
                                 .type = "",
                                 .flags_hash = "",
                                 .loc = at,
                                 .body = team};
  lcm_program program = {.functions = &function, .n_functions = 1};
  assert_int_equal(lcm_program_finish(ctx, &program), LCM_ESTRUCT);
  assert_said(ctx, LCM_DIAG_STRUCTURE,
              "a.c:3:5: error: team: more than one body [structure]");
  lcm_ctx_free(ctx);
}

/* Check that "point", whose categories are "cats", breaks an invariant as
 * "text" says; NULL: none. */
static void check_point(lcm_point point, const char *text) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_loc at = {lcm_intern(ctx, "a.c"), 1, 1, 0, 0};
  const lcm_status status = lcm_point_check(ctx, &point, at, 2);
  assert_int_equal(status, text ? LCM_ECHECK : LCM_OK);
  if (text)
    assert_said(ctx, LCM_DIAG_INVARIANT, text);
  lcm_ctx_free(ctx);
}

/* Categories that do not sum, a span and a bound above the time, and a time
 * that is no number break invariants; what is within rounding does not. */
static void invariant(void **state) {
  (void)state;
  static const double CATS[] = {6, 2};
  static const double ROUNDED[] = {6, 2 + 1e-12};
  static const double MORE[] = {6, 3};
  lcm_point point = {.p = 4, .time = 2, .span = 2, .bound = 2, .cats = CATS};
  check_point(point, NULL);
  point.cats = ROUNDED;
  check_point(point, NULL);
  point.cats = MORE;
  check_point(point, "a.c:1:1: error: at p = 4: the categories sum to 9, not "
                     "to p times the time, 8 [invariant]");
  point.cats = CATS;
  point.span = 2.5;
  check_point(point, "a.c:1:1: error: at p = 4: the span 2.5 is above the time "
                     "2 [invariant]");
  point.span = 1;
  point.bound = 3;
  check_point(point, "a.c:1:1: error: at p = 4: the bound 3 is above the time "
                     "2 [invariant]");
  point.bound = point.span = 0;
  point.time = strtod("nan", NULL);
  check_point(point, "a.c:1:1: error: at p = 4: the categories sum to 8, not "
                     "to p times the time, nan [invariant]");
}

/* Write a file: "before", "depth" times "part", and "after". */
static void write_deep(const char *path, const char *const text[3], int depth) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text[0], file);
  for (int i = 0; i < depth; i++)
    fputs(text[1], file);
  fputs(text[2], file);
  assert_int_equal(fclose(file), 0);
}

/* Check that a file of "text" with LCM_MAX_DEPTH + 10 parts is too deep, as
 * "said". */
static void assert_deep(const char *const text[3], const char *said) {
  static const char *const PATH = LCM_BINARY_DIR "/deep.c";
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const struct lcm_unit_input input = {.file = PATH};
  const struct lcm_analyze_options options = {0};
  const struct lcm_unit *units = NULL;
  write_deep(PATH, text, LCM_MAX_DEPTH + 10);
  assert_int_equal(lcm_analyze(&units, ctx, &input, 1, &options), LCM_OK);
  remove(PATH);
  assert_said(ctx, LCM_DIAG_DEPTH, said);
  lcm_ctx_free(ctx);
}

/* What is nested deeper than is read is said: the `if` behind 14 + 7 x 10000
 * bytes and a blank; the sign behind 21 + 2 x 9999 bytes and a blank, around
 * which are as many and a `return`. */
static void too_deep(void **state) {
  (void)state;
  assert_deep((const char *const[]){"int f(int a) {", " if (a)", " a = 1; }\n"},
              LCM_BINARY_DIR "/deep.c:1:70016: error: statements are nested "
                             "more than 10000 deep [depth]");
  assert_deep((const char *const[]){"int f(int a) { return", " -", " a; }\n"},
              LCM_BINARY_DIR "/deep.c:1:20021: error: statements and "
                             "expressions are nested more than 10000 deep "
                             "[depth]");
}

/* Keep the last "progress" in "user". */
static void keep_progress(void *user, const struct lcm_progress *progress) {
  struct lcm_progress *kept = user;
  *kept = *progress;
}

/* Analyse "endless" and another unit with the cache "cache": the first takes
 * more time than it may and is given up, the second, "cached" of which come
 * from the cache, is not. */
static void give_up(const char *endless, const char *cache, size_t cached) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  struct lcm_progress progress = {0};
  const struct lcm_unit_input inputs[] = {
      {.file = endless}, {.file = LCM_SOURCE_DIR "/samples/jacobi/jacobi.c"}};
  const struct lcm_analyze_options options = {.constructs_only = true,
                                              .seconds = 1,
                                              .cache = cache,
                                              .progress = keep_progress,
                                              .user = &progress};
  const struct lcm_unit *units = NULL;
  assert_int_equal(lcm_analyze(&units, ctx, inputs, 2, &options), LCM_OK);
  assert_int_equal(progress.done, 2);
  assert_int_equal(progress.cached, cached);
  assert_true(units[0].failed);
  assert_int_equal(units[0].n_constructs, 0);
  assert_false(units[1].failed);
  assert_int_not_equal(units[1].n_constructs, 0);
  assert_said(ctx, LCM_DIAG_WORKER,
              LCM_BINARY_DIR "/endless.c: error: its analysis was stopped: it "
                             "takes too much time or memory [worker-died]");
  lcm_ctx_free(ctx);
}

/* A unit that libclang spends minutes on, as on ifs nested 60,000 deep, costs
 * only itself, also where results are kept: it has none. */
static void worker_died(void **state) {
  (void)state;
  static const char *const PATH = LCM_BINARY_DIR "/endless.c";
  static const char *const REMOVE[] = {"rm", "-rf", LCM_BINARY_DIR "/endless",
                                       NULL};
  const struct lcm_child child = {.argv = REMOVE};
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  char *out = NULL;
  size_t len = 0;
  int status = 0;
  write_deep(PATH,
             (const char *const[]){"#define IF if (a)\nint f(int a) {", " IF",
                                   " a = 1; }\n"},
             60000);
  give_up(PATH, NULL, 0);
  give_up(PATH, LCM_BINARY_DIR "/endless", 0);
  give_up(PATH, LCM_BINARY_DIR "/endless", 1);
  remove(PATH);
  assert_int_equal(lcm_child_run(&out, &len, &status, ctx, &child), LCM_OK);
  lcm_ctx_free(ctx);
}

/* Run the tests. */
int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(budget), cmocka_unit_test(structure),
      cmocka_unit_test(invariant), cmocka_unit_test(too_deep),
      cmocka_unit_test(worker_died)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
