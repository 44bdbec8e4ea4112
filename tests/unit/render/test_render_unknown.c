#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/ctx.h"
#include "base/diag.h"
#include "base/status.h"
#include "model/results/prediction.h"
#include "model/structure/grid.h"
#include "model/structure/structure.h"
#include "render/table/style.h"
#include "render/text/prediction.h"

enum { CATS = LCM_CAT_USER + 1 };

static const char *const CAT_NAMES[CATS] = {"pc", "li", "ip",      "sl",
                                            "cl", "rc", "unsplit", "io"};

/* What is not known is told by what would settle it. */
static void unknown_in_groups(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const char *specs[] = {"p=2"};
  const double cats[CATS] = {2e-3};
  const lcm_point points[] = {{.p = 2,
                               .time = 1e-3,
                               .speedup = NAN,
                               .efficiency = NAN,
                               .low = 1e-3,
                               .high = 1e-3,
                               .cats = cats}};
  const lcm_node parallel = {.kind = LCM_NODE_PARLOOP};
  const lcm_node loop = {.kind = LCM_NODE_WHILE};
  const lcm_node work = {.kind = LCM_NODE_CALL, .u.call.callee = "a.c:work"};
  const lcm_node wait = {.kind = LCM_NODE_CALL, .u.call.callee = "wait"};
  const lcm_node branch = {.kind = LCM_NODE_BRANCH};
  const lcm_node leave = {.kind = LCM_NODE_BRANCH, .marks.exit = true};
  const struct lcm_unknown unknown[] = {
      {.loc = {.file = "a.c", .line = 1}, .node = &wait},
      {.loc = {.file = "a.c", .line = 2}, .node = &loop},
      {.loc = {.file = "a.c", .line = 3}, .node = &parallel, .name = "n"},
      {.loc = {.file = "b.c", .line = 4}, .node = &loop, .name = "n"},
      {.loc = {.file = "b.c", .line = 5}, .node = &work},
      {.loc = {.file = "b.c", .line = 6}, .node = &work},
      {.loc = {.file = "b.c", .line = 7}, .node = &branch, .name = "doIO"},
      {.loc = {.file = "b.c", .line = 8}, .node = &leave},
      {.loc = {.file = "b.c", .line = 9}, .node = &leave}};
  const lcm_grid *grid = NULL;
  assert_int_equal(lcm_grid_parse(&grid, ctx, specs, 1), LCM_OK);
  lcm_prediction prediction = {
      .grid = grid, .points = points, .cat_names = CAT_NAMES, .n_cats = CATS};
  prediction.unknown = unknown;
  prediction.n_unknown = 9;
  char *text = lcm_render_prediction(ctx, &prediction, LCM_FORMAT_TEXT, NULL);
  assert_non_null(strstr(text, "but 3 loops (1 parallel) count as run once"));
  assert_string_equal(
      strstr(text, "not in these times"),
      "not in these times:\n"
      "  2 loops, 1 of them parallel, are taken to run once: give -D n=... "
      "(a.c:3,\n"
      "    b.c:4)\n"
      "  1 loop is taken to run once: say `// lcm: count N` (a.c:2)\n"
      "  1 condition is taken as true: give -D doIO=... (b.c:7)\n"
      "  2 early exits are taken as never: say `// lcm: prob X` (b.c:8, 9)\n"
      "  3 calls of functions from elsewhere (work, wait): add their files, or "
      "say\n"
      "    `// lcm: model time = T` (a.c:1, b.c:5, 6)\n");
  free(text);
  lcm_ctx_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(unknown_in_groups)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
