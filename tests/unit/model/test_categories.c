/* The words of categories and other amounts: what is known of each, and the
 * order of tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/structure/categories.h"

static void test_words(void **state) {
  (void)state;
  for (int c = 0; c < LCM_CAT_USER; c++)
    assert_int_equal(lcm_cat_find(lcm_cat_name((lcm_cat)c)), c);
  assert_int_equal(lcm_cat_find("time"), LCM_CAT_USER);
  assert_int_equal(lcm_cat_find("sorting"), LCM_CAT_USER);
  assert_string_equal(lcm_amount_title("ip"), "insufficient parallelism");
  assert_string_equal(lcm_amount_title("braking"), "braking loss");
  assert_string_equal(lcm_amount_title("sorting"), "sorting");
}

static void test_traits(void **state) {
  (void)state;
  assert_int_equal(lcm_amount_traits("sorting"), 0);
  assert_int_equal(lcm_amount_traits("unsplit"), 0);
  assert_true(lcm_amount_traits("work") & LCM_OF_WHOLE);
  assert_false(lcm_amount_traits("work") & LCM_OF_SECONDS);
  assert_true(lcm_amount_traits("li") & LCM_OF_CREW);
  assert_false(lcm_amount_traits("sl") & LCM_OF_CREW);
  assert_false(lcm_amount_traits("pc") & LCM_OF_LOSS);
  assert_false(lcm_amount_traits("tt") & LCM_OF_MODEL);
}

static void test_order(void **state) {
  static const char *const ORDER[] = {"pc", "li", "ip", "sl", "cl", "rc"};
  (void)state;
  for (int i = 0; i < 6; i++)
    assert_int_equal(lcm_amount_rank(ORDER[i]), i);
  assert_true(lcm_amount_rank("rc") < lcm_amount_rank("sorting"));
  assert_int_equal(lcm_amount_rank("sorting"), lcm_amount_rank("braking"));
  assert_true(lcm_amount_rank("sorting") < lcm_amount_rank("time"));
  assert_true(lcm_amount_rank("time") < lcm_amount_rank("tt"));
  assert_true(lcm_amount_rank("tt") < lcm_amount_rank("visits"));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_words),
                                     cmocka_unit_test(test_traits),
                                     cmocka_unit_test(test_order)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
