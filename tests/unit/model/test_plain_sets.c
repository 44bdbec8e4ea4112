/* Sets of linear constraints and alternatives, which are decided without isl's
 * reader, against isl that reads the same text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <isl/ctx.h>
#include <isl/set.h>

#include "base/buf.h"
#include "model/sections/isl_plain.h"

/* How many sets are compared, how many parameters and dimensions they have. */
enum { SETS = 1500, PARAMS = 2, DIMS = 2, OWN = 2 };

/* Return the next of the numbers 0 .. "n" - 1 that "*seed" begins. */
static unsigned next(uint64_t *seed, unsigned n) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(*seed >> 33) % n;
}

/* Append a number, or up to two terms of names. */
static void put_sum(lcm_buf *buf, uint64_t *seed) {
  static const char *const NAMES[] = {"x0", "x1", "d0", "d1", "a0", "a1"};
  const unsigned n = next(seed, 3);
  for (unsigned i = 0; i < n; i++)
    lcm_buf_printf(buf, "%s%d*%s", i ? " + " : "", (int)next(seed, 7) - 3,
                   NAMES[next(seed, PARAMS + DIMS + OWN)]);
  lcm_buf_printf(buf, "%s%d", n ? " + " : "", (int)next(seed, 21) - 10);
}

/* Append constraints that all hold, with alternatives down to "depth". */
static void put_all(lcm_buf *buf, uint64_t *seed, int depth) {
  static const char *const WORDS[] = {"=", "=", "<=", ">=", "<", ">", "!="};
  const unsigned n = 1 + next(seed, depth > 1 ? 6 : 3);
  for (unsigned i = 0; i < n; i++) {
    lcm_buf_puts(buf, i ? " and " : "");
    if (depth && !next(seed, 3)) {
      const unsigned ways = 1 + next(seed, 3);
      lcm_buf_puts(buf, "(");
      for (unsigned k = 0; k < ways; k++) {
        lcm_buf_puts(buf, k ? " or (" : "(");
        put_all(buf, seed, depth - 1);
        lcm_buf_puts(buf, ")");
      }
      lcm_buf_puts(buf, ")");
      continue;
    }
    put_sum(buf, seed);
    lcm_buf_printf(buf, " %s ", WORDS[next(seed, 7)]);
    put_sum(buf, seed);
  }
}

/* Append a group with variables of its own. */
static void put_group(lcm_buf *buf, uint64_t *seed, int depth) {
  lcm_buf_puts(buf, "(exists a0, a1: ");
  put_all(buf, seed, depth);
  lcm_buf_puts(buf, ")");
}

static void test_same_as_isl(void **state) {
  (void)state;
  isl_ctx *isl = isl_ctx_alloc();
  size_t n_plain = 0;
  size_t n_empty = 0;
  for (uint64_t i = 0; i < SETS; i++) {
    uint64_t seed = i * 977 + 1;
    lcm_buf text = {0};
    lcm_buf_puts(&text, "[x0, x1] -> { [d0, d1] : ");
    const bool less = i % 4 == 0;
    put_group(&text, &seed, less ? 0 : 2);
    if (less) {
      lcm_buf_puts(&text, " and not ");
      put_group(&text, &seed, 0);
    }
    lcm_buf_puts(&text, " }");
    int empty = -1;
    if (lcm_plain_is_empty(&empty, isl, text.text)) {
      isl_set *set = isl_set_read_from_str(isl, text.text);
      assert_non_null(set);
      if (empty != (isl_set_is_empty(set) == isl_bool_true))
        fail_msg("set %zu: %d: %s", (size_t)i, empty, text.text);
      isl_set_free(set);
      n_plain++;
      n_empty += empty == 1;
    }
    lcm_buf_free(&text);
  }
  isl_ctx_free(isl);
  assert_true(n_plain > SETS / 2);
  assert_in_range(n_empty, SETS / 20, n_plain - SETS / 20);
}

/* Text that is no such set is left to isl, whatever it is. */
static void test_other_text(void **state) {
  static const char *const TEXTS[] = {
      "",
      "[x0] -> { [d0] : (d0 >= floor((x0)/2)) }",
      "[x0] -> { [d0] : (d0 >= x0 }",
      "[x0] -> { [d0] : ((((((((((((d0 = 1)))))))))))) }",
      "[x0] -> { [d0] : (d0 >= x0 or ) }",
      "[x0] -> { [d0] : (d0 >= y0) }",
      "[x0] -> { [d0] : (d0 = 1) and not ((d0 = 1 or d0 = 2)) }",
      "[x0] -> { [d0] : (d0 = 99999999999) }",
  };
  (void)state;
  isl_ctx *isl = isl_ctx_alloc();
  for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
    int empty = -1;
    assert_false(lcm_plain_is_empty(&empty, isl, TEXTS[i]));
  }
  isl_ctx_free(isl);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_same_as_isl),
      cmocka_unit_test(test_other_text),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
