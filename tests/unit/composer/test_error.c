/* Intervals of times from source (composer/rules/error.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include "composer/rules/error.h"

/* Factors by class, as the table has them. */
static const double FACTORS[][2] = {
#define BETWEEN(low, high)                                                     \
  { low, high }
#define LCM_ERROR(name, word, source, code) source,
#include "model/results/errors.def"
#undef LCM_ERROR
#undef BETWEEN
};

static bool near(double a, double b) { return fabs(a - b) <= 1e-12 * fabs(b); }

/* Put the interval of 8 s, of which "first" is bound by operations and "second"
 * by "limit", where models alone give "low" to "high", into "*out". */
static bool interval(struct lcm_source_interval *out, double first,
                     enum lcm_limit limit, double second,
                     const double fitted[2]) {
  const struct lcm_limit_sum sums[] = {
      {.by = {LCM_LIMIT_OPERATIONS, NULL}, .share = first},
      {.by = {limit, NULL}, .share = second}};
  const struct lcm_limits limits = {.sums = sums, .n_sums = 2};
  const lcm_point point = {.time = 8, .low = fitted[0], .high = fitted[1]};
  return lcm_source_interval(out, &point, &limits, false, false);
}

/* One class: its factors; a fitted model adds its own error, as if independent:
 * 3 and 4 come to 5. */
static void test_one(void **state) {
  struct lcm_source_interval i;
  const double *of = FACTORS[LCM_ERROR_OPERATIONS];
  (void)state;
  assert_true(
      interval(&i, 0.5, LCM_LIMIT_OPERATIONS, 0.5, (const double[]){8, 8}));
  assert_true(near(i.low, 8 * of[0]) && near(i.high, 8 * of[1]));
  const double up = 8 * (of[1] - 1);
  const double down = 8 - 8 * of[0];
  assert_true(interval(&i, 1, LCM_LIMIT_MODEL, 0,
                       (const double[]){8 - 0.75 * down, 8 + 0.75 * up}));
  assert_true(near(i.high, 8 + 1.25 * up));
  assert_true(near(i.low, fmax(0, 8 - 1.25 * down)));
}

/* Two classes: less than both ends together, and more than either. */
static void test_two(void **state) {
  struct lcm_source_interval i;
  const double a = FACTORS[LCM_ERROR_OPERATIONS][1] - 1;
  const double b = FACTORS[LCM_ERROR_BYTES][1] - 1;
  (void)state;
  assert_true(
      interval(&i, 0.5, LCM_LIMIT_BANDWIDTH, 0.5, (const double[]){8, 8}));
  assert_true(near(i.high, 8 + 4 * sqrt(a * a + b * b)));
  assert_true(i.low > 0 && i.low < 8);
}

/* Of what models give alone nothing is said, and of a least time no end. */
static void test_none(void **state) {
  struct lcm_source_interval i;
  const struct lcm_limit_sum sum = {.by = {LCM_LIMIT_CHAIN, NULL}, .share = 1};
  const struct lcm_limits limits = {.sums = &sum, .n_sums = 1};
  const lcm_point point = {.time = 8, .low = 8, .high = 8};
  (void)state;
  assert_false(interval(&i, 0, LCM_LIMIT_MODEL, 1, (const double[]){6, 9}));
  assert_true(lcm_source_interval(&i, &point, &limits, true, false));
  assert_true(isinf(i.high) && near(i.low, 8 * FACTORS[LCM_ERROR_CHAINS][0]));
}

/* Who waits for what models give waits as long as these say; who waits for what
 * is half from the source is off by half of that class, beside the half. */
static void test_waits(void **state) {
  struct lcm_source_interval i;
  struct lcm_limit_sum sums[] = {
      {.by = {LCM_LIMIT_MODEL, NULL}, .share = 0.5},
      {.by = {LCM_LIMIT_BARRIER, NULL}, .share = 0.5},
      {.by = {LCM_LIMIT_BANDWIDTH, NULL}, .share = 0}};
  const struct lcm_limits limits = {.sums = sums, .n_sums = 3};
  const lcm_point point = {.time = 8, .low = 8, .high = 8};
  const double a = 0.25 * (FACTORS[LCM_ERROR_THREADS][1] - 1);
  const double b = 0.25 * (FACTORS[LCM_ERROR_BYTES][1] - 1);
  (void)state;
  assert_false(lcm_source_interval(&i, &point, &limits, false, false));
  sums[0].share = sums[2].share = 0.25;
  assert_true(lcm_source_interval(&i, &point, &limits, false, false));
  assert_true(near(i.high, 8 + 8 * sqrt(a * a + b * b)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_one), cmocka_unit_test(test_two),
      cmocka_unit_test(test_none), cmocka_unit_test(test_waits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
