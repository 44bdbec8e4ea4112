#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/expr/expr.h"
#include "model/expr/parse.h"
#include "model/expr/tape/tape.h"
#include "model/expr/tape/tape_bounds.h"
#include "model/expr/tape/tape_run.h"

/* A random number below "n". */
static unsigned draw(uint64_t *seed, unsigned n) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(*seed >> 33) % n;
}

/* Append a random expression over x and y to "text". */
static void random_text(uint64_t *seed, char *text, int depth) {
  static const char *const FORMS[][3] = {
      {"(", " + ", ")"},           {"(", "*", ")"},
      {"(", " - ", ")"},           {"(", "/", ")"},
      {"max(", ", ", ")"},         {"min(", ", ", ")"},
      {"floor(", "", ")"},         {"ceil(", "", ")"},
      {"sqrt(abs(", "", "))"},     {"abs(", "", ")"},
      {"log2(1 + abs(", "", "))"}, {"(", "", ")^2"},
      {"if(", " < ", ", x, y*y)"}, {"(1 + abs(", "", "))^0.7"},
      {"exp(min(2, ", "", "))"},   {"(", "", ")^3"},
  };
  static const char *const LEAVES[] = {"x", "y", "3", "0.7", "x"};
  if (depth > 3 || !draw(seed, 4)) {
    strcat(text, LEAVES[draw(seed, 5)]);
    return;
  }
  const char *const *form = FORMS[draw(seed, 16)];
  strcat(text, form[0]);
  random_text(seed, text, depth + 1);
  strcat(text, form[1]);
  if (*form[1])
    random_text(seed, text, depth + 1);
  strcat(text, form[2]);
}

/* Return the value of "tape" at x, y. */
static double value_at(const lcm_tape *tape, double x, double y) {
  const double *const columns[] = {&x, &y};
  double out = 0;
  double *const results[] = {&out};
  lcm_tape_run(tape, columns, 1, results);
  return out;
}

/* Fail unless the values and slopes of "tape" in the box are within "out". */
static void check(const lcm_tape *tape, const struct lcm_bounds box[2],
                  const struct lcm_bounds out[2], const char *text) {
  double before = NAN;
  double last = NAN;
  for (int i = 0; i <= 16; i++) {
    const double x = box[0].low + (box[0].high - box[0].low) * i / 16;
    const double y = box[1].low;
    const double value = value_at(tape, x, y);
    const double slope = (value - before) / (x - last);
    const double slack = 1e-9 * (1 + fabs(value) + fabs(before));
    if (isfinite(value) && !(value >= out[0].low && value <= out[0].high))
      fail_msg("%s: %g at %g is not in %g..%g", text, value, x, out[0].low,
               out[0].high);
    if (isfinite(slope) && (slope < out[1].low - slack / (x - last) ||
                            slope > out[1].high + slack / (x - last)))
      fail_msg("%s: slope %g at %g is not in %g..%g", text, slope, x,
               out[1].low, out[1].high);
    before = value;
    last = x;
  }
}

/* Random expressions stay within their bounds, narrow and wide. */
static void bounds_hold(void **state) {
  (void)state;
  static const char *const NAMES[] = {"x", "y"};
  size_t finite = 0;
  for (uint64_t seed = 1; seed <= 4000; seed++) {
    uint64_t s = seed * 7919;
    char text[20000] = "";
    random_text(&s, text, 0);
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    const struct lcm_expr_source source = {.text = text, .len = strlen(text)};
    const lcm_expr *e = NULL;
    lcm_tape *tape = NULL;
    if (!lcm_expr_parse(&e, ctx, &source)) {
      const double x = draw(&s, 200) / 10.0 - 10;
      const double y = draw(&s, 80) / 10.0 - 4;
      const double width = pow(10, -(double)draw(&s, 6));
      const struct lcm_bounds box[] = {{x, x + width}, {y, y}};
      struct lcm_bounds out[2];
      assert_int_equal(lcm_tape_compile(&tape, ctx, &e, 1, NAMES, 2), LCM_OK);
      lcm_tape_bounds(out, tape, 0, box, 0);
      check(tape, box, out, text);
      finite += isfinite(out[1].low) && isfinite(out[1].high);
    }
    lcm_ctx_free(ctx);
  }
  assert_true(finite > 2000);
}

/* What is simple is enclosed tightly. */
static void bounds_are_tight(void **state) {
  (void)state;
  static const char *const NAMES[] = {"x"};
  static const struct {
    const char *text;
    struct lcm_bounds value;
    struct lcm_bounds slope;
  } CASES[] = {{"x^2 - 3*x", {-8, 6}, {-1, 3}},
               {"max(2*x, 5)", {5, 6}, {0, 2}},
               {"log2(x)", {0, 1.5849625007211562}, {0.48, 1.443}},
               {"if(x > 4, 1, 7*x)", {7, 21}, {7, 7}},
               {"1/x", {1.0 / 3, 1}, {-1, -1.0 / 9}}};
  const struct lcm_bounds box = {1, 3};
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    const struct lcm_expr_source source = {.text = CASES[i].text,
                                           .len = strlen(CASES[i].text)};
    const lcm_expr *e = NULL;
    lcm_tape *tape = NULL;
    struct lcm_bounds out[2];
    assert_int_equal(lcm_expr_parse(&e, ctx, &source), LCM_OK);
    assert_int_equal(lcm_tape_compile(&tape, ctx, &e, 1, NAMES, 1), LCM_OK);
    lcm_tape_bounds(out, tape, 0, &box, 0);
    if (fabs(out[0].low - CASES[i].value.low) > 1e-9 ||
        fabs(out[0].high - CASES[i].value.high) > 1e-9 ||
        fabs(out[1].low - CASES[i].slope.low) > 1e-2 ||
        fabs(out[1].high - CASES[i].slope.high) > 1e-2)
      fail_msg("%s: %.17g..%.17g, slope %g..%g", CASES[i].text, out[0].low,
               out[0].high, out[1].low, out[1].high);
    lcm_ctx_free(ctx);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(bounds_hold),
                                     cmocka_unit_test(bounds_are_tight)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
