/* Lines that are put into source text and taken out again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "annotations/fingerprint.h"
#include "annotations/write.h"
#include "annotations/write_model.h"
#include "annotations/write_outline.h"

/* Make a context. */
static int setup(void **state) {
  *state = lcm_ctx_new(NULL);
  return *state ? 0 : 1;
}

/* Free it. */
static int teardown(void **state) {
  lcm_ctx_free(*state);
  return 0;
}

/* Return the code of "text". */
static unsigned code_of(const char *text) {
  return lcm_fingerprint_code(text, strlen(text));
}

/* White space and comments are not part of a fingerprint, all else is. */
static void test_fingerprint(void **state) {
  static const char *const SAME[] = {
      "x = a / b;",         "x=a/b;",
      "x = a /* c */ / b;", "x = a // what\n / b;\n",
      "\tx = a / b\r\n;",   "/**/x = a / b; // end",
      "/***/x = a / b;"};
  static const char *const OTHER[] = {"x = a * b;",      "x = \"a / b\";",
                                      "x = \"//\" / b;", "x = \"/*\" / b;",
                                      "y = a / b;",      "x = '\"' // b"};
  (void)state;
  for (size_t i = 0; i < sizeof SAME / sizeof *SAME; i++)
    assert_int_equal(code_of(SAME[i]), code_of(SAME[0]));
  for (size_t i = 0; i < sizeof OTHER / sizeof *OTHER; i++)
    assert_int_not_equal(code_of(OTHER[i]), code_of(SAME[0]));
  assert_int_not_equal(code_of("s = \"// a\";"), code_of("s = \"// b\";"));
  assert_int_not_equal(code_of("s = '\\'' + a;"), code_of("s = '\\'' + b;"));
}

/* The number behind `code=` is read wherever it stands. */
static void test_code(void **state) {
  unsigned code = 0;
  (void)state;
  assert_true(lcm_measured_code(&code, "2026-11-20 code=00c0ffee lines=3"));
  assert_int_equal(code, 0xc0ffee);
  assert_true(lcm_measured_code(&code, "code=ffffffff"));
  assert_int_equal(code, 0xffffffffu);
  assert_false(lcm_measured_code(&code, "2026-11-20 machine=node7"));
  assert_false(lcm_measured_code(&code, "xcode=00000000"));
  assert_false(lcm_measured_code(&code, "code=123"));
  assert_false(lcm_measured_code(&code, "code=123456789"));
}

/* A text with lines between which a comment may stand ('+') or not ('-'). */
struct outline_case {
  const char *text;
  const char *open;
};

/* Comments stand only where they change nothing. */
static void test_outline(void **state) {
  static const struct outline_case CASES[] = {
      {"", "+"},
      {"a;\nb;", "++"},
      {"a;\nb;\n", "+++"},
      {"f(a,\n  b);\nc;", "+-+"},
      {"/* a\n b */\nc;", "+-+"},
      {"// a \\\nb\nc", "+-+"},
      {"#define A \\\n  b\nc", "+-+"},
      {"#define A /* x\n */ b\nc", "+-+"},
      {"s = \"a\\\n(\";\nc;", "+-+"},
      {"#if A\nf(a,\n#else\nf(b,\n#endif\n  c);\nd;", "++-+--+"},
      {"f((\n}\ng;", "+++"},
      {"c = '(';\nd;", "++"},
      {"c = \"//\";\nd;", "++"},
      {"a; ?\?/\nb;", "+-"},
      {"x[\n1];\r\ny;", "+-+"}};
  lcm_ctx *ctx = *state;
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    struct lcm_outline outline;
    lcm_outline_read(&outline, ctx, CASES[i].text, strlen(CASES[i].text));
    assert_int_equal(outline.n, strlen(CASES[i].open));
    for (size_t k = 0; k < outline.n; k++)
      if (outline.open[k] != (CASES[i].open[k] == '+'))
        fail_msg("line %zu of '%s'", k + 1, CASES[i].text);
  }
}

/* Put "n" insertions into "text"; taken out again the text must be as it was,
 * and what is left must not be found. */
static char *round_trip(lcm_ctx *ctx, const char *text,
                        struct lcm_insertion *all, size_t n) {
  const struct lcm_written *found = NULL;
  struct lcm_written where[8];
  size_t len = 0;
  size_t left = 0;
  char *out = lcm_insert(&len, ctx, text, strlen(text),
                         &(struct lcm_insertions){all, where, n});
  const size_t k = lcm_written_find(&found, ctx, "a.c", out, len);
  char *back = lcm_written_remove(&left, ctx, out, len, found, k);
  assert_int_equal(left, strlen(text));
  assert_string_equal(back, text);
  assert_int_equal(lcm_written_find(&found, ctx, "a.c", back, left), 0);
  return out;
}

/* What was put in is found whatever stands around it, and nothing else. */
static void test_round_trip(void **state) {
  static const char *const LINES[] = {
      "begin r", "model pc = 1 s",
      "measured 2026-11-22 machine=a-machine-with-a-long-name affinity=close "
      "points=15 r2=0.999 covers=pc,li code=01234567"};
  static const char *const END[] = {"end r"};
  static const char *const TEXTS[] = {
      "a;\nb;\n",
      "a;\nb;",
      "a;\r\nb;\r\n",
      "a;\r\nb;",
      "// lcm: model li = 1 s\na;\n// lcm: model pc = 2 s\nb; /* x */\n",
      "/*\n// lcm: measured x code=01234567 lines=2\n*/\na;\n",
      "s = \"\\\n// lcm: measured x code=01234567 lines=2\\\n\";\n",
      "",
      "\n"};
  lcm_ctx *ctx = *state;
  for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
    const size_t len = strlen(TEXTS[i]);
    struct lcm_insertion all[] = {
        {.at = 0,
         .indent = "\t ",
         .n_indent = 2,
         .directives = LINES,
         .n = 3,
         .counted = true,
         .block = i % 2},
        {.at = len, .indent = " ", .n_indent = 1, .directives = END, .n = 1}};
    (void)round_trip(ctx, TEXTS[i], all, 2);
  }
}

/* Lines are as long as the indentation leaves room for, and are counted. */
static void test_layout(void **state) {
  static const char *const LINES[] = {
      "model pc = (aaaaaaaaaaaaaaaaa1 = 2 +/- 0.1) ns*n + "
      "(aaaaaaaaaaaaaaaaa2 = 3 +/- 1) us*n^2",
      "measured 2026-11-22 code=01234567"};
  struct lcm_insertion one = {.at = 3,
                              .indent = "  ",
                              .n_indent = 2,
                              .directives = LINES,
                              .n = 2,
                              .counted = true};
  const char *const text = round_trip(*state, "{\r\n  a;\r\n}\r\n", &one, 1);
  assert_string_equal(
      text, "{\r\n"
            "  // lcm: model pc = (aaaaaaaaaaaaaaaaa1 = 2 +/- 0.1) ns*n\r\n"
            "  // lcm: ... + (aaaaaaaaaaaaaaaaa2 = 3 +/- 1) us*n^2\r\n"
            "  // lcm: measured 2026-11-22 code=01234567 lines=3\r\n"
            "  a;\r\n}\r\n");
}

/* A model with one variable, n from 64 to 1024. */
static lcm_fit_model make_model(lcm_ctx *ctx, const char *form,
                                const struct lcm_fit_coefficient *coefs,
                                size_t n, const double *covariance) {
  static const struct lcm_fit_range RANGE = {"n", 64, 1024, 5};
  (void)ctx;
  return (lcm_fit_model){.category = "pc",
                         .unit = "s",
                         .form = form,
                         .coefficients = coefs,
                         .n_coefficients = n,
                         .covariance = covariance,
                         .variables = &RANGE,
                         .n_variables = 1};
}

/* Coefficients that are times have units, others have not. */
static void test_model(void **state) {
  static const struct lcm_fit_coefficient COEFS[] = {
      {"k1", 2.5e-9, 2.4e-9, 2.6e-9},
      {"k2", -3e-6, -4e-6, -2e-6},
      {"k3", 1.5, 1.5, 1.5}};
  static const double PAIR[] = {4, -1, -1, 1};
  static const double TRIPLE[] = {4, -1, 0, -1, 1, 0, 0, 0, 0};
  static const struct {
    const char *form;
    size_t n;
    double divide;
    const char *text;
  } CASES[] = {
      {"k1*n", 1, 1, "(2.5 +/- 0.1) ns*n"},
      {"k1*n", 1, 10, "(0.25 +/- 0.01) ns*n"},
      {"n*k1", 1, 1, "n*(2.5 +/- 0.1) ns"},
      {"max(k1*n, k1*64)", 1, 1,
       "max((2.5 +/- 0.1) ns*n, (2.5 +/- 0.1) ns*64)"},
      {"k1*n + k2", 2, 1, "(f1 = 2.5 +/- 0.1) ns*n + (f2 = -3 +/- 1) us"},
      {"k1*n^k3 + k2", 3, 1,
       "(f1 = 2.5 +/- 0.1) ns*n^1.5 + (f2 = -3 +/- 1) us"},
      {"k1*s", 1, 1, "((2.5 +/- 0.1) ns)*s"},
      {"sqrt(k1*k1*n)", 1, 1, "sqrt((2.5 +/- 0.1) ns*(2.5 +/- 0.1) ns*n)"}};
  lcm_ctx *ctx = *state;
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    const lcm_fit_model model = make_model(
        ctx, CASES[i].form, COEFS, CASES[i].n, CASES[i].n < 3 ? PAIR : TRIPLE);
    const struct lcm_fit_writing how = {.prefix = CASES[i].n > 1 ? "f" : NULL,
                                        .first = 1,
                                        .divide = CASES[i].divide};
    struct lcm_fit_text text;
    assert_true(lcm_fit_write(&text, ctx, &model, &how));
    assert_string_equal(text.formula, CASES[i].text);
    assert_int_equal(text.n_relations, CASES[i].n > 1 ? 1 : 0);
  }
}

/* As many digits are written as the differences of large terms need. */
static void test_digits(void **state) {
  static const struct lcm_fit_coefficient COEFS[] = {
      {"k1", 1.00000001, 1.0, 1.00000002}, {"k2", -1024, -1024.1, -1023.9}};
  static const double COVARIANCE[] = {4, -1, -1, 1};
  const lcm_fit_model model =
      make_model(*state, "k1*n + k2", COEFS, 2, COVARIANCE);
  const struct lcm_fit_writing how = {.prefix = "f", .first = 1, .divide = 1};
  struct lcm_fit_text text;
  assert_true(lcm_fit_write(&text, *state, &model, &how));
  assert_non_null(strstr(text.formula, "1.00000001 "));
  assert_string_equal(text.relations[0], "correlation f1, f2 = -0.5");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_fingerprint, setup, teardown),
      cmocka_unit_test_setup_teardown(test_code, setup, teardown),
      cmocka_unit_test_setup_teardown(test_outline, setup, teardown),
      cmocka_unit_test_setup_teardown(test_round_trip, setup, teardown),
      cmocka_unit_test_setup_teardown(test_layout, setup, teardown),
      cmocka_unit_test_setup_teardown(test_model, setup, teardown),
      cmocka_unit_test_setup_teardown(test_digits, setup, teardown)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
