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
#include "model/results/comparison.h"
#include "model/results/prediction.h"
#include "model/structure/grid.h"
#include "render/table/style.h"
#include "render/text/comparison.h"

enum { CATS = LCM_CAT_USER };

static const char *const CAT_NAMES[CATS] = {"pc", "li", "ip",     "sl",
                                            "cl", "rc", "unsplit"};

/* Where two variables vary a map has the winners: rows of the first, columns of
 * the second, small letters where it is not clear, "=" for a tie. */
static void comparison_draws_a_map(void **state) {
  (void)state;
  static const char *const SPECS[] = {"p=2,4", "n=50,100"};
  static const double CAT[CATS] = {0};
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  lcm_point points[2][4] = {
      {{.time = 1}, {.time = 4}, {.time = 3}, {.time = 5}},
      {{.time = 2}, {.time = 3}, {.time = 3}, {.time = 6}}};
  const size_t winners[] = {0, 1, 0, 0};
  const double low[] = {0.5, -1, 0, 0.5};
  const double high[] = {1.5, 3, 0, 1.5};
  lcm_prediction variants[2];
  const lcm_prediction *const both[] = {&variants[0], &variants[1]};
  const lcm_grid *grid = NULL;
  assert_int_equal(lcm_grid_parse(&grid, ctx, SPECS, 2), LCM_OK);
  for (size_t v = 0; v < 2; v++) {
    for (size_t i = 0; i < 4; i++)
      points[v][i].cats = CAT;
    variants[v] = (lcm_prediction){.name = v ? "dp" : "tp",
                                   .grid = grid,
                                   .points = points[v],
                                   .cat_names = CAT_NAMES,
                                   .n_cats = CATS};
  }
  const lcm_comparison c = {.grid = grid,
                            .variants = both,
                            .n_variants = 2,
                            .winners = winners,
                            .difference_low = low,
                            .difference_high = high};
  char *text = lcm_render_comparison(ctx, &c, LCM_FORMAT_TEXT, NULL);
  const char *map = text ? strstr(text, "fastest: ") : NULL;
  assert_non_null(map);
  assert_int_equal(0, strncmp(map,
                              "fastest: A tp, B dp; small: not clearly\n"
                              "p \\ n  50  100\n"
                              "    2   A    b\n"
                              "    4   =    A\n",
                              40 + 15 + 15 + 15));
  free(text);
  lcm_ctx_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(comparison_draws_a_map)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
