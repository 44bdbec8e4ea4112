/* Grids of ranks (composer/rules/cart.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "composer/rules/cart.h"

/* MPI_Dims_create: the first four are the examples of the standard (MPI 4.0,
 * 8.5.2), the others the most even products by hand: no lengths whose longest
 * and shortest are closer have the same product. */
static void test_choose(void **state) {
  static const struct {
    size_t ranks;
    size_t n;
    size_t given[4];
    bool possible;
    size_t chosen[4];
  } ROWS[] = {{6, 2, {0, 0}, true, {3, 2}},
              {7, 2, {0, 0}, true, {7, 1}},
              {6, 3, {0, 3, 0}, true, {2, 3, 1}},
              {7, 3, {0, 3, 0}, false, {0}},
              {1, 3, {0, 0, 0}, true, {1, 1, 1}},
              {12, 2, {0, 0}, true, {4, 3}},
              {16, 3, {0, 0, 0}, true, {4, 2, 2}},
              {24, 3, {0, 0, 0}, true, {4, 3, 2}},
              {36, 3, {0, 0, 0}, true, {4, 3, 3}},
              {64, 3, {0, 0, 0}, true, {4, 4, 4}},
              {128, 2, {0, 0}, true, {16, 8}},
              {256, 4, {0, 0, 0, 0}, true, {4, 4, 4, 4}},
              {8, 2, {2, 4}, true, {2, 4}},
              {8, 2, {2, 2}, false, {0}},
              {65536, 2, {0, 0}, true, {256, 256}}};
  (void)state;
  for (size_t r = 0; r < sizeof ROWS / sizeof *ROWS; r++) {
    size_t dims[LCM_MAX_DIMS] = {0};
    for (size_t i = 0; i < ROWS[r].n; i++)
      dims[i] = ROWS[r].given[i];
    assert_int_equal(lcm_cart_choose(ROWS[r].ranks, dims, ROWS[r].n),
                     ROWS[r].possible);
    for (size_t i = 0; i < ROWS[r].n && ROWS[r].possible; i++)
      assert_int_equal(dims[i], ROWS[r].chosen[i]);
  }
}

/* The grid of 3 x 4 of the standard's figure: ranks are numbered along the
 * last dimension first; here the first dimension wraps. */
static void test_places(void **state) {
  const struct lcm_cart grid = {2, {3, 4}, {true, false}};
  size_t at[LCM_MAX_DIMS] = {0};
  (void)state;
  assert_int_equal(lcm_cart_ranks(&grid), 12);
  lcm_cart_coords(at, &grid, 7);
  assert_int_equal(at[0], 1);
  assert_int_equal(at[1], 3);
  assert_int_equal(lcm_cart_rank(&grid, (double[]){2, 1}), 9);
  assert_int_equal(lcm_cart_rank(&grid, (double[]){-1, 1}), 9);
  assert_int_equal(lcm_cart_rank(&grid, (double[]){4, 1}), 5);
  assert_int_equal(lcm_cart_rank(&grid, (double[]){0, 4}), LCM_RANK_NONE);
  assert_int_equal(lcm_cart_shift(&grid, 1, 0, -1), 9);
  assert_int_equal(lcm_cart_shift(&grid, 9, 0, 2), 5);
  assert_int_equal(lcm_cart_shift(&grid, 3, 1, 1), LCM_RANK_NONE);
}

/* Ways: bit 0 down and 1 up the first dimension, 2 down and 3 up the second. */
static void test_ways(void **state) {
  const struct lcm_cart grid = {2, {2, 3}, {true, false}};
  (void)state;
  assert_int_equal(lcm_cart_ways(&grid, 0, 3), 3);
  assert_int_equal(lcm_cart_ways(&grid, 0, 1), 8);
  assert_int_equal(lcm_cart_ways(&grid, 1, 0), 4);
  assert_int_equal(lcm_cart_ways(&grid, 0, 2), 0);
  assert_int_equal(lcm_cart_ways(&grid, 0, 4), 0);
}

/* What MPI_Cart_sub keeps. */
static void test_part(void **state) {
  const struct lcm_cart grid = {3, {2, 3, 4}, {true, false, true}};
  const struct lcm_cart part =
      lcm_cart_part(&grid, (bool[]){false, true, true});
  (void)state;
  assert_int_equal(part.n, 2);
  assert_int_equal(part.dims[0], 3);
  assert_int_equal(part.dims[1], 4);
  assert_false(part.wraps[0]);
  assert_true(part.wraps[1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_choose),
      cmocka_unit_test(test_places),
      cmocka_unit_test(test_ways),
      cmocka_unit_test(test_part),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
