/* Closed forms of restructurings (trace/expert/heuristic.c) and patterns of
 * messages (composer/engine/messages/pattern.c), as in Sinha 1994. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "composer/engine/messages/pattern.h"
#include "composer/engine/messages/pattern_matrix.h"
#include "trace/expert/heuristic.h"

/* Numbers that agree to what they are written with. */
static void close_to(double a, double b) {
  assert_float_equal(a, b, 1e-6 * (b < 0 ? -b : b) + 1e-9);
}

/* Section 6.4.3 as vectors (times in us): data of 65536 bytes at 0.05 us a
 * byte. T(1) is g_a + m_b + alpha + beta s_b + g_b + q_b; k* the optimum in
 * real numbers, sqrt(C / m) with C = beta s_b + g_b and m = m_b where making
 * sets the pace, C = beta s_b + g_a and m = q_b where using does (6.3); then
 * the gain is (sqrt(C) - sqrt(m))^2.  Printed are gains with the wrong sign of
 * m (k - 1) (6.1, 6.2), which at k* would be C - m: "printed". */
struct vector {
  struct lcm_handover of;
  double one;
  double best;
  double gain;
  double printed;
  size_t parts;
  double at_parts;
};

static const struct vector VECTORS[] = {{{10000, 4000, 50, 20, 200, 3276.8},
                                         17546.8,
                                         12.0638,
                                         6120.417,
                                         7226.80,
                                         12,
                                         11426.4},
                                        {{4000, 10000, 50, 80, 200, 3276.8},
                                         17606.8,
                                         9.5373,
                                         5830.833,
                                         7196.80,
                                         10,
                                         11777.68}};

static void test_handover(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof VECTORS / sizeof *VECTORS; i++) {
    const struct vector *v = &VECTORS[i];
    const double k = v->best;
    const bool made = v->of.make > v->of.use;
    const double rest = v->of.transfer + (made ? v->of.use : v->of.make);
    const double each = made ? v->of.send : v->of.receive;
    close_to(lcm_handover_time(&v->of, 1), v->one);
    assert_float_equal(sqrt(rest / each), k, 5e-5);
    assert_float_equal(v->one - lcm_handover_time(&v->of, k), v->gain, 1e-3);
    assert_float_equal(pow(sqrt(rest) - sqrt(each), 2), v->gain, 1e-3);
    assert_float_equal(rest - each, v->printed, 1e-3);
    assert_true(lcm_handover_time(&v->of, k - 0.1) >
                lcm_handover_time(&v->of, k));
    assert_true(lcm_handover_time(&v->of, k + 0.1) >
                lcm_handover_time(&v->of, k));
    assert_int_equal(lcm_handover_parts(&v->of, 64), v->parts);
    close_to(lcm_handover_time(&v->of, (double)v->parts), v->at_parts);
  }
  assert_float_equal(lcm_handover_time(&VECTORS[1].of, 9), 11778.533, 1e-3);
  assert_int_equal(lcm_handover_parts(&VECTORS[0].of, 4), 4);
}

/* Return when data handed over as "h" says in "k" parts are used, message by
 * message: each part is made, sent, on its way beside the others, received and
 * used; the network has room for all. */
static double hand_over(const struct lcm_handover *h, size_t k) {
  const double parts = (double)k;
  double made = 0;
  double used = 0;
  for (size_t i = 0; i < k; i++) {
    made += h->make / parts + h->send;
    const double there = made + h->latency + h->transfer / parts;
    used = (used > there ? used : there) + h->receive + h->use / parts;
  }
  return used;
}

/* The cases of 6.4.3 are told apart part by part, not by g_a > g_b: here making
 * takes longer as a whole and sets the pace at k = 2, using at k = 4 and more.
 * Message by message it is the same. */
static void test_pace(void **state) {
  const struct lcm_handover h = {10000, 9000, 5, 400, 200, 1000};
  (void)state;
  close_to(lcm_handover_time(&h, 2), 10000 + 2 * 5 + 200 + 500 + 4500 + 400);
  close_to(lcm_handover_time(&h, 4), 2500 + 5 + 200 + 250 + 9000 + 4 * 400);
  for (size_t k = 1; k <= 64; k++) {
    close_to(lcm_handover_time(&h, (double)k), hand_over(&h, k));
    for (size_t i = 0; i < 2; i++)
      close_to(lcm_handover_time(&VECTORS[i].of, (double)k),
               hand_over(&VECTORS[i].of, k));
  }
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

/* The two scenarios of 6.4.11.1 on 5 processors, with all that they determine:
 * utilization, (6.5), (6.6), (6.7).  Of utilizations 0.40 and 0.80 are printed;
 * 3 of 5 are 0.60.  What is not said of the available work of the first one is
 * what runs of it.  (6.7) is (6.6) where there is less work than free
 * processors, and else (6.5). */
static void test_placement(void **state) {
  static const struct {
    struct lcm_stretch stretch;
    struct lcm_placing want;
  } ROWS[] = {{{1, 3, 2, 2}, {0.4, 1, 1, 1}},
              {{1, 0, 3, 3}, {0.6, 0.6, 1, 1}},
              {{1, 0, 2, 2}, {0.4, 0.4, 1, 1}},
              {{1, 0, 3, 10}, {0.6, 0.6, 0.3, 0.6}}};
  (void)state;
  for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
    const struct lcm_placing got = lcm_placing_of(&ROWS[i].stretch, 1, 5);
    const double of_least =
        ROWS[i].stretch.moved / fmin(5, ROWS[i].stretch.available);
    close_to(got.utilization, ROWS[i].want.utilization);
    close_to(got.of_free, ROWS[i].want.of_free);
    close_to(got.of_work, ROWS[i].want.of_work);
    close_to(got.effective, ROWS[i].want.effective);
    if (i > 1)
      close_to(of_least, i == 2 ? 1 : 0.6);
  }
}

/* Over time these are means; where nothing can be placed, because all
 * processors are bound or there is no work, the strategy is not to blame: 1
 * (6.4.11.1). */
static void test_singular(void **state) {
  const struct lcm_stretch mixed[] = {{3, 0, 3, 10}, {1, 5, 0, 4}};
  const struct lcm_stretch idle = {2, 1, 0, 0};
  (void)state;
  close_to(lcm_placing_of(mixed, 2, 5).effective, (3 * 0.6 + 1) / 4);
  close_to(lcm_placing_of(mixed, 2, 5).utilization, 3 * 0.6 / 4);
  close_to(lcm_placing_of(&idle, 1, 5).effective, 1);
  close_to(lcm_placing_of(&idle, 1, 5).utilization, 0);
}

/* Heuristics 4, 5 (printed with the ideal grain in the place of the cost of a
 * task: 10 times as much), 6 (what CharmInit costs while the others wait: a
 * chain of one), 7 and 8. */
static void test_losses(void **state) {
  const double counts[] = {10, 6, 4, 4};
  const double grains[] = {5, 3, 2, 2};
  const struct lcm_parcels work = {2000, 1000, 1};
  (void)state;
  close_to(lcm_chain_gain(100, 25, 4), 50);
  close_to(lcm_grain_gain(&work, 10, 4), 200);
  close_to((10 * work.pieces - work.time) / 4, 2000);
  close_to(lcm_chain_gain(100, 0, 5), 80);
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

/* Return the "n" messages at "at" on "p" ranks, all of one type. */
static struct lcm_traffic traffic_of(lcm_ctx *ctx, const struct passed *at,
                                     size_t n, size_t p) {
  const lcm_loc loc = {.file = "a.c", .line = 1};
  const lcm_node *send = lcm_node_new(ctx, LCM_NODE_MESSAGE, loc);
  const lcm_node *receive = lcm_node_new(ctx, LCM_NODE_MESSAGE, loc);
  struct lcm_traffic traffic = {.n = p};
  for (size_t i = 0; i < n; i++) {
    const struct lcm_passage passage = {.send = send,
                                        .receive = receive,
                                        .from = at[i].from,
                                        .to = at[i].to,
                                        .cause = at[i].cause};
    LCM_LIST_ADD(lcm_ctx_arena(ctx), &traffic.all, passage);
  }
  return traffic;
}

/* Return the name of the pattern that the "n" messages at "at" on "p" ranks
 * show, NULL for none. */
static const char *pattern_of(lcm_ctx *ctx, const struct passed *at, size_t n,
                              size_t p) {
  const struct lcm_pattern *found = NULL;
  const struct lcm_traffic traffic = traffic_of(ctx, at, n, p);
  return lcm_patterns_find(&found, ctx, &traffic, 1) ? found->name : NULL;
}

#define PATTERN(ctx, messages, p)                                              \
  pattern_of(ctx, messages, sizeof(messages) / sizeof *(messages), p)

/* The messages of table 5.1, a reduction up the tree 0 <- 1, 2; 1 <- 3, 4; 2 <-
 * 5; of 6.1, one that visits all; of 6.2, all to one; of 6.3, each around the
 * ring. */
static const struct passed TREE[] = {
    {3, 1, 0}, {4, 1, 0}, {5, 2, 0}, {1, 0, 2}, {2, 0, 3}};
static const struct passed VISIT[] = {
    {3, 0, 0}, {0, 1, 1}, {1, 2, 2}, {2, 3, 3}};
static const struct passed ALL[] = {{1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
static const struct passed CYCLE[] = {
    {3, 0, 0}, {0, 1, 0}, {1, 2, 0}, {2, 3, 0}, {0, 1, 1}, {1, 2, 2},
    {2, 3, 3}, {3, 0, 4}, {1, 2, 5}, {2, 3, 6}, {3, 0, 7}, {0, 1, 8}};

static void test_patterns(void **state) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  (void)state;
  assert_string_equal(PATTERN(ctx, TREE, 6), "reduction up a tree");
  assert_string_equal(PATTERN(ctx, VISIT, 4), "sequential chain");
  assert_string_equal(PATTERN(ctx, ALL, 4), "gather");
  assert_string_equal(PATTERN(ctx, CYCLE, 4), "ring");
  lcm_ctx_free(ctx);
}

/* A table of the thesis: "n" messages on "p" ranks, and its "columns" as they
 * are printed, row by row; with "origins" the cells say who sent the first
 * message of each chain. */
struct table {
  const struct passed *at;
  size_t n;
  size_t p;
  size_t columns;
  bool origins;
  const char *cells[16];
};

#define TABLE(messages, p, columns, origins, ...)                              \
  {                                                                            \
    messages, sizeof(messages) / sizeof *(messages), p, columns, origins, {    \
      __VA_ARGS__                                                              \
    }                                                                          \
  }

/* Cell by cell.  The depths that figure 5.14 computes for table 5.1 are those
 * of all messages, 3 and 4; definition 11, which counts those of the type,
 * gives the table.  The entries of table 6.3 are who sent a message first, not
 * its creators as M_e is defined: by that every column would be (3, 0, 1, 2),
 * which is the last row of this list. */
static const struct table TABLES[] = {
    TABLE(TREE, 6, 2, false, "-1", "(1, 2)", "(3, 4)", "-1", "5", "-1", "-1",
          "-1", "-1", "-1", "-1", "-1"),
    TABLE(VISIT, 4, 4, false, "3", "-1", "-1", "-1", "-1", "0", "-1", "-1",
          "-1", "-1", "1", "-1", "-1", "-1", "-1", "2"),
    TABLE(ALL, 4, 1, false, "(1, 2, 3)", "-1", "-1", "-1"),
    TABLE(CYCLE, 4, 3, true, "3", "2", "1", "0", "3", "2", "1", "0", "3", "2",
          "1", "0"),
    TABLE(CYCLE, 4, 3, false, "3", "3", "3", "0", "0", "0", "1", "1", "1", "2",
          "2", "2")};

/* Put cell ("row", "column") of "m" into "text" as the thesis prints it. */
static void print_cell(char text[64], const struct lcm_logical_matrix *m,
                       const size_t cell[2], bool origins) {
  size_t n = 0;
  size_t length = 0;
  for (size_t i = 0; i < m->events.n; i++) {
    const struct lcm_logical_event *event = &m->events.at[i];
    if (event->to != cell[0] || event->depth != cell[1])
      continue;
    length +=
        (size_t)snprintf(text + length, 64 - length, "%s%zu", n++ ? ", " : "(",
                         origins ? event->origin : event->from);
  }
  if (n > 1)
    (void)snprintf(text + length, 64 - length, ")");
  else if (n)
    memmove(text, text + 1, length);
  else
    (void)snprintf(text, 64, "-1");
}

static void test_matrices(void **state) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  (void)state;
  for (size_t t = 0; t < sizeof TABLES / sizeof *TABLES; t++) {
    const struct table *table = &TABLES[t];
    const struct lcm_traffic traffic =
        traffic_of(ctx, table->at, table->n, table->p);
    const struct lcm_logical_matrix m =
        lcm_logical_matrix(ctx, &traffic, &traffic.all.at[0]);
    assert_int_equal(lcm_matrix_deepest(&m) + 1, table->columns);
    for (size_t i = 0; i < table->p; i++)
      for (size_t j = 0; j < table->columns; j++) {
        char text[64];
        print_cell(text, &m, (const size_t[]){i, j}, table->origins);
        assert_string_equal(text, table->cells[i * table->columns + j]);
      }
    assert_int_equal(lcm_matrix_is_reduction(&m),
                     table->at == TREE || table->at == ALL);
    assert_int_equal(lcm_matrix_is_sequential(&m), table->at == VISIT);
    assert_int_equal(lcm_matrix_is_bottleneck(&m), table->at == ALL);
  }
  lcm_ctx_free(ctx);
}

/* Messages of another type between those of one do not count: the answer of
 * rank 1 to what 0 sent does not make the next question deeper than by one; a
 * rank that gets two and sends one is no link of a sequential chain, and one
 * that sends two no part of a reduction. */
static void test_types(void **state) {
  static const struct passed TALK[] = {{0, 1, 0}, {1, 0, 1}, {0, 1, 2}};
  static const struct passed FORK[] = {{2, 1, 0}, {2, 0, 0}, {1, 0, 1}};
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  struct lcm_traffic traffic = traffic_of(ctx, TALK, 3, 2);
  (void)state;
  traffic.all.at[1].send = lcm_node_new(ctx, LCM_NODE_MESSAGE, (lcm_loc){0});
  const size_t *depths = lcm_logical_depths(ctx, &traffic, &traffic.all.at[0]);
  assert_int_equal(depths[0], 0);
  assert_int_equal(depths[1], 1);
  assert_int_equal(depths[2], 1);
  const struct lcm_traffic forked = traffic_of(ctx, FORK, 3, 3);
  const struct lcm_logical_matrix m =
      lcm_logical_matrix(ctx, &forked, &forked.all.at[0]);
  assert_false(lcm_matrix_is_reduction(&m));
  assert_false(lcm_matrix_is_sequential(&m));
  assert_false(lcm_matrix_is_bottleneck(&m));
  lcm_ctx_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_handover),  cmocka_unit_test(test_pace),
      cmocka_unit_test(test_occupied),  cmocka_unit_test(test_combining),
      cmocka_unit_test(test_placement), cmocka_unit_test(test_singular),
      cmocka_unit_test(test_losses),    cmocka_unit_test(test_patterns),
      cmocka_unit_test(test_matrices),  cmocka_unit_test(test_types)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
