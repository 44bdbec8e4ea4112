/* The words of schedules: each is found where it may stand, and nowhere
 * else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/ctx.h"
#include "model/structure/schedules.h"

/* Return whether "word" is found among those that have "traits". */
static bool finds(const char *word, unsigned traits) {
  lcm_schedule schedule = LCM_SCHED_DEFAULT;
  return lcm_schedule_find(&schedule, word, strlen(word), traits) &&
         !strcmp(lcm_schedule_word(schedule), word);
}

static void test_words(void **state) {
  lcm_schedule schedule = LCM_SCHED_DEFAULT;
  (void)state;
  assert_true(lcm_schedule_find(&schedule, "guided,4", 6, LCM_SCHED_IN_SOURCE));
  assert_int_equal(schedule, LCM_SCHED_GUIDED);
  assert_true(finds("default", 0));
  assert_true(finds("num_tasks", LCM_SCHED_TASKS));
  assert_true(finds("auto", LCM_SCHED_IN_OMP_SCHEDULE));
  assert_true(finds("runtime", LCM_SCHED_IN_COMMENT));
  assert_true(finds("trapezoid", LCM_SCHED_IN_EDIT));
  assert_false(finds("trapezoid", LCM_SCHED_IN_SOURCE));
  assert_false(finds("trapezoid", LCM_SCHED_IN_OMP_SCHEDULE));
  assert_false(finds("default", LCM_SCHED_IN_SOURCE));
  assert_false(finds("runtime", LCM_SCHED_IN_OMP_SCHEDULE));
  assert_false(finds("auto", LCM_SCHED_IN_EDIT));
  assert_false(finds("guide", 0));
  assert_false(finds("", 0));
}

static void test_list(void **state) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  (void)state;
  assert_string_equal(
      lcm_schedule_list(lcm_ctx_arena(ctx), LCM_SCHED_IN_OMP_SCHEDULE),
      "static, dynamic, guided or auto");
  assert_string_equal(lcm_schedule_list(lcm_ctx_arena(ctx), LCM_SCHED_TASKS),
                      "grainsize or num_tasks");
  lcm_ctx_free(ctx);
}

static void test_traits(void **state) {
  (void)state;
  assert_true(lcm_schedule_has(LCM_SCHED_DEFAULT, LCM_SCHED_FIXED));
  assert_false(lcm_schedule_has(LCM_SCHED_AUTO, LCM_SCHED_FIXED));
  assert_false(
      lcm_schedule_has(LCM_SCHED_STATIC, LCM_SCHED_FIXED | LCM_SCHED_DEMAND));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_words),
                                     cmocka_unit_test(test_list),
                                     cmocka_unit_test(test_traits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
