#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "annotations/cexpr.h"
#include "annotations/directive.h"
#include "base/ctx.h"
#include "model/expr/eval.h"
#include "model/expr/expr.h"

/* C expressions have the value that C gives them, with n = 7 and m = 2. */
static void values(void **state) {
  (void)state;
  static const struct {
    const char *text;
    double value;
  } TABLE[] = {
      {"n / m", 3},
      {"(n + m - 1) / m", 4},
      {"n % m", 1},
      {"n / m * 1.5", 4.5},
      {"1.5 * n / m", 5.25},
      {"n / 2.0", 3.5},
      {"(double)n / m", 3.5},
      {"n / (float)m", 3.5},
      {"1.5 + n / m", 4.5},
      {"(1.5 + n) / m", 4.25},
      {"(int)(n * 0.5) / m", 1},
      {"(long)(n / 2.0)", 3},
      {"sqrt(16) / 3 * 3", 4},
      {"abs(-7) / 2", 3},
      {"1 << m", 4},
      {"n >> 1", 3},
      {"n > m ? n : m", 7},
      {"n <= m || n == 7", 1},
      {"!n && m", 0},
      {"-n + +m", -5},
      {"sizeof(double) * m", 16},
      {"sizeof(char *)", 8},
      {"0x10 + 'a' + 1uL", 114},
      {"fmax(n, m) + fmin(n, m)", 9},
      {"n - m - 1", 4},
      {"n - m * 3 % 4", 5},
      {"9223372036854775808u == 1UL << 63", 1},
      {"-7 % 3", -1},
      {"-7 / 2", -3},
      {"-7 / 2.0", -3.5},
      {"7 / -2", -3},
      {"7 % -2", 1},
      {"-7 % -3", -1},
      {"-7 >> 1", -4},
      {"(int)-2.5", -2},
      {"(unsigned char)-1 + (signed char)200", 199},
      {"-1 < 1u", 0},
      {"-1 < 1L", 1},
      {"-5 < sizeof(int)", 0},
      {"(-7 + n - n) % 5u", 4},
      {"n % (1UL << 63)", 7},
      {"n % 0x8000000000000000", 7},
      {"n < 18446744073709551615u", 1},
      {"n < ~0UL && n < -1UL && n < (size_t)-1", 1},
      {"~0u == 4294967295 && (unsigned)-1 == 4294967295", 1},
      {"~0 == -1 && (int)-1 == -1 && -1L < n", 1},
      {"(n + 8) & ~3UL", 12},
      {"(n + 8) & -(size_t)4", 12},
      {"(n + 8) & ~3u", 12},
      {"n & (1UL << 63)", 0},
      {"(1UL << 63 & 1UL << 63) == 1UL << 63", 1},
  };
  for (size_t i = 0; i < sizeof TABLE / sizeof *TABLE; i++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    const struct lcm_expr_source source = {.text = TABLE[i].text,
                                           .len = strlen(TABLE[i].text)};
    const lcm_expr *e = NULL;
    double value = 0;
    const lcm_binding env[] = {{lcm_intern(ctx, "n"), 7},
                               {lcm_intern(ctx, "m"), 2}};
    assert_int_equal(lcm_cexpr_parse(&e, ctx, &source, false), LCM_OK);
    assert_int_equal(lcm_expr_eval(&value, e, env, 2), LCM_OK);
    if (!(value > TABLE[i].value - 1e-12 && value < TABLE[i].value + 1e-12))
      print_error("%s is %g, not %g\n", TABLE[i].text, value, TABLE[i].value);
    assert_true(value > TABLE[i].value - 1e-12 &&
                value < TABLE[i].value + 1e-12);
    lcm_ctx_free(ctx);
  }
}

/* Return the value of "text" where n and m are given. */
static double value_of(const char *text, int n, int m) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const struct lcm_expr_source source = {.text = text, .len = strlen(text)};
  const lcm_expr *e = NULL;
  double value = 0;
  const lcm_binding env[] = {{lcm_intern(ctx, "n"), n},
                             {lcm_intern(ctx, "m"), m}};
  assert_int_equal(lcm_cexpr_parse(&e, ctx, &source, false), LCM_OK);
  assert_int_equal(lcm_expr_eval(&value, e, env, 2), LCM_OK);
  lcm_ctx_free(ctx);
  return value;
}

/* Operations on bits do what C does, of negative numbers too. */
static void bits(void **state) {
  (void)state;
  for (int n = -9; n <= 9; n++)
    for (int m = -9; m <= 9; m++) {
      assert_true(value_of("n & m", n, m) == (n & m));
      assert_true(value_of("n | m", n, m) == (n | m));
      assert_true(value_of("n ^ m", n, m) == (n ^ m));
    }
  for (int n = -40; n <= 40; n++) {
    assert_true(value_of("n & 1", n, 0) == (n & 1));
    assert_true(value_of("n & ~1", n, 0) == (n & ~1));
    assert_true(value_of("n ^ 0x15", n, 0) == (n ^ 0x15));
    assert_true(value_of("n | -8", n, 0) == (n | -8));
    assert_true(value_of("n & -n", n, 0) == (n & -n));
    assert_true(value_of("~n >> 1 & 6 | 1", n, 0) == ((((~n) >> 1) & 6) | 1));
  }
  assert_true(value_of("n & m == 2", 7, 2) == 1);
  assert_true(value_of("n & 2 && !(m & 1)", 7, 2) == 1);
}

/* What has no model is refused at its column, or in silence. */
static void what_has_no_model(void **state) {
  (void)state;
  static const struct {
    const char *text;
    unsigned column;
  } TABLE[] = {{"n + f(n)", 5}, {"a[1]", 1},  {"n++", 1},      {"p->x", 1},
               {"n +", 4},      {"\"s\"", 1}, {"(n", 3},       {"n ? m", 6},
               {"n m", 3},      {"", 1},      {"1 + '\\n'", 5}};
  for (size_t i = 0; i < sizeof TABLE / sizeof *TABLE; i++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    const struct lcm_expr_source source = {
        .text = TABLE[i].text,
        .len = strlen(TABLE[i].text),
        .at = {lcm_intern(ctx, "a.c"), 1, 1, 0, 0}};
    const lcm_expr *e = NULL;
    size_t n = 0;
    assert_int_not_equal(lcm_cexpr_parse(&e, ctx, &source, true), LCM_OK);
    assert_int_equal(lcm_diag_count(ctx, LCM_NOTE), 0);
    assert_int_not_equal(lcm_cexpr_parse(&e, ctx, &source, false), LCM_OK);
    const lcm_diag *all = lcm_diag_all(ctx, &n);
    assert_int_equal(n, 1);
    if (all[0].at.column != TABLE[i].column)
      print_error("%s: column %u\n", TABLE[i].text, all[0].at.column);
    assert_int_equal(all[0].at.column, TABLE[i].column);
    assert_null(e);
    lcm_ctx_free(ctx);
  }
}

/* Run the tests. */
int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(bits),
                                     cmocka_unit_test(values),
                                     cmocka_unit_test(what_has_no_model)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
