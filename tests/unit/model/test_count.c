/* Sums over nests and counts of elements, against counting one by one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/ctx.h"
#include "model/expr/build.h"
#include "model/expr/eval.h"
#include "model/expr/fn.h"
#include "model/expr/intern.h"
#include "model/sections/count.h"
#include "model/sections/isl_count.h"

enum { DEPTH = 3, SIDE = 64, MOST_N = 7, NESTS = 60 };

/* a + sum of b[i] times index i (i < 3) and n (i = 3). */
struct affine {
  int a;
  int b[4];
};

/* A nest: index i goes from "from" to "to"; a condition "0 <= cond" where
 * "choosy", and an element of two subscripts. */
struct shape {
  size_t n;
  struct affine from[DEPTH];
  struct affine to[DEPTH];
  struct affine cond;
  bool choosy;
  struct affine at[2];
};

static const char *const NAMES[] = {"i", "j", "k", "n"};

/* Return the next number below "below" of the sequence "state". */
static int draw(uint64_t *state, int below) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (int)((*state >> 33) % (uint64_t)below);
}

/* Return an affine expression of the first "n" indices and n. */
static struct affine draw_affine(uint64_t *state, size_t n, bool upper) {
  struct affine e = {draw(state, 5) - 2, {0}};
  for (size_t i = 0; i < n; i++)
    e.b[i] = draw(state, 3) ? 0 : draw(state, 5) - 2;
  e.b[3] = upper || !draw(state, 4);
  return e;
}

/* Return a nest. */
static struct shape draw_shape(uint64_t *state) {
  struct shape s = {.n = 1 + (size_t)draw(state, DEPTH)};
  for (size_t i = 0; i < s.n; i++) {
    s.from[i] = draw_affine(state, i, false);
    s.to[i] = draw_affine(state, i, true);
  }
  s.choosy = draw(state, 2);
  s.cond = draw_affine(state, s.n, false);
  for (size_t d = 0; d < 2; d++)
    s.at[d] = draw_affine(state, s.n, false);
  return s;
}

/* Return the value of "e". */
static int value(const struct affine *e, const int v[4]) {
  int sum = e->a;
  for (size_t i = 0; i < 4; i++)
    sum += e->b[i] * v[i];
  return sum;
}

/* Return "e" as an expression. */
static const lcm_expr *build(lcm_ctx *ctx, const struct affine *e) {
  const lcm_expr *sum = lcm_expr_int(ctx, e->a);
  for (size_t i = 0; i < 4; i++)
    sum = lcm_expr_add(
        ctx, sum,
        lcm_expr_mul(
            ctx, lcm_expr_int(ctx, e->b[i]),
            lcm_expr_symbol(ctx, lcm_intern(ctx, NAMES[i]), LCM_DIM_NONE)));
  return sum;
}

/* What was counted one by one.
 * points   of the nest; weighted: each as often as i + 2 says
 * touched  the elements, "elements" of them */
struct found {
  long points;
  long weighted;
  long elements;
  bool touched[SIDE][SIDE];
};

/* Count what "s" contains where the first "level" indices are those in "v". */
static void count(struct found *f, const struct shape *s, size_t level,
                  int v[4]) {
  if (level < s->n && level < sizeof s->to / sizeof *s->to) {
    const int to = value(&s->to[level], v);
    for (int i = value(&s->from[level], v); i <= to; i++) {
      v[level] = i;
      count(f, s, level + 1, v);
    }
    v[level] = 0;
    return;
  }
  if (s->choosy && value(&s->cond, v) < 0)
    return;
  f->points++;
  f->weighted += v[0] + 2;
  const int x = value(&s->at[0], v) + SIDE / 2;
  const int y = value(&s->at[1], v) + SIDE / 2;
  assert_true(x >= 0 && x < SIDE && y >= 0 && y < SIDE);
  f->elements += !f->touched[x][y];
  f->touched[x][y] = true;
}

/* Return whether "s" stays small for every n below MOST_N. */
static bool is_small(const struct shape *s) {
  for (size_t i = 0; i < s->n; i++)
    for (size_t k = 0; k < 3; k++)
      if (abs(s->from[i].b[k]) + abs(s->to[i].b[k]) > 1)
        return false;
  return true;
}

/* Return "s" as a nest. */
static struct lcm_nest nest_of(lcm_ctx *ctx, const struct shape *s) {
  struct lcm_nesting *at =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_nesting, DEPTH + 1);
  struct lcm_nest nest = {.at = at};
  for (; nest.n < s->n; nest.n++)
    at[nest.n] = (struct lcm_nesting){lcm_intern(ctx, NAMES[nest.n]),
                                      build(ctx, &s->from[nest.n]),
                                      build(ctx, &s->to[nest.n]), NULL};
  if (s->choosy)
    at[nest.n++].condition = lcm_expr_binary(
        ctx, LCM_X_LE, lcm_expr_int(ctx, 0), build(ctx, &s->cond));
  return nest;
}

/* Assert that "e" is "expected" at n; "what" and "seed" are for the reader. */
static void check(lcm_ctx *ctx, const lcm_expr *e, int n, long expected,
                  const char *what, unsigned seed) {
  const lcm_binding env = {lcm_intern(ctx, "n"), n};
  double got = -1;
  assert_non_null(e);
  assert_int_equal(lcm_expr_eval(&got, e, &env, 1), LCM_OK);
  if (got - (double)expected > 1e-6 || (double)expected - got > 1e-6)
    fail_msg("seed %u, n = %d, %s: %ld, not %g", seed, n, what, expected, got);
}

/* Compare all counts of the nest of "seed". */
static void compare(unsigned seed) {
  uint64_t state = seed * 977u + 13;
  struct shape s = draw_shape(&state);
  while (!is_small(&s))
    s = draw_shape(&state);
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const struct lcm_nest nest = nest_of(ctx, &s);
  const lcm_expr *at[] = {build(ctx, &s.at[0]), build(ctx, &s.at[1])};
  const struct lcm_element touch = {nest, at};
  const lcm_expr *weight = lcm_expr_add(
      ctx, lcm_expr_symbol(ctx, lcm_intern(ctx, "i"), LCM_DIM_NONE),
      lcm_expr_int(ctx, 2));
  const lcm_expr *points = lcm_count_sum(ctx, &nest, lcm_expr_int(ctx, 1));
  const lcm_expr *weighted = lcm_count_sum(ctx, &nest, weight);
  const lcm_expr *elements = lcm_count_elements(ctx, &touch, 1, 2);
  for (int n = 0; n < MOST_N; n++) {
    static struct found found;
    int v[4] = {0, 0, 0, n};
    found = (struct found){0};
    count(&found, &s, 0, v);
    check(ctx, points, n, found.points, "points", seed);
    check(ctx, weighted, n, found.weighted, "weighted", seed);
    check(ctx, elements, n, found.elements, "elements", seed);
  }
  lcm_ctx_free(ctx);
}

/* Nests drawn at random. */
static void drawn(void **state) {
  (void)state;
  for (unsigned seed = 0; seed < NESTS; seed++)
    compare(seed);
}

/* Two accesses that overlap count together: x[2 i] and x[3 i], i = 0 .. n, are
 * 2 (n + 1) elements but for the multiples of 6 up to 2 n, n div 3 + 1. */
static void together(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_expr *i = lcm_expr_symbol(ctx, lcm_intern(ctx, "i"), LCM_DIM_NONE);
  const struct lcm_nesting loop = {
      lcm_intern(ctx, "i"), lcm_expr_int(ctx, 0),
      lcm_expr_symbol(ctx, lcm_intern(ctx, "n"), LCM_DIM_NONE), NULL};
  const lcm_expr *two = lcm_expr_mul(ctx, lcm_expr_int(ctx, 2), i);
  const lcm_expr *three = lcm_expr_mul(ctx, lcm_expr_int(ctx, 3), i);
  const struct lcm_element touches[] = {{{&loop, 1, NULL, 0, NULL}, &two},
                                        {{&loop, 1, NULL, 0, NULL}, &three}};
  const lcm_expr *elements = lcm_count_elements(ctx, touches, 2, 1);
  for (int n = 0; n < 20; n++)
    check(ctx, elements, n, 2 * (n + 1) - (n / 3 + 1), "elements", 0);
  lcm_ctx_free(ctx);
}

/* What is not affine is nothing, in silence. */
static void not_affine(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_expr *i = lcm_expr_symbol(ctx, lcm_intern(ctx, "i"), LCM_DIM_NONE);
  const struct lcm_nesting loops[] = {
      {lcm_intern(ctx, "i"), lcm_expr_int(ctx, 0), lcm_expr_int(ctx, 9), NULL},
      {lcm_intern(ctx, "j"), lcm_expr_int(ctx, 0), lcm_expr_mul(ctx, i, i),
       NULL}};
  const struct lcm_nest nest = {loops, 2, NULL, 0, NULL};
  assert_null(lcm_count_sum(ctx, &nest, lcm_expr_int(ctx, 1)));
  assert_int_equal(lcm_diag_count(ctx, LCM_NOTE), 0);
  lcm_ctx_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(drawn),
                                     cmocka_unit_test(together),
                                     cmocka_unit_test(not_affine)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
