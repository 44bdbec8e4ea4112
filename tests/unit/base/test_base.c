#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/ctx.h"
#include "base/find.h"
#include "base/json.h"
#include "base/json_parse.h"
#include "base/json_print.h"
#include "base/list.h"

/* Arena memory is zeroed and aligned, also for large and odd requests. */
static void arena_gives_zeroed_aligned_memory(void **state) {
  (void)state;
  lcm_arena arena = {0};
  for (size_t size = 1; size < 200000; size = size * 3 + 1) {
    char *at = lcm_arena_alloc(&arena, 64, size);
    assert_int_equal((uintptr_t)at % 64, 0);
    assert_int_equal(at[0], 0);
    assert_int_equal(at[size - 1], 0);
    memset(at, 0xff, size);
  }
  lcm_arena_reset(&arena);
}

/* An arena that was wound back gives zeroed memory again and holds no more
 * than one block. */
static void arena_winds_back(void **state) {
  (void)state;
  lcm_arena arena = {0};
  lcm_arena_rewind(&arena);
  assert_int_equal(arena.held, 0);
  memset(lcm_arena_alloc(&arena, 1, 1000), 0xff, 1000);
  const size_t first = arena.held;
  for (int round = 0; round < 10; round++) {
    lcm_arena_rewind(&arena);
    for (int i = 0; i < 1 << round; i++) {
      char *at = lcm_arena_alloc(&arena, 8, 1000);
      assert_int_equal(at[0] | at[999] | at[500], 0);
      memset(at, 0xff, 1000);
    }
    memset(lcm_arena_alloc(&arena, 8, 1000000), 0xff, 1000000);
    lcm_arena_rewind(&arena);
    assert_true(arena.held <= first);
  }
  lcm_arena_reset(&arena);
}

/* An arena that keeps what it held needs no more memory for the same again. */
static void arena_keeps_memory(void **state) {
  (void)state;
  lcm_arena arena = {.keep = 3000000};
  for (int round = 0; round < 5; round++) {
    for (int i = 0; i < 1000 + round; i++) {
      char *at = lcm_arena_alloc(&arena, 8, 1000);
      assert_int_equal(at[0] | at[999] | at[500], 0);
      memset(at, 0xff, 1000);
    }
    const size_t held = arena.held;
    lcm_arena_rewind(&arena);
    assert_int_equal(arena.held, held);
  }
  memset(lcm_arena_alloc(&arena, 8, 4000000), 0xff, 4000000);
  lcm_arena_rewind(&arena);
  assert_true(arena.held <= arena.keep);
  assert_int_equal(*(char *)lcm_arena_alloc(&arena, 1, 1000000), 0);
  lcm_arena_reset(&arena);
}

/* What an arena gave out since a mark is taken back and is zeroed when it is
 * given out again; what was before stays, and blocks that one arena gave back
 * are the next one's. */
static void arena_releases(void **state) {
  (void)state;
  struct lcm_arena_spares spares = {0};
  lcm_arena arena = {.spares = &spares};
  const struct lcm_arena_mark empty = lcm_arena_mark(&arena);
  char *first = lcm_arena_alloc(&arena, 8, 1000);
  memset(first, 7, 1000);
  const struct lcm_arena_mark mark = lcm_arena_mark(&arena);
  const size_t held = arena.held;
  for (int round = 0; round < 4; round++) {
    for (int i = 0; i < 20000; i++) {
      char *at = lcm_arena_alloc(&arena, 8, 1000);
      assert_int_equal(at[0] | at[999] | at[500], 0);
      memset(at, 0xff, 1000);
    }
    lcm_arena_release(&arena, mark);
    assert_int_equal(arena.held, held);
    assert_int_equal(first[0] & first[999], 7);
  }
  lcm_arena_release(&arena, empty);
  assert_int_equal(arena.held, 0);
  lcm_arena next = lcm_arena_like(&arena);
  for (int i = 0; i < 20000; i++)
    assert_int_equal(*(char *)lcm_arena_alloc(&next, 8, 1000), 0);
  lcm_arena_reset(&next);
  lcm_arena_spares_free(&spares);
  assert_int_equal(spares.n, 0);
}

/* Formatted text is whole wherever the end of the room falls. */
static void formatted_text_is_whole(void **state) {
  (void)state;
  lcm_arena arena = {0};
  for (int n = 0; n < 600; n++) {
    lcm_buf buf = {0};
    lcm_buf_printf(&buf, "%*d|", n, 7);
    lcm_buf_whole(&buf, 0);
    lcm_buf_whole(&buf, UINT64_MAX);
    lcm_buf_printf(&buf, "%s", "");
    const size_t len = n > 0 ? (size_t)n : 1;
    assert_int_equal(buf.len, len + 22);
    assert_string_equal(buf.text + len - 1, "7|018446744073709551615");
    char *same = lcm_arena_printf(&arena, "%*d|%s", n, 7, buf.text + len + 1);
    assert_string_equal(same, buf.text);
    lcm_buf_free(&buf);
  }
  lcm_arena_reset(&arena);
}

/* Words are found where memmem() finds them. */
static void words_are_found(void **state) {
  static const char *const WORDS[] = {"a", "ab", "ba", "aab", "_Pragma", "b_"};
  static const char *const TEXTS[] = {
      "", "a", "b", "ab", "aaab", "bab", "x_Pragma", "_Pragm_Pragmab_", "b_"};
  (void)state;
  for (size_t t = 0; t < sizeof TEXTS / sizeof *TEXTS; t++)
    for (size_t w = 0; w < sizeof WORDS / sizeof *WORDS; w++)
      for (size_t len = 0; len <= strlen(TEXTS[t]); len++)
        assert_ptr_equal(lcm_find(TEXTS[t], len, WORDS[w]),
                         memmem(TEXTS[t], len, WORDS[w], strlen(WORDS[w])));
}

/* Lists keep what was added. */
static void list_grows(void **state) {
  (void)state;
  lcm_arena arena = {0};
  LCM_LIST(int) list = {0};
  for (int i = 0; i < 1000; i++)
    LCM_LIST_ADD(&arena, &list, i);
  assert_int_equal(list.n, 1000);
  for (int i = 0; i < 1000; i++)
    assert_int_equal(list.at[i], i);
  lcm_arena_reset(&arena);
}

/* Equal strings are interned as one pointer, different ones are not. */
static void interned_strings_are_equal_pointers(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  char text[16];
  const char *kept[3000];
  for (int i = 0; i < 3000; i++) {
    snprintf(text, sizeof text, "name%d", i);
    kept[i] = lcm_intern(ctx, text);
  }
  for (int i = 0; i < 3000; i++) {
    snprintf(text, sizeof text, "name%d", i);
    assert_ptr_equal(lcm_intern(ctx, text), kept[i]);
    assert_string_equal(kept[i], text);
  }
  lcm_ctx_free(ctx);
}

/* Numbers print as the shortest text that reads back to the same. */
static void doubles_round_trip(void **state) {
  (void)state;
  static const struct {
    double value;
    const char *text;
  } CASES[] = {
      {0.1, "0.1"},       {1.0 / 3, "0.3333333333333333"}, {1e300, "1e+300"},
      {5e-324, "5e-324"}, {123456789, "123456789"},        {-2.5, "-2.5"}};
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    lcm_buf buf = {0};
    lcm_buf_double(&buf, CASES[i].value);
    assert_string_equal(buf.text, CASES[i].text);
    const char *end = NULL;
    assert_true(lcm_strtod(buf.text, &end) == CASES[i].value);
    assert_int_equal(*end, 0);
    lcm_buf_free(&buf);
  }
}

/* Diagnostics come sorted by place and without repetitions. */
static void diagnostics_are_sorted_and_unique(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const char *file = lcm_intern(ctx, "a.c");
  lcm_report(ctx, LCM_DIAG_SYNTAX, (lcm_loc){file, 9, 2, 0, 0}, "later");
  lcm_report(ctx, LCM_DIAG_SYNTAX, (lcm_loc){file, 3, 7, 0, 0}, "no %s", "x");
  lcm_report(ctx, LCM_DIAG_SYNTAX, (lcm_loc){file, 9, 2, 0, 0}, "later");
  size_t n = 0;
  const lcm_diag *all = lcm_diag_all(ctx, &n);
  assert_int_equal(n, 2);
  assert_string_equal(lcm_diag_format(ctx, &all[0]),
                      "a.c:3:7: error: no x [syntax]");
  assert_int_equal(lcm_diag_count(ctx, LCM_WARNING), 2);
  lcm_ctx_free(ctx);
}

/* What was said of a file is known, wherever in it, with no need to sort. */
static void diagnostics_are_known(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const char *file = lcm_intern(ctx, "a.c");
  lcm_report(ctx, LCM_DIAG_SYNTAX, (lcm_loc){file, 9, 2, 0, 0}, "odd");
  lcm_report(ctx, LCM_DIAG_IO, (lcm_loc){0}, "gone");
  assert_true(lcm_diag_is_said(ctx, LCM_DIAG_SYNTAX, "a.c", "odd"));
  assert_true(lcm_diag_is_said(ctx, LCM_DIAG_IO, NULL, "gone"));
  assert_false(lcm_diag_is_said(ctx, LCM_DIAG_SYNTAX, "b.c", "odd"));
  assert_false(lcm_diag_is_said(ctx, LCM_DIAG_SYNTAX, NULL, "odd"));
  assert_false(lcm_diag_is_said(ctx, LCM_DIAG_SYNTAX, "a.c", "od"));
  assert_false(lcm_diag_is_said(ctx, LCM_DIAG_UNIT, "a.c", "odd"));
  lcm_ctx_free(ctx);
}

/* Ask for more memory than there is. */
static lcm_status ask_for_too_much(lcm_ctx *ctx, void *user) {
  (void)user;
  lcm_arena_alloc(lcm_ctx_arena(ctx), 8, SIZE_MAX / 2 + 1);
  return LCM_OK;
}

/* Running out of memory comes back as a status. */
static void guard_catches_exhaustion(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  assert_int_equal(lcm_ctx_guard(ctx, ask_for_too_much, NULL), LCM_ENOMEM);
  lcm_ctx_free(ctx);
}

/* JSON prints escapes, empty containers and shortest numbers, and reads back
 * what it prints. */
static void json_prints(void **state) {
  (void)state;
  static const char *const TEXT =
      "{\n"
      "  \"a\\\"b\": [0.9, 1e-9, -1e300, 1.5e100, 9007199254740991, null],\n"
      "  \"c\\n\\u0001\": \"é/\\\\\",\n"
      "  \"d\": {},\n"
      "  \"e\": [],\n"
      "  \"f\": true,\n"
      "  \"a key longer than the room in a value\": [\n"
      "    {\"long\": "
      "\"012345678901234567890123456789012345678901234567890123456789\", "
      "\"so\": 1},\n"
      "    {\n"
      "      \"long\": "
      "\"012345678901234567890123456789012345678901234567890123456789\",\n"
      "      \"so\": "
      "\"012345678901234567890123456789012345678901234567890123456789\"\n"
      "    }\n"
      "  ]\n"
      "}\n";
  static const double NUMBERS[] = {
      0.9, 1e-9, -1e300, 1.5e100, 9007199254740991.0, NAN};
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  lcm_json *object = lcm_json_object();
  lcm_json *array = lcm_json_array();
  lcm_json *again = NULL;
  for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++)
    lcm_json_add(array, lcm_json_real(NUMBERS[i]));
  lcm_json_set(object, "a\"b", array);
  lcm_json_set(object, "c\n\x01", lcm_json_string("\u00e9/\\"));
  lcm_json_set(object, "d", lcm_json_object());
  lcm_json_set(object, "e", lcm_json_array());
  lcm_json_set(object, "f", lcm_json_bool(true));
  static const char *const LONG =
      "012345678901234567890123456789012345678901234567890123456789";
  lcm_json *last = lcm_json_array();
  for (int i = 0; i < 2; i++) {
    lcm_json *item = lcm_json_object();
    lcm_json_set(item, "long", lcm_json_string(LONG));
    lcm_json_set(item, "so", lcm_json_string("replaced"));
    lcm_json_set(item, "so", i ? lcm_json_string(LONG) : lcm_json_real(1));
    lcm_json_add(last, item);
  }
  lcm_json_set(object, "a key longer than the room in a value", last);
  char *text = lcm_json_print(object);
  assert_string_equal(text, TEXT);
  assert_int_equal(lcm_json_parse(&again, ctx, "t", text, strlen(text)),
                   LCM_OK);
  char *same = lcm_json_print(again);
  assert_string_equal(same, text);
  free(text);
  free(same);
  lcm_ctx_free(ctx);
}

/* What is no UTF-8 is written all the same, as '?', in texts and in keys. */
static void json_bytes(void **state) {
  (void)state;
  lcm_json *object = lcm_json_object();
  lcm_json_set(object, "caf\xe9", lcm_json_string("\xff\xc3\xa9"));
  lcm_json_set(object, "caf\xc3\xa9", lcm_json_string("\xc3\xa9"));
  char *text = lcm_json_print(object);
  assert_string_equal(text, "{\n  \"caf?\": \"???\",\n"
                            "  \"caf\xc3\xa9\": \"\xc3\xa9\"\n}\n");
  free(text);
}

/* Take a gigabyte in small pieces. */
static lcm_status take_all(lcm_ctx *ctx, void *user) {
  (void)user;
  for (size_t i = 0; i < 1000000; i++)
    (void)LCM_NEW_ARRAY(lcm_ctx_arena(ctx), char, 1000);
  return LCM_OK;
}

/* A context holds no more memory than it may. */
static void memory_has_a_limit(void **state) {
  (void)state;
  const struct lcm_options options = {.max_memory = (size_t)1 << 20};
  lcm_ctx *ctx = lcm_ctx_new(&options);
  assert_non_null(ctx);
  assert_int_equal(lcm_ctx_guard(ctx, take_all, NULL), LCM_ENOMEM);
  assert_true(lcm_ctx_arena(ctx)->held <= options.max_memory);
  assert_true(lcm_ctx_arena(ctx)->held > options.max_memory / 2);
  lcm_ctx_free(ctx);
}

/* Work stops at its limit, goes on where that is lifted, and counts on. */
static void work_has_a_limit(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  assert_non_null(ctx);
  assert_false(lcm_ctx_work(ctx, 100));
  assert_int_equal(lcm_ctx_limit(ctx, 150), 0);
  assert_false(lcm_ctx_work(ctx, 49));
  assert_false(lcm_ctx_is_over(ctx));
  assert_true(lcm_ctx_work(ctx, 1));
  assert_true(lcm_ctx_is_over(ctx));
  assert_true(lcm_ctx_is_stopped(ctx));
  assert_int_equal(lcm_ctx_limit(ctx, 0), 150);
  assert_false(lcm_ctx_is_over(ctx));
  assert_false(lcm_ctx_work(ctx, 1000));
  assert_int_equal(lcm_ctx_worked(ctx), 1150);
  assert_null(lcm_ctx_so_far(ctx, NULL));
  lcm_ctx_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(arena_gives_zeroed_aligned_memory),
      cmocka_unit_test(arena_winds_back),
      cmocka_unit_test(arena_keeps_memory),
      cmocka_unit_test(arena_releases),
      cmocka_unit_test(formatted_text_is_whole),
      cmocka_unit_test(words_are_found),
      cmocka_unit_test(list_grows),
      cmocka_unit_test(interned_strings_are_equal_pointers),
      cmocka_unit_test(doubles_round_trip),
      cmocka_unit_test(json_prints),
      cmocka_unit_test(json_bytes),
      cmocka_unit_test(diagnostics_are_sorted_and_unique),
      cmocka_unit_test(diagnostics_are_known),
      cmocka_unit_test(guard_catches_exhaustion),
      cmocka_unit_test(memory_has_a_limit),
      cmocka_unit_test(work_has_a_limit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
