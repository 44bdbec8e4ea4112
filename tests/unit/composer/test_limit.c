/* Which term of a fragment sets its time (composer/rules/limit.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "composer/rules/limit.h"

enum { L1 = LCM_LIMIT_BANDWIDTH, L2 };

/* What terms come to, which sets that, and what is gained without it, by hand:
 * time = max(max(operations, chain, latency + pages) + faults, levels).  In the
 * fifth row max(3, 2) is left without faults, and 4 without operations; in the
 * sixth no level is to gain anything, though it is the longest term; in the
 * seventh nothing is, and the longest counts. */
static void test_selection(void **state) {
  static const struct {
    struct lcm_terms terms;
    double time;
    size_t limit;
    double gain;
  } ROWS[] = {
      {{{[LCM_LIMIT_OPERATIONS] = 3, [L1] = 2}}, 3, LCM_LIMIT_OPERATIONS, 1},
      {{{[LCM_LIMIT_OPERATIONS] = 3, [L1] = 2, [L2] = 5}}, 5, L2, 2},
      {{{[LCM_LIMIT_OPERATIONS] = 1, [LCM_LIMIT_CHAIN] = 4}},
       4,
       LCM_LIMIT_CHAIN,
       3},
      {{{[LCM_LIMIT_OPERATIONS] = 1,
         [LCM_LIMIT_LATENCY] = 4,
         [LCM_LIMIT_PAGES] = 2}},
       6,
       LCM_LIMIT_LATENCY,
       4},
      {{{[LCM_LIMIT_OPERATIONS] = 3, [LCM_LIMIT_FAULTS] = 4, [L1] = 2}},
       7,
       LCM_LIMIT_FAULTS,
       4},
      {{{[LCM_LIMIT_OPERATIONS] = 3, [LCM_LIMIT_FAULTS] = 3.5, [L1] = 5}},
       6.5,
       LCM_LIMIT_FAULTS,
       1.5},
      {{{[L1] = 5, [L2] = 5}}, 5, L1, 0},
      {{{0}}, 0, LCM_LIMIT_OPERATIONS, 0}};
  (void)state;
  for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
    const struct lcm_terms *terms = &ROWS[i].terms;
    assert_true(lcm_terms_time(terms) == ROWS[i].time);
    assert_int_equal(lcm_terms_limit(terms), ROWS[i].limit);
    assert_true(lcm_terms_gain(terms, ROWS[i].limit) == ROWS[i].gain);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_selection)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
