/* The rules of composer/rules against lists made one by one in whole
 * numbers: blocks, chunks that go round, chunks on demand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/ctx.h"
#include "composer/rules/block.h"
#include "composer/rules/schedule.h"
#include "composer/rules/steal.h"
#include "model/expr/build.h"
#include "model/expr/intern.h"

enum { MOST = 40, MEMBERS = 9 };

/* Hand "n" things out to "k" members one after the other: put the size of each
 * block into "sizes". */
static void hand_out(long *sizes, long n, long k) {
  for (long m = 0; m < k; m++)
    sizes[m] = 0;
  for (long i = 0; i < n; i++)
    sizes[i % k]++;
}

static void test_blocks(void **state) {
  long sizes[MEMBERS + 1];
  (void)state;
  for (long n = 0; n <= MOST; n++)
    for (long k = 1; k <= MEMBERS; k++) {
      long from = 0;
      hand_out(sizes, n, k);
      for (long m = 0; m < k; from += sizes[m++]) {
        const struct lcm_block block =
            lcm_block_of((double)n, (double)k, (double)m);
        assert_true(block.from == (double)from);
        assert_true(block.size == (double)sizes[m]);
        for (long i = from; i < from + sizes[m]; i++) {
          assert_int_equal(lcm_block_owner((double)i, (double)n, (double)k), m);
          assert_true(lcm_block_size_at((double)i, (double)n, (double)k) ==
                      (double)sizes[m]);
        }
      }
      assert_int_equal(from, n);
    }
}

static void test_rounds(void **state) {
  (void)state;
  for (long n = 0; n <= MOST; n++)
    for (long k = 1; k <= MEMBERS; k++)
      for (long chunk = 1; chunk <= 7; chunk++) {
        long shares[MEMBERS + 1] = {0};
        for (long i = 0; i < n; i++)
          shares[i / chunk % k]++;
        for (long m = 0; m < k; m++)
          assert_true(lcm_rounds_share((double)n, (double)k, (double)chunk,
                                       (double)m) == (double)shares[m]);
        assert_true(lcm_rounds_whole((double)n, (double)k, (double)chunk) ==
                    (double)(n / (k * chunk) * chunk));
      }
}

/* Return the value of "e", a number. */
static double value_of(const lcm_expr *e) {
  double value = -1;
  assert_true(lcm_expr_is_number(e, &value));
  return value;
}

static void test_expressions(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  for (long n = 0; n <= 20; n++)
    for (long k = 1; k <= 5; k++) {
      const lcm_expr *count = lcm_expr_int(ctx, n);
      const lcm_expr *members = lcm_expr_int(ctx, k);
      for (long m = 0; m < k; m++) {
        const struct lcm_block block =
            lcm_block_of((double)n, (double)k, (double)m);
        const struct lcm_block_expr same =
            lcm_block_expr(ctx, count, members, lcm_expr_int(ctx, m));
        assert_true(value_of(same.from) == block.from);
        assert_true(value_of(same.size) == block.size);
      }
      for (long chunk = 1; chunk <= 4; chunk++) {
        const lcm_expr *size = lcm_expr_int(ctx, chunk);
        assert_true(value_of(lcm_share_most(ctx, count, members, size)) ==
                    lcm_rounds_share((double)n, (double)k, (double)chunk, 0));
        assert_true(value_of(lcm_share_least(ctx, count, members, size)) ==
                    lcm_rounds_share((double)n, (double)k, (double)chunk,
                                     (double)(k - 1)));
      }
    }
  lcm_ctx_free(ctx);
}

/* Check that the chunks of "d" are "sizes", "n" of them. */
static void check_chunks(const struct lcm_loop_schedule *d, const long *sizes,
                         size_t n) {
  double from = 0;
  for (size_t i = 0; i < n; i++) {
    assert_true(lcm_loop_schedule_next(d, from) == (double)sizes[i]);
    from += (double)sizes[i];
  }
  assert_true(from == d->count);
}

static void test_chunks(void **state) {
  static const long EVEN[] = {6, 3, 2, 1};
  static const long LEAST[] = {6, 3, 3};
  static const long EQUAL[] = {5, 5, 2};
  static const long TASKS[] = {3, 3, 2, 2, 2};
  struct lcm_loop_schedule d = {.count = 12, .members = 2};
  (void)state;
  d.way = LCM_ASSIGN_GUIDED;
  check_chunks(&d, EVEN, 4);
  d.chunk = 3;
  check_chunks(&d, LEAST, 3);
  d.way = LCM_ASSIGN_CHUNKS;
  d.chunk = 5;
  check_chunks(&d, EQUAL, 3);
  d.way = LCM_ASSIGN_TASKS;
  d.tasks = 5;
  check_chunks(&d, TASKS, 5);
}

/* Trapezoid self-scheduling of "n" iterations with the first chunk "f": C
 * chunks, the number i of which has f - i (f - 1) / (C - 1), rounded up, until
 * none is left. */
static void check_trapezoid(long n, long members, long f, long said) {
  struct lcm_loop_schedule d = {.way = LCM_ASSIGN_LINEAR,
                                .count = (double)n,
                                .chunk = (double)said,
                                .members = (double)members};
  const long chunks = (2 * n + f) / (f + 1);
  long size = f;
  long left = n;
  lcm_loop_schedule_settle(&d, NULL);
  for (long i = 0; left > 0; left -= size, i++) {
    const long fall = chunks > 1 ? i * (f - 1) : 0;
    const long next = f - fall / (chunks > 1 ? chunks - 1 : 1);
    assert_true(i < chunks && next >= 1 && next <= size);
    size = next < left ? next : left;
    assert_true(lcm_loop_schedule_next(&d, (double)(n - left)) == (double)size);
  }
}

static void test_trapezoid(void **state) {
  static const long MANY[] = {1000, 4097, 65536};
  (void)state;
  for (long n = 1; n <= 120; n++) {
    for (long p = 1; p <= 17; p++)
      check_trapezoid(n, p, (n + 2 * p - 1) / (2 * p), 0);
    for (long f = 1; f <= n + 3; f++)
      check_trapezoid(n, 3, f, f);
  }
  for (size_t i = 0; i < sizeof MANY / sizeof *MANY; i++)
    for (long p = 1; p <= 64; p *= 4)
      check_trapezoid(MANY[i], p, (MANY[i] + 2 * p - 1) / (2 * p), 0);
}

static void test_stealing(void **state) {
  (void)state;
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const struct lcm_loop_schedule d = {
      .way = LCM_ASSIGN_STOLEN, .count = 60, .chunk = 2, .members = 3};
  struct lcm_stealing *s = lcm_stealing_new(lcm_ctx_arena(ctx), &d);
  bool taken[30] = {false};
  double chunk = 0;
  size_t n = 0;
  while (lcm_stealing_take(&chunk, s, n % 7 ? n % 2 : 2)) {
    assert_false(taken[(size_t)chunk]);
    taken[(size_t)chunk] = true;
    n++;
  }
  assert_int_equal(n, 30);
  lcm_ctx_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_blocks),      cmocka_unit_test(test_rounds),
      cmocka_unit_test(test_expressions), cmocka_unit_test(test_chunks),
      cmocka_unit_test(test_trapezoid),   cmocka_unit_test(test_stealing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
