/* Closed forms of restructurings (composer/heuristic.c) and patterns of
 * messages (composer/pattern.c), as in Sinha 1994. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "composer/heuristic.h"
#include "composer/pattern_internal.h"

/* Numbers that agree to what they are written with. */
static void close_to(double a, double b) {
  assert_float_equal(a, b, 1e-6 * (b < 0 ? -b : b) + 1e-9);
}

/* Data of 65536 bytes at 0.05 us a byte.  Made in 10000 us and used in 4000 us:
 * one message is there after 10000 + 50 + 200 + 3276.8 + 4000 + 20; in k parts
 * making sets the pace.  The best k is next to sqrt((3276.8 + 4000) / 50) =
 * 12.06, and sqrt((3276.8 + 4000) / 80) = 9.54 where using takes longer: by
 * hand T(10) = 450 + 9 * 1080 + 200 + 327.68 + 1080. */
static void test_handover(void **state) {
  const struct lcm_handover made = {.make = 10000,
                                    .use = 4000,
                                    .send = 50,
                                    .receive = 20,
                                    .latency = 200,
                                    .transfer = 3276.8};
  const struct lcm_handover used = {.make = 4000,
                                    .use = 10000,
                                    .send = 50,
                                    .receive = 80,
                                    .latency = 200,
                                    .transfer = 3276.8};
  (void)state;
  close_to(lcm_handover_time(&made, 1), 17546.8);
  assert_int_equal(lcm_handover_parts(&made, 64), 12);
  close_to(lcm_handover_time(&made, 12), 11426.4);
  close_to(lcm_handover_time(&used, 1), 17606.8);
  assert_int_equal(lcm_handover_parts(&used, 64), 10);
  close_to(lcm_handover_time(&used, 10), 11777.68);
  assert_float_equal(lcm_handover_time(&used, 9), 11778.533, 1e-3);
  assert_int_equal(lcm_handover_parts(&made, 4), 4);
}

/* A network that takes longest sets the pace: 100 us in 10 parts of data that
 * take 1 us to make and to use, 0.1 + 9 * 10 + 10 + 0.1. */
static void test_occupied(void **state) {
  const struct lcm_handover h = {.make = 1, .use = 1, .transfer = 100};
  (void)state;
  close_to(lcm_handover_time(&h, 10), 100.2);
}

/* 8 messages of 50 us that each have a latency of 200 us, as one. */
static void test_combining(void **state) {
  (void)state;
  close_to(lcm_combining_gain(50, 200, 8), 1750);
  close_to(lcm_combining_gain(50, 200, 1), 0);
}

/* The two scenarios of 6.4.11.1 on 5 processors.  Where nothing is bound and
 * enough work is there, it is a matter of the free processors; where there is
 * little work, of the work.  A time in which nothing could be placed counts as
 * 1. */
static void test_placement(void **state) {
  const struct lcm_stretch bound = {1, 3, 2, 2};
  const struct lcm_stretch free = {1, 0, 3, 10};
  const struct lcm_stretch little = {1, 0, 2, 2};
  const struct lcm_stretch mixed[] = {{3, 0, 3, 10}, {1, 5, 0, 4}};
  (void)state;
  close_to(lcm_placing_of(&bound, 1, 5).utilization, 0.4);
  close_to(lcm_placing_of(&bound, 1, 5).of_free, 1);
  close_to(lcm_placing_of(&free, 1, 5).utilization, 0.6);
  close_to(lcm_placing_of(&free, 1, 5).of_free, 0.6);
  close_to(lcm_placing_of(&free, 1, 5).of_work, 0.3);
  close_to(lcm_placing_of(&free, 1, 5).effective, 0.6);
  close_to(lcm_placing_of(&little, 1, 5).utilization, 0.4);
  close_to(lcm_placing_of(&little, 1, 5).of_free, 0.4);
  close_to(lcm_placing_of(&little, 1, 5).of_work, 1);
  close_to(lcm_placing_of(&little, 1, 5).effective, 1);
  close_to(lcm_placing_of(mixed, 2, 5).effective, (3 * 0.6 + 1) / 4);
}

/* Heuristics 4, 5 (as corrected), 7 and 8, by hand. */
static void test_losses(void **state) {
  const double counts[] = {10, 6, 4, 4};
  const double grains[] = {5, 3, 2, 2};
  const struct lcm_parcels work = {2000, 1000, 1};
  (void)state;
  close_to(lcm_chain_gain(100, 25, 4), 50);
  close_to(lcm_grain_gain(&work, 10, 4), 200);
  close_to(lcm_count_loss(counts, 4, 2), 8);
  close_to(lcm_grain_loss(grains, 4, 24), 12);
}

/* ---- patterns of messages ------------------------------------------------ */

/* A message from rank "from" to "to", caused by the one number "cause". */
struct passed {
  size_t from;
  size_t to;
  size_t cause;
};

/* Return the name of the pattern that the "n" messages at "at" on "p" ranks
 * show, NULL for none. */
static const char *pattern_of(lcm_ctx *ctx, const struct passed *at, size_t n,
                              size_t p) {
  const lcm_loc loc = {.file = "a.c", .line = 1};
  const lcm_node *send = lcm_node_new(ctx, LCM_NODE_MESSAGE, loc);
  const lcm_node *receive = lcm_node_new(ctx, LCM_NODE_MESSAGE, loc);
  const struct lcm_pattern *found = NULL;
  struct lcm_traffic traffic = {.n = p};
  for (size_t i = 0; i < n; i++) {
    const struct lcm_passage passage = {.send = send,
                                        .receive = receive,
                                        .from = at[i].from,
                                        .to = at[i].to,
                                        .cause = at[i].cause};
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &traffic.all, passage);
  }
  return lcm_patterns_find(&found, ctx, &traffic, 1) ? found->name : NULL;
}

#define PATTERN(ctx, messages, p)                                              \
  pattern_of(ctx, messages, sizeof(messages) / sizeof *(messages), p)

/* Tables 5.1 (a reduction along the tree 0 <- 1, 2; 1 <- 3, 4; 2 <- 5), 6.1 (a
 * message that visits all), 6.2 (all send to one) and 6.3 (each sends around
 * the ring). */
static void test_patterns(void **state) {
  static const struct passed TREE[] = {
      {3, 1, 0}, {4, 1, 0}, {5, 2, 0}, {1, 0, 2}, {2, 0, 3}};
  static const struct passed VISIT[] = {
      {3, 0, 0}, {0, 1, 1}, {1, 2, 2}, {2, 3, 3}};
  static const struct passed ALL[] = {{1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
  static const struct passed CYCLE[] = {
      {3, 0, 0}, {0, 1, 0}, {1, 2, 0}, {2, 3, 0}, {0, 1, 1}, {1, 2, 2},
      {2, 3, 3}, {3, 0, 4}, {1, 2, 5}, {2, 3, 6}, {3, 0, 7}, {0, 1, 8}};
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  (void)state;
  assert_string_equal(PATTERN(ctx, TREE, 6), "reduction up a tree");
  assert_string_equal(PATTERN(ctx, VISIT, 4), "ring");
  assert_string_equal(PATTERN(ctx, ALL, 4), "gather");
  assert_string_equal(PATTERN(ctx, CYCLE, 4), "ring");
  lcm_ctx_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_handover),  cmocka_unit_test(test_occupied),
      cmocka_unit_test(test_combining), cmocka_unit_test(test_placement),
      cmocka_unit_test(test_losses),    cmocka_unit_test(test_patterns)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
