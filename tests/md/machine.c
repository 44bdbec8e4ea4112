/* Machine descriptions are read as their reference has it: costs are of p
 * members and m bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <unistd.h>

#include "chares/machine.h"

/* Read the description "text" for 8 processors; return what that gives. */
static int read_text(struct md_machine *machine, const char *text,
                     char *wrong) {
  char path[] = "/tmp/md_machine_XXXXXX";
  const int file = mkstemp(path);
  int result;
  assert_true(file >= 0);
  assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
  (void)close(file);
  result = lcm_md_machine_read(machine, path, 8, wrong);
  (void)unlink(path);
  return result;
}

/* Numbers and expressions, by hand. */
static void test_costs(void **state) {
  static const char text[] =
      "{\"send\": 9, \"costs\": {\"send\": \"p + m / 4\", \"receive\":2e-1,\n"
      "\"transfer\": \"if(p <= 1, 7, 3) + -(2 - m) * 0.5 + min(p, 10)\",\n"
      "\"task\": \"log2(p) * 2\", \"barrier\": 5}, \"lock\": 6}";
  char wrong[MD_WRONG_TEXT];
  struct md_machine machine;
  (void)state;
  assert_int_equal(read_text(&machine, text, wrong), 0);
  assert_true(machine.send == 2 && machine.receive == 0.2);
  assert_true(machine.latency == 3 - 1 + 8 && machine.byte == 0.25 + 0.5);
  assert_true(machine.schedule == 6 && machine.lock == 0);
}

/* What is no machine that can be read is told so, with the cost. */
static void test_wrong(void **state) {
  static const char *const texts[] = {
      "{\"costs\": {\"send\": \"m * m\"}}",
      "{\"costs\": {\"send\": \"x\"}}",
      "{\"costs\": {\"send\": \"if(p < 2, 1\"}}",
      "{\"costs\": {\"send\": \"1 +\"}}",
      "{\"costs\": {\"send\": \"max(m, 100)\"}}",
      "{\"costs\": {\"send\": -1}}",
      "{\"costs\": {\"send\": {\"low\": 1}}}",
      "{\"costs\": {\"send\": \"1 / (p - 8)\"}}"};
  char wrong[MD_WRONG_TEXT];
  struct md_machine machine;
  (void)state;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    assert_int_equal(read_text(&machine, texts[i], wrong), -1);
    assert_non_null(strstr(wrong, "its cost \"send\" is no number"));
  }
  assert_int_equal(read_text(&machine, "{}", wrong), -1);
  assert_non_null(strstr(wrong, "has no \"costs\""));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_costs),
                                     cmocka_unit_test(test_wrong)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
