#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/ctx.h"
#include "model/expr/bounds.h"
#include "model/expr/build.h"
#include "model/expr/change.h"
#include "model/expr/coef.h"
#include "model/expr/eval.h"
#include "model/expr/expr.h"
#include "model/expr/intern.h"
#include "model/expr/over.h"
#include "model/expr/parse.h"
#include "model/expr/pieces/pieces.h"
#include "model/expr/pieces/smooth.h"
#include "model/expr/print.h"
#include "model/expr/share.h"
#include "model/expr/tape/tape.h"
#include "model/expr/tape/tape_gradient.h"
#include "model/expr/tape/tape_run.h"

/* Parse "text"; NULL on error. */
static const lcm_expr *parse(lcm_ctx *ctx, const char *text) {
  const struct lcm_expr_source source = {
      .text = text, .len = strlen(text), .at = {"t", 1, 1, 0, 0}};
  const lcm_expr *e = NULL;
  return lcm_expr_parse(&e, ctx, &source) ? NULL : e;
}

/* Texts and their normal form. */
static void normal_forms(void **state) {
  (void)state;
  static const char *const CASES[][2] = {
      {"x + x", "2*x"},
      {"x*x*x", "x^3"},
      {"x*sqrt(x)", "x^1.5"},
      {"sqrt(x)*sqrt(x)", "x"},
      {"x - x", "0"},
      {"2*(x + y)", "2*x + 2*y"},
      {"x/y/z", "x/y/z"},
      {"1/3 + 1/6", "0.5"},
      {"-2^2", "-4"},
      {"2^3^2", "512"},
      {"max(x, 3, max(x, 7))", "max(7, x)"},
      {"floor(x + 3)", "floor(x) + 3"},
      {"ceil(5/2)", "3"},
      {"-7 mod 3", "2"},
      {"-7 div 3", "-3"},
      {"if(2 > 1, x, y)", "x"},
      {"[2 > 1]*x", "x"},
      {"log2(1024)", "10"},
      {"1000 ms", "1 s"},
      {"10 GB/s * (1 s)", "10000000000 byte"},
      {"not (x < y)", "not x < y"},
      {"sum(i, 1, 10, i^2)", "385"},
      {"max(i, 1, n, i)", "max(i, 1, n, i)"},
      {"8 byte * n / (4 byte/1 s)", "2 s*n"},
      {"2 s*n + 1 s*n", "3 s*n"},
      {"1 s*((x + y)*max(y, z))", "1 s*((x + y)*max(y, z))"},
      {"floor(1.2 + floor(x))", "floor(x) + 1"},
      {"sqrt(1 s)*sqrt(1 s)", "1 s"},
      {"2 s*(s)", "2 s*`s`"},
      {"`not` + `two words`", "`not` + `two words`"},
      {"3 s^(1/2) * sqrt(1 s)", "3 s"},
  };
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    const lcm_expr *e = parse(ctx, CASES[i][0]);
    assert_non_null(e);
    char *text = lcm_expr_to_str(e, LCM_TEXT);
    assert_string_equal(text, CASES[i][1]);
    assert_ptr_equal(parse(ctx, text), e);
    free(text);
  }
  lcm_ctx_free(ctx);
}

/* Texts that are wrong, and what is said of them. */
static void errors(void **state) {
  (void)state;
  static const char *const CASES[][2] = {
      {"1 s + 2 byte", "t:1:5: error: a sum of different dimensions: s and "
                       "byte [unit]"},
      {"2 * ", "t:1:5: error: expected an expression at the end [syntax]"},
      {"(2 + 3", "t:1:7: error: expected ')' at the end [syntax]"},
      {"2*``",
       "t:1:4: error: expected a name that ends in '`' before '`' [syntax]"},
      {"frob(3)", "t:1:1: error: there is no function 'frob' [syntax]"},
      {"1/0", "t:1:2: error: division by zero [domain]"},
      {"log(1 s)", "t:1:1: error: a function such as log or exp takes pure "
                   "numbers, not s [unit]"},
      {"(1 +/- -2)", "t:1:1: error: a half-width cannot be negative [domain]"},
      {"(k = 1 +/- 2) + (k = 1 +/- 3)",
       "t:1:17: error: coefficient 'k' was 1 +/- 2 elsewhere "
       "[coefficient-conflict]"},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    size_t n = 0;
    assert_null(parse(ctx, CASES[i][0]));
    const lcm_diag *all = lcm_diag_all(ctx, &n);
    for (size_t k = 0; n != 1 && k < n; k++)
      print_error("%s\n", lcm_diag_format(ctx, &all[k]));
    assert_int_equal(n, 1);
    assert_string_equal(lcm_diag_format(ctx, all), CASES[i][1]);
    lcm_ctx_free(ctx);
  }
}

/* In the exact notation symbols keep their dimension. */
static void exact_notation(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_dim dim = {-3, 2, 0};
  const lcm_expr *x =
      lcm_expr_mul(ctx, lcm_expr_symbol(ctx, "s", dim),
                   lcm_expr_symbol(ctx, "machine.flop", (lcm_dim){2, 0, -2}));
  char *text = lcm_expr_to_str(x, LCM_EXACT);
  assert_string_equal(text, "machine.flop{s/flop}*`s`{byte/s^(3/2)}");
  const struct lcm_expr_source source = {.text = text, .len = strlen(text)};
  const lcm_expr *again = NULL;
  size_t used = 0;
  assert_int_equal(lcm_expr_parse_exact(&again, &used, ctx, &source), LCM_OK);
  assert_int_equal(used, strlen(text));
  assert_ptr_equal(again, x);
  assert_int_not_equal(lcm_expr_parse(&again, ctx, &source), LCM_OK);
  free(text);
  lcm_ctx_free(ctx);
}

/* Deep nesting is an error, not a crash. */
static void deep_nesting(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  char *text = malloc(200002);
  memset(text, '(', 200000);
  text[200000] = '1';
  text[200001] = '\0';
  assert_null(parse(ctx, text));
  assert_int_equal(lcm_diag_count(ctx, LCM_ERROR), 1);
  free(text);
  lcm_ctx_free(ctx);
}

/* Whether a division by zero was met by random_text. */
static bool undefined;

/* A random number below "n". */
static unsigned draw(uint64_t *seed, unsigned n) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(*seed >> 33) % n;
}

/* Append a random expression over x, y, z to "text"; return its value by
 * direct computation at the point "v". */
static double random_text(uint64_t *seed, char *text, int depth,
                          const double v[3]) {
  static const char *const NAMES[] = {"x", "y", "z"};
  const unsigned kind = depth > 4 ? draw(seed, 2) : draw(seed, 11);
  char *end = text + strlen(text);
  if (kind == 0) {
    const unsigned value = draw(seed, 9) + 1;
    sprintf(end, "%u", value);
    return value;
  }
  if (kind == 1) {
    const unsigned i = draw(seed, 3);
    strcat(text, NAMES[i]);
    return v[i];
  }
  static const char *const OPEN[] = {
      "(", "(", "(", "(", "max(", "min(", "floor(", "if(", "sqrt(abs("};
  static const char *const MID[] = {" + ", "*", " - ", "/", ", ",
                                    ", ",  "",  " < ", ""};
  const unsigned op = kind - 2;
  strcat(text, OPEN[op]);
  const double a = random_text(seed, text, depth + 1, v);
  double b = 0;
  if (op != 6 && op != 8) {
    strcat(text, MID[op]);
    b = random_text(seed, text, depth + 1, v);
  }
  undefined = undefined || (op == 3 && fabs(b) < 1e-9);
  double c = 0;
  if (op == 7) {
    strcat(text, ", ");
    c = random_text(seed, text, depth + 1, v);
    strcat(text, ", 5");
  }
  strcat(text, op == 8 ? "))" : ")");
  const double results[] = {a + b,    a * b,         a - b,
                            a / b,    fmax(a, b),    fmin(a, b),
                            floor(a), a < b ? c : 5, sqrt(fabs(a))};
  return results[op];
}

/* Constructors keep values; print and parse is the identity; tapes agree. */
static void random_expressions(void **state) {
  (void)state;
  const double v[3] = {1.3741593, 2.9127183, 0.5318347};
  static const char *const names[] = {"x", "y", "z"};
  const double *const columns[] = {&v[0], &v[1], &v[2]};
  for (uint64_t seed = 1; seed <= 3000; seed++) {
    uint64_t s = seed * 7919;
    static char text[100000];
    *text = '\0';
    undefined = false;
    const double want = random_text(&s, text, 0, v);
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    const lcm_binding env[] = {{lcm_intern(ctx, "x"), v[0]},
                               {lcm_intern(ctx, "y"), v[1]},
                               {lcm_intern(ctx, "z"), v[2]}};
    const lcm_expr *e = parse(ctx, text);
    if (e && !undefined && isfinite(want) && fabs(want) < 1e12) {
      double got = 0;
      assert_int_equal(lcm_expr_eval(&got, e, env, 3), LCM_OK);
      if (fabs(got - want) > 1e-9 * fmax(1, fabs(want)))
        fail_msg("seed %d: %s is %.17g, not %.17g", (int)seed, text, got, want);
      char *again = lcm_expr_to_str(e, LCM_TEXT);
      if (parse(ctx, again) != e)
        fail_msg("seed %d: %s prints as %s", (int)seed, text, again);
      free(again);
      lcm_tape *tape = NULL;
      double by_tape = 0;
      double *const results[] = {&by_tape};
      assert_int_equal(lcm_tape_compile(&tape, ctx, &e, 1, names, 3), LCM_OK);
      lcm_tape_run(tape, columns, 1, results);
      assert_true(fabs(by_tape - got) <= 1e-12 * fmax(1, fabs(got)));
    }
    lcm_ctx_free(ctx);
  }
}

/* Closed sums equal the sums term by term, also where the range is empty. */
static void sums_close(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_expr *n = lcm_expr_symbol(ctx, "n", LCM_DIM_NONE);
  const lcm_expr *m = lcm_expr_symbol(ctx, "m", LCM_DIM_NONE);
  lcm_expr_assume(ctx, n, -INFINITY, INFINITY, true);
  lcm_expr_assume(ctx, m, -INFINITY, INFINITY, true);
  const lcm_expr *e = parse(ctx, "sum(i, m, n, 3*i^2 - 2*i*m + 5)");
  assert_non_null(e);
  char *text = lcm_expr_to_str(e, LCM_TEXT);
  assert_null(strstr(text, "sum"));
  free(text);
  for (int from = -3; from < 6; from++)
    for (int to = -6; to < 9; to++) {
      const lcm_binding env[] = {{lcm_intern(ctx, "m"), from},
                                 {lcm_intern(ctx, "n"), to}};
      double want = 0;
      double got = 0;
      for (int i = from; i <= to; i++)
        want += 3 * i * i - 2 * i * from + 5;
      assert_int_equal(lcm_expr_eval(&got, e, env, 2), LCM_OK);
      assert_true(fabs(got - want) < 1e-9);
    }
  lcm_ctx_free(ctx);
}

/* Return the sum over i = m..n of what case "k" of nested_sums_close sums. */
static double nested_sum(size_t k, int m, int n) {
  double sum = 0;
  for (int i = m; k == 4 && i <= n; i++) {
    int inner = 0;
    for (int j = i - m; j <= i + m; j++)
      inner += 2;
    sum += inner > m + 1 ? inner : m + 1;
  }
  if (k == 4)
    return sum;
  for (int i = k < 2 ? 0 : m; i <= (k < 2 ? n - 1 : n); i++) {
    if (k == 2)
      sum += n - 1 - i > 0 ? n - 1 - i : 0;
    for (int j = k == 1 ? i + 1 : 0; k != 2 && j <= (k == 0      ? i
                                                     : k == 1    ? n - 1
                                                     : i < m + 2 ? i - 1
                                                                 : m + 1);
         j++)
      if (k == 3)
        sum += i + j;
      else
        for (int l = k == 0 ? 0 : j; l <= (k == 0 ? j : n - 1); l++)
          sum += 2;
  }
  return sum;
}

/* Sums whose ends are indices of sums around close where names are whole, and
 * equal the sums term by term. */
static void nested_sums_close(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool closes;
  } cases[] = {
      {"sum(i, 0, n - 1, sum(j, 0, i, sum(k, 0, j, 2)))", true},
      {"sum(i, 0, n - 1, sum(j, i + 1, n - 1, sum(k, j, n - 1, 2)))", true},
      {"sum(i, m, n, max(0, n - 1 - i))", true},
      {"sum(i, m, n, sum(j, 0, min(i, m + 2) - 1, i + j))", true},
      {"sum(i, m, n, max(m + 1, sum(j, i - m, i + m, 2)))", true}};
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    const lcm_expr *e = lcm_expr_close(ctx, parse(ctx, cases[k].text));
    char *text = lcm_expr_to_str(e, LCM_TEXT);
    const char *first = strstr(text, "sum");
    assert_int_equal(cases[k].closes, !first);
    assert_true(!first || !strstr(first + 1, "sum"));
    free(text);
    for (int m = -3; m < 6; m++)
      for (int n = -6; n < 9; n++) {
        const lcm_binding env[] = {{lcm_intern(ctx, "m"), m},
                                   {lcm_intern(ctx, "n"), n}};
        double got = 0;
        assert_int_equal(lcm_expr_eval(&got, e, env, 2), LCM_OK);
        assert_true(fabs(got - nested_sum(k, m, n)) < 1e-9);
      }
  }
  lcm_ctx_free(ctx);
}

/* What was assumed of a name decides conditions, and no longer once that is
 * taken back. */
static void assumptions_taken_back(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  double low = 0;
  double high = 0;
  lcm_expr_assume(ctx, parse(ctx, "n"), 2, 90, true);
  assert_true(lcm_expr_is_int(parse(ctx, "n < 2"), 0));
  lcm_expr_assume_nothing(ctx);
  lcm_expr_bounds(&low, &high, parse(ctx, "n"));
  assert_true(isinf(low) && isinf(high));
  assert_false(lcm_expr_is_int(parse(ctx, "n < 2"), 0));
  lcm_ctx_free(ctx);
}

/* What a sum comes to is asked for anew when other things are assumed of its
 * names: closed where they are whole, and added up where they are not; equal
 * sums in one expression, however often, take no time. */
static void sums_of_other_names(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_expr *n = parse(ctx, "n");
  for (int whole = 0; whole < 4; whole++) {
    lcm_expr_assume(ctx, n, 0, INFINITY, whole % 2);
    const lcm_expr *e = parse(ctx, "sum(i, 1, n, i)");
    char *text = lcm_expr_to_str(e, LCM_TEXT);
    assert_int_equal(whole % 2, !strstr(text, "sum"));
    free(text);
  }
  const lcm_expr *many = parse(ctx, "sum(i, 1, n, max(i, m))");
  for (int k = 0; k < 60; k++)
    many = lcm_expr_binary(ctx, LCM_X_MAX, lcm_expr_add(ctx, many, n),
                           lcm_expr_mul(ctx, many, n));
  const struct lcm_subst subst = {lcm_intern(ctx, "m"), n};
  const lcm_expr *out = lcm_expr_subst(ctx, many, &subst, 1);
  assert_non_null(out);
  assert_false(lcm_expr_has(out, "m"));
  assert_true(lcm_expr_has(out, "n"));
  lcm_ctx_free(ctx);
}

/* Return the remainder of "a" by "b" above 0, which is not negative. */
static int remainder_of(int a, int b) { return ((a % b) + b) % b; }

/* Return the sum over i = 2..n of what case "k" of remainders_close sums. */
static double remainder_sum(size_t k, int m, int n) {
  double sum = 0;
  for (int i = 2; i <= n; i++)
    if (k == 0)
      sum += remainder_of(i + 20 * m, 20) == 0 ? m : 3;
    else if (k == 1)
      sum += remainder_of(3 * i + m, 3);
    else
      for (int j = 0; j <= 10; j++)
        sum += remainder_of(8 * i + j + m, 4) == remainder_of(m, 4);
  return sum;
}

/* Sums of what depends on an index through remainders close, and equal the sums
 * term by term; what the remainder of a multiple is is known. */
static void remainders_close(void **state) {
  (void)state;
  static const char *const CASES[] = {
      "sum(i, 2, n, if((i + 20*m) mod 20 == 0, m, 3))",
      "sum(i, 2, n, (3*i + m) mod 3)",
      "sum(i, 2, n, sum(j, 0, 10, if((8*i + j + m) mod 4 == m mod 4, 1, 0)))"};
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const char *names[] = {lcm_intern(ctx, "m"), lcm_intern(ctx, "n")};
  for (size_t k = 0; k < 2; k++)
    lcm_expr_assume(ctx, lcm_expr_symbol(ctx, names[k], LCM_DIM_NONE),
                    -INFINITY, INFINITY, true);
  for (size_t k = 0; k < sizeof CASES / sizeof *CASES; k++) {
    const lcm_expr *e = lcm_expr_close(ctx, parse(ctx, CASES[k]));
    char *text = lcm_expr_to_str(e, LCM_TEXT);
    assert_true(k == 2 || !strstr(text, "sum"));
    free(text);
    for (int m = -3; m < 6; m++)
      for (int n = 1; n < 70; n++) {
        const lcm_binding env[] = {{names[0], m}, {names[1], n}};
        double got = 0;
        assert_int_equal(lcm_expr_eval(&got, e, env, 2), LCM_OK);
        assert_true(fabs(got - remainder_sum(k, m, n)) < 1e-9);
      }
  }
  lcm_ctx_free(ctx);
}

/* A sum inside that does not depend on the index of the one around is taken out
 * of it, also of a product; what depends on no name is a number. */
static void sums_apart(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_expr *e =
      lcm_expr_close(ctx, parse(ctx, "sum(i, 1, n, 3*m*(sum(k, 0, m, "
                                     "floor(log2(k + 1))) + floor(log2(i)) + "
                                     "sum(k, 0, 7, floor(log2(k + 1)))))"));
  const lcm_expr *numbers = lcm_expr_numbers(ctx, e);
  char *text = lcm_expr_to_str(e, LCM_TEXT);
  char *less = lcm_expr_to_str(numbers, LCM_TEXT);
  assert_non_null(strstr(text, "sum(i, 1, n, floor(log2(i)))"));
  assert_non_null(strstr(less, "sum(k, 0, m"));
  assert_null(strstr(less, "sum(k, 0, 7"));
  for (int m = 0; m < 9; m++)
    for (int n = 0; n < 9; n++) {
      const lcm_binding env[] = {{lcm_intern(ctx, "m"), m},
                                 {lcm_intern(ctx, "n"), n}};
      double got = 0;
      double same = 0;
      double sum = 0;
      for (int i = 1; i <= n; i++) {
        for (int k = 0; k <= m; k++)
          sum += 3 * m * floor(log2(k + 1));
        sum += 3 * m * (floor(log2(i)) + 13);
      }
      assert_int_equal(lcm_expr_eval(&got, e, env, 2), LCM_OK);
      assert_int_equal(lcm_expr_eval(&same, numbers, env, 2), LCM_OK);
      assert_true(fabs(got - sum) < 1e-9);
      assert_true(fabs(same - sum) < 1e-9);
    }
  free(text);
  free(less);
  lcm_ctx_free(ctx);
}

/* Uncertainty: shared coefficients add up or cancel, covariance counts. */
static void coefficients(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_expr *e = parse(ctx, "(k = 2 +/- 0.2) + (k = 2 +/- 0.2)");
  const lcm_expr *zero = parse(ctx, "(k = 2 +/- 0.2) + 1 - (k = 2 +/- 0.2)");
  assert_true(lcm_expr_is_int(zero, 1));
  const lcm_coef *const *coefs = NULL;
  assert_int_equal(lcm_expr_coefs(&coefs, ctx, e), 1);
  lcm_tape *tape = NULL;
  double gradient = 0;
  assert_int_equal(lcm_tape_compile(&tape, ctx, &e, 1, NULL, 0), LCM_OK);
  lcm_tape_gradient(tape, 0, NULL, coefs, 1, &gradient);
  assert_true(fabs(lcm_coef_half_width(ctx, coefs, &gradient, 1) - 0.4) <
              1e-12);
  const double z = 1.6448536269514722;
  lcm_coef a = {.name = "a", .value = 1, .half_width = 1 * z};
  lcm_coef b = {.name = "b", .value = 1, .half_width = 0.5 * z};
  (void)lcm_expr_coef(ctx, &a);
  (void)lcm_expr_coef(ctx, &b);
  assert_int_equal(lcm_coef_covary(ctx, "a", "b", -0.9 * 1 * 0.5), LCM_OK);
  const lcm_coef *pair[] = {lcm_coef_find(ctx, "a"), lcm_coef_find(ctx, "b")};
  const double at_two[] = {1, 2};
  assert_true(fabs(lcm_coef_half_width(ctx, pair, at_two, 2) / z -
                   sqrt(1 + 1 - 2 * 0.9)) < 1e-9);
  assert_int_equal(lcm_coef_covary(ctx, "a", "b", 2), LCM_EDOMAIN);
  lcm_ctx_free(ctx);
}

/* What coefficients are off together adds up, and may cancel. */
static void common_errors(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_coef a = {.name = "a", .value = 10, .half_width = 3};
  const lcm_coef b = {.name = "b", .value = -20, .half_width = 4};
  (void)lcm_expr_coef(ctx, &a);
  (void)lcm_expr_coef(ctx, &b);
  const lcm_coef *both[] = {lcm_coef_find(ctx, "a"), lcm_coef_find(ctx, "b")};
  const double sum[] = {1, 1};
  const double difference[] = {1, -1};
  assert_true(lcm_coef_half_width(ctx, both, sum, 2) == 5);
  lcm_coef_share(ctx, both[0], 0.1);
  lcm_coef_share(ctx, both[1], 0.3);
  lcm_coef_share(ctx, both[0], 0.05);
  assert_true(fabs(lcm_coef_own_width(ctx, both, sum, 2) - 5) < 1e-12);
  assert_true(fabs(lcm_coef_common_width(both, sum, 2) - 5) < 1e-12);
  assert_true(fabs(lcm_coef_common_width(both, difference, 2) - 7) < 1e-12);
  assert_true(fabs(lcm_coef_half_width(ctx, both, sum, 2) - sqrt(50)) < 1e-12);
  lcm_ctx_free(ctx);
}

/* The gradient by reverse mode agrees with finite differences. */
static void gradients(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_expr *e = parse(
      ctx,
      "max((a = 3 +/- 1)*n^2, (b = 2 +/- 1)*n)*sqrt((a = 3 +/- 1)*n) + "
      "log2((b = 2 +/- 1)*n)/(a = 3 +/- 1) + sum(i, 1, n, (b = 2 +/- 1)/i)");
  const lcm_coef *const *coefs = NULL;
  assert_int_equal(lcm_expr_coefs(&coefs, ctx, e), 2);
  static const char *const names[] = {"n"};
  lcm_tape *tape = NULL;
  const double n = 4;
  double gradient[2];
  assert_int_equal(lcm_tape_compile(&tape, ctx, &e, 1, names, 1), LCM_OK);
  lcm_tape_gradient(tape, 0, &n, coefs, 2, gradient);
  for (size_t k = 0; k < 2; k++) {
    double ends[2];
    for (int side = 0; side < 2; side++) {
      const lcm_binding env[] = {
          {lcm_intern(ctx, "n"), n},
          {coefs[k]->name, coefs[k]->value + (side ? 1e-6 : -1e-6)}};
      assert_int_equal(lcm_expr_eval(&ends[side], e, env, 2), LCM_OK);
    }
    assert_true(fabs(gradient[k] - (ends[1] - ends[0]) / 2e-6) <
                1e-5 * fabs(gradient[k]));
  }
  lcm_ctx_free(ctx);
}

/* Substitution does not capture bound indices. */
static void substitution(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_expr *e = parse(ctx, "sum(i, 1, n, i*x) + i");
  const struct lcm_subst subst = {"x", parse(ctx, "i")};
  const lcm_expr *out = lcm_expr_subst(ctx, e, &subst, 1);
  const lcm_binding env[] = {{lcm_intern(ctx, "i"), 10},
                             {lcm_intern(ctx, "n"), 4}};
  double value = 0;
  assert_int_equal(lcm_expr_eval(&value, out, env, 2), LCM_OK);
  assert_true(fabs(value - (10 * 10 + 10)) < 1e-12);
  lcm_ctx_free(ctx);
}

/* What divides exactly is whole: floor(k/49) at 49 is 1, though 49*(1/49) in
 * doubles is less; by evaluation and by tape. */
static void exact_quotients(void **state) {
  (void)state;
  static const char *const TEXTS[] = {"floor(x/49)", "floor(x/y)"};
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  for (size_t i = 0; i < 2; i++)
    for (double y = 1; y < 2000; y++) {
      const lcm_expr *e = parse(ctx, TEXTS[i]);
      const char *const names[] = {"x", "y"};
      const double x = i ? 3 * y : 49 * y;
      const double *const columns[] = {&x, &y};
      const lcm_binding env[] = {{lcm_intern(ctx, "x"), x},
                                 {lcm_intern(ctx, "y"), y}};
      lcm_tape *tape = NULL;
      double got = 0;
      double taped = 0;
      double *const results[] = {&taped};
      assert_int_equal(lcm_expr_eval(&got, e, env, 2), LCM_OK);
      assert_int_equal(lcm_tape_compile(&tape, ctx, &e, 1, names, 2), LCM_OK);
      lcm_tape_run(tape, columns, 1, results);
      assert_true(got == (i ? 3 : y));
      assert_true(taped == got);
    }
  lcm_ctx_free(ctx);
}

/* Parts that occur more than once get names; as text they parse back, and put
 * in for their names, the last first, they give the expression again. */
static void sharing(void **state) {
  (void)state;
  static const struct {
    const char *text;
    size_t n;
  } CASES[] = {
      {"x*y + max(x*y, 3)", 0},
      {"max(floor(n/(p + 10))*x, if(q < x, floor(n/(p + 10)), q*z))", 1},
      {"if(max(a + b, c + d) < q, max(q, ceil((n + 99)/max(a + b, c + d))), "
       "ceil((n + 99)/max(a + b, c + d)) + k1)",
       2},
      {"sum(i, 1, n, log(i + x + y)) + exp(max(i, 1, n, log(i + x + y)))", 0}};
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    const lcm_expr *e = parse(ctx, CASES[i].text);
    const struct lcm_shared *parts = NULL;
    size_t n = 0;
    const lcm_expr *told = lcm_expr_share(&parts, &n, ctx, e);
    assert_int_equal(n, CASES[i].n);
    while (n-- > 0) {
      assert_false(lcm_expr_has(e, parts[n].name));
      assert_true(lcm_expr_has(told, parts[n].name));
      char *text = lcm_expr_to_str(parts[n].is, LCM_TEXT);
      const struct lcm_subst subst = {parts[n].name, parse(ctx, text)};
      told = lcm_expr_subst(ctx, told, &subst, 1);
      free(text);
    }
    assert_ptr_equal(told, e);
  }
  lcm_ctx_free(ctx);
}

/* Parts that two expressions have in common get one name for both. */
static void sharing_both(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_expr *whole[] = {parse(ctx, "q*floor(n/(p + 10)) + k1"),
                             parse(ctx, "max(floor(n/(p + 10)), x)")};
  const lcm_expr *told[] = {whole[0], whole[1]};
  const struct lcm_shared *parts = NULL;
  assert_int_equal(lcm_expr_share_all(&parts, ctx, told, 2), 1);
  for (size_t i = 0; i < 2; i++) {
    const struct lcm_subst subst = {parts[0].name, parts[0].is};
    assert_false(lcm_expr_has(whole[i], parts[0].name));
    assert_true(lcm_expr_has(told[i], parts[0].name));
    assert_ptr_equal(lcm_expr_subst(ctx, told[i], &subst, 1), whole[i]);
  }
  lcm_ctx_free(ctx);
}

/* Put the value of "e" where i is "x", and k and n as "user" says, into
 * "*out". */
static lcm_status body_at(double *out, const lcm_expr *e, double x,
                          const void *user) {
  lcm_binding env[3];
  memcpy(env, user, sizeof env);
  env[2].value = x;
  return lcm_expr_eval(out, e, env, 3);
}

/* Sums and maxima of polynomials by pieces are what taking one operand after
 * the other comes to, also around each place where a condition changes and
 * between steps; what is no polynomial is refused. */
static void sums_by_pieces(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool known;
  } CASES[] = {{"3*i^2 - 2*i*n + 5", true},
               {"i^8/1000", true},
               {"if(i < k, i^3, 7*n)", true},
               {"if(i == k, 1000, i)", true},
               {"if(2*i <= n and not (i == 3), i, n - i) + [i < 2*k]", true},
               {"max(i, n - i)*i", true},
               {"min(i, k)^2 + max(0, i - k, 2*k - 3*i)", true},
               {"sum(j, i, k, if(i < 5, j, 1))", true},
               {"sum(j, i + 1, n - 1, j*i + sum(l, 0, i, l*j))", true},
               {"sum(j, 1, i, if(j < k, 1, 2))", false},
               {"sum(j, 0, i/2, if(i < 5, j, 1))", false},
               {"floor(i/3)", false},
               {"floor(sqrt(i + 2))", true},
               {"floor(i/231)*i^2 + ceil(n - log2(i + 7))", true},
               {"if(floor(i/90) < 2, i, floor((n - i)/150)*n)", true},
               {"sum(j, 0, floor(i/100), j*i)", true},
               {"min(ceil((i + 3)^0.3)*3, max(2, floor(i/90)))", true},
               {"floor(abs(i - n/2)/40)", false},
               {"if(i mod 3 == 1, 1, 2)", true},
               {"if((k*i + n) mod 20 == 0, n, 2*k)", true},
               {"sum(j, 0, 9, if((5*i + j + k) mod 40 == j, j, 1))", true},
               {"i*(i mod 3)", false},
               {"(i*i) mod 3", false},
               {"sum(j, 0, 9, (i*j) mod 7)", false},
               {"i mod 2000", false},
               {"i^9", false},
               {"sqrt(i)", false}};
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  for (size_t c = 0; c < sizeof CASES / sizeof *CASES; c++)
    for (int k = -2; k < 130; k += 11) {
      const lcm_binding env[3] = {{lcm_intern(ctx, "k"), k},
                                  {lcm_intern(ctx, "n"), 100},
                                  {lcm_intern(ctx, "i"), 0}};
      struct lcm_pieces_of of = {.body = parse(ctx, CASES[c].text),
                                 .index = env[2].name,
                                 .from = k % 3,
                                 .to = 720 + k % 7,
                                 .at = body_at,
                                 .user = env};
      double sum = 0;
      double size = 1;
      double got = 0;
      double largest = -INFINITY;
      assert_int_equal(lcm_expr_sum_pieces(&got, &of), CASES[c].known);
      for (double i = of.from; i <= of.to && CASES[c].known; i++) {
        double one = 0;
        assert_int_equal(body_at(&one, of.body, i, env), LCM_OK);
        sum += one;
        size += fabs(one);
        largest = fmax(largest, one);
      }
      assert_true(!CASES[c].known || fabs(got - sum) <= 1e-12 * size);
      of.longest = true;
      if (CASES[c].known && lcm_expr_sum_pieces(&got, &of))
        assert_true(fabs(got - largest) <= 1e-12 * size);
    }
  lcm_ctx_free(ctx);
}

/* Sums and largest addends of what is smooth but for bends and jumps are, to
 * a few parts in a million, what taking one operand after the other comes to;
 * what rounds or repeats is not taken for smooth. */
static void sums_of_smooth(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool smooth;
  } CASES[] = {{"sqrt(i + 1)*max(1, 8*(i + 2)/max(1, i))", true},
               {"if(8*i^2 + 8*i <= 32768, 2, 9)*i", true},
               {"if(i < 3, 1000, 1)", true},
               {"max(1/(i + 1), min(i^1.5, k*n))", true},
               {"log2(i + 2)*[i*(i + 1) < 1000*(k + 3)] + exp(-i/500)", true},
               {"sum(j, 0, 9, sqrt(i*j + 1))", true},
               {"(i - 40*k)^2/(i + 1)", true},
               {"abs(i - 1234.5)^0.5", true},
               {"sqrt(i) + floor(k/3)", true},
               {"sqrt(i) + floor(i/3)", false},
               {"sqrt(i)*(i mod 2)", false},
               {"if(i == 7, 1, sqrt(i))", false},
               {"sum(j, 0, 9, sqrt(i + (i*j) mod 7))", false}};
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  for (size_t c = 0; c < sizeof CASES / sizeof *CASES; c++)
    for (int k = 0; k < 100; k += 3) {
      const lcm_binding env[3] = {{lcm_intern(ctx, "k"), k},
                                  {lcm_intern(ctx, "n"), 100},
                                  {lcm_intern(ctx, "i"), 0}};
      struct lcm_pieces_of of = {.body = parse(ctx, CASES[c].text),
                                 .index = env[2].name,
                                 .from = k % 4,
                                 .to = 50.0 + 97 * k,
                                 .at = body_at,
                                 .user = env};
      double sum = 0;
      double got = 0;
      double largest = -INFINITY;
      assert_int_equal(lcm_expr_is_smooth(&of), CASES[c].smooth);
      if (!CASES[c].smooth)
        continue;
      for (double i = of.from; i <= of.to; i++) {
        double one = 0;
        assert_int_equal(body_at(&one, of.body, i, env), LCM_OK);
        sum += one;
        largest = fmax(largest, one);
      }
      assert_true(lcm_expr_sum_smooth(&got, &of));
      assert_true(fabs(got - sum) <= 5e-6 * sum);
      of.longest = true;
      assert_true(lcm_expr_sum_smooth(&got, &of));
      assert_true(fabs(got - largest) <= 1e-6 * largest);
    }
  lcm_ctx_free(ctx);
}

/* Bounds hold for all values, and say that a product with the condition that
 * it is not negative is none. */
static void bounds_of_products(void **state) {
  (void)state;
  static const struct {
    const char *text;
    double low;
  } CASES[] = {
      {"(sqrt(i) - 1)*[2 <= sqrt(i) + 1]", 0},
      {"(i - 2*k)*[k*2 < i]", 0},
      {"(3*i - k - 5)*[k < 3*i]", -5},
      {"(i - k)*[i < k]", -INFINITY},
      {"(i - k)*(k - 3)*[k <= i]*[3 <= k]", 0},
      {"2/log(max(2, floor(sqrt(i)))) + i", 0},
  };
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const char *names[] = {lcm_intern(ctx, "i"), lcm_intern(ctx, "k")};
  for (size_t k = 0; k < 2; k++)
    lcm_expr_assume(ctx, lcm_expr_symbol(ctx, names[k], LCM_DIM_NONE), 0,
                    INFINITY, true);
  for (size_t c = 0; c < sizeof CASES / sizeof *CASES; c++) {
    const lcm_expr *e = parse(ctx, CASES[c].text);
    double low = 0;
    double high = 0;
    lcm_expr_bounds(&low, &high, e);
    assert_true(low == CASES[c].low);
    for (int at = 0; at < 400; at++) {
      const lcm_binding env[] = {{names[0], at / 20}, {names[1], at % 20}};
      double value = 0;
      assert_int_equal(lcm_expr_eval(&value, e, env, 2), LCM_OK);
      assert_true(value >= low && value <= high);
    }
  }
  lcm_ctx_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(normal_forms),
      cmocka_unit_test(errors),
      cmocka_unit_test(assumptions_taken_back),
      cmocka_unit_test(deep_nesting),
      cmocka_unit_test(exact_notation),
      cmocka_unit_test(random_expressions),
      cmocka_unit_test(sums_close),
      cmocka_unit_test(nested_sums_close),
      cmocka_unit_test(remainders_close),
      cmocka_unit_test(sums_apart),
      cmocka_unit_test(sums_of_other_names),
      cmocka_unit_test(sums_by_pieces),
      cmocka_unit_test(sums_of_smooth),
      cmocka_unit_test(bounds_of_products),
      cmocka_unit_test(coefficients),
      cmocka_unit_test(common_errors),
      cmocka_unit_test(gradients),
      cmocka_unit_test(substitution),
      cmocka_unit_test(exact_quotients),
      cmocka_unit_test(sharing),
      cmocka_unit_test(sharing_both),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
