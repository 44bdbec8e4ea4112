/* Strides through lists of pairs: each pair comes once, and where there are
 * many the first few come from all parts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/edit/depend/stride.h"

enum { MOST = 3000 };

/* All numbers are met once, whichever stride it is. */
static void test_all_once(void **state) {
  (void)state;
  for (unsigned many = 0; many < 2; many++)
    for (size_t n = 1; n < MOST; n += 1 + n / 50) {
      static bool seen[MOST];
      const size_t stride = lcm_edit_stride(n, many);
      memset(seen, 0, sizeof seen);
      for (size_t t = 0, at = 0; t < n; t++, at = (at + stride) % n) {
        assert_false(seen[at]);
        seen[at] = true;
      }
    }
}

/* Ten of many are in ten different twentieths of the list. */
static void test_spread(void **state) {
  (void)state;
  const size_t sizes[] = {4099, 10000, 65536, 720720, 1000003};
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    bool seen[20] = {false};
    const size_t stride = lcm_edit_stride(sizes[s], true);
    for (size_t t = 0, at = 0; t < 10; t++, at = (at + stride) % sizes[s]) {
      assert_false(seen[at * 20 / sizes[s]]);
      seen[at * 20 / sizes[s]] = true;
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_once),
      cmocka_unit_test(test_spread),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
