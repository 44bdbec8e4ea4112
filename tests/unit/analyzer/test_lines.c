#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analyzer/text/lines.h"

/* Put the line and column of "at" in "text" into "*line" and "*column",
 * character by character. */
static void count(const char *text, size_t at, unsigned *line,
                  unsigned *column) {
  *line = *column = 1;
  for (size_t i = 0; i < at; i++) {
    const bool both = text[i] == '\r' && text[i + 1] == '\n';
    const bool ends = text[i] == '\n' || (text[i] == '\r' && !both);
    *line += ends;
    *column = ends ? 1 : *column + 1;
  }
}

/* Places are those that counting gives, in whatever order they are asked
 * for. */
static void places_are_counted(void **state) {
  static const char *const TEXTS[] = {
      "",
      "a",
      "\n",
      "\r",
      "\r\n",
      "a\nb",
      "a\r\nb",
      "a\rb\n\r\r",
      "\n\n\r\n\r\r\n",
      "ab\n\ncd\r\n",
      "a\n\rb\n",
      "x\r\r\n",
      "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\r13\n14"};
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  (void)state;
  for (size_t t = 0; t < sizeof TEXTS / sizeof *TEXTS; t++) {
    const size_t len = strlen(TEXTS[t]);
    struct lcm_lines lines;
    lcm_lines_read(&lines, ctx, TEXTS[t], len);
    for (size_t i = 0; i < 3 * (len + 1); i++) {
      const size_t at = i * 7 % (len + 1);
      unsigned found[2];
      unsigned wanted[2];
      lcm_lines_find(&lines, (unsigned)at, &found[0], &found[1]);
      count(TEXTS[t], at, &wanted[0], &wanted[1]);
      assert_int_equal(found[0], wanted[0]);
      assert_int_equal(found[1], wanted[1]);
    }
  }
  lcm_ctx_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(places_are_counted)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
