/* Quiescence, of random programs: it is never found while a message is left,
 * and always found afterwards, on threads and on simulated processors, with
 * every strategy and every order of queues. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "md.h"

enum { START, WORK, AGAIN, BEGIN, PING, FOUND, QUIET, SUMMED };
enum { SUM, BEST, FLOOD, TABLE };
enum { FUEL = 7, PHASES = 2 };

/* What all entries of a program know. */
struct plan {
  atomic_long made, ran;
  atomic_bool quiet;
  int phase, failed;
  long summed;
};

/* Add to a sum. */
static void add(void *value, const void *more) {
  *(long *)value += *(const long *)more;
}

/* Take the larger number. */
static int larger(void *value, const void *more) {
  if (*(const long *)more <= *(long *)value)
    return 0;
  *(long *)value = *(const long *)more;
  return 1;
}

/* "n" messages are about to be made. */
static void make(md *m, long n) {
  (void)atomic_fetch_add(&((struct plan *)md_user(m))->made, n);
}

/* An entry runs. */
static void runs(md *m) {
  const long one = 1;
  struct plan *plan = md_user(m);
  if (atomic_load(&plan->quiet))
    plan->failed = 1;
  (void)atomic_fetch_add(&plan->ran, 1);
  md_accumulate(m, SUM, &one);
}

/* Send some message with "fuel", by chance. */
static void act(md *m, int fuel, md_id self) {
  const int p = md_processors(m);
  const int to = (int)(md_random(m) % (uint64_t)p);
  const double priority = (double)(md_random(m) % 100);
  const long value = (long)(md_random(m) % 1000);
  switch (md_random(m) % 7) {
  case 0:
    make(m, 1);
    md_create(m, WORK, &fuel, sizeof fuel, priority);
    break;
  case 1:
    make(m, 1);
    md_create_on(m, to, WORK, &fuel, sizeof fuel, priority);
    break;
  case 2:
    make(m, 1);
    md_send(m, md_branch(0, to), PING, &fuel, sizeof fuel, priority);
    break;
  case 3:
    make(m, p);
    fuel = 0;
    md_broadcast(m, 0, PING, &fuel, sizeof fuel, priority);
    break;
  case 4:
    make(m, 1);
    md_insert(m, TABLE, value, &fuel, sizeof fuel);
    md_await(m, TABLE, value, self, self.stamp == UINT32_MAX ? FOUND : AGAIN);
    break;
  case 5:
    md_improve(m, BEST, &value);
    md_improve(m, FLOOD, &value);
    break;
  default:
    make(m, 1);
    md_find(m, TABLE, value, self, self.stamp == UINT32_MAX ? FOUND : AGAIN);
    break;
  }
}

/* Do something, with what is left of the fuel. */
static void burn(md *m, const int *data) {
  const int fuel = data ? *data - 1 : 0;
  runs(m);
  md_compute(m, (double)(md_random(m) % 100) * 1e-6);
  for (int i = 0; fuel > 0 && i < 2; i++)
    act(m, fuel, md_self(m));
}

/* The entries that only do something. */
static void work(md *m, void *self, const void *data, size_t size) {
  (void)self, (void)size;
  burn(m, data);
}

/* Branches begin, with fuel for some. */
static void begin(md *m, void *self, const void *data, size_t size) {
  const int fuel = md_random(m) % 3 ? 0 : FUEL;
  (void)self, (void)data, (void)size;
  burn(m, &fuel);
}

/* Create the branches and some work, and ask for quiescence. */
static void start(md *m, void *self, const void *data, size_t size) {
  const int fuel = FUEL;
  (void)self, (void)data, (void)size;
  make(m, md_processors(m));
  (void)md_create_office(m, BEGIN, NULL, 0);
  make(m, 1);
  md_create(m, WORK, &fuel, sizeof fuel, 0);
  md_quiescence(m, md_self(m), QUIET);
}

/* Quiescence: nothing may be left.  Ask for the sum. */
static void quiet(md *m, void *self, const void *data, size_t size) {
  struct plan *plan = md_user(m);
  (void)self, (void)data, (void)size;
  atomic_store(&plan->quiet, true);
  if (atomic_load(&plan->made) != atomic_load(&plan->ran))
    plan->failed = 1;
  md_collect(m, SUM, md_self(m), SUMMED);
}

/* The sum has come: it is of all entries.  Begin again, or end. */
static void summed(md *m, void *self, const void *data, size_t size) {
  struct plan *plan = md_user(m);
  const int fuel = FUEL;
  (void)self, (void)size;
  plan->summed += *(const long *)data;
  if (plan->summed != atomic_load(&plan->ran))
    plan->failed = 1;
  if (++plan->phase == PHASES) {
    md_exit(m, plan->failed);
    return;
  }
  atomic_store(&plan->quiet, false);
  make(m, 2);
  md_create(m, WORK, &fuel, sizeof fuel, 0);
  md_send(m, md_branch(0, md_processors(m) - 1), PING, &fuel, sizeof fuel, 0);
  md_quiescence(m, md_self(m), QUIET);
}

/* Run the program of "seed" with "options"; return its status. */
static int run(struct md_options options, uint64_t seed) {
  static const char *const strategies[] = {"local",   "random",   "acwn",
                                           "manager", "managers", "token",
                                           "shared",  "receiver", "aperiodic"};
  static const char *const queues[] = {"fifo", "lifo", "fifolifo", "priority"};
  static const struct md_chare chares[] = {{"main", 0}, {"node", 8}, {"b", 0}};
  static const struct md_entry entries[] = {
      [START] = {0, "start", start}, [WORK] = {1, "work", work},
      [AGAIN] = {1, "again", work},  [BEGIN] = {2, "begin", begin},
      [PING] = {2, "ping", work},    [FOUND] = {2, "found", work},
      [QUIET] = {0, "quiet", quiet}, [SUMMED] = {0, "summed", summed}};
  const struct md_variable variables[] = {
      [SUM] = {MD_ACCUMULATOR, "sum", sizeof(long), .add = add},
      [BEST] = {MD_MONOTONIC, "best", sizeof(long), .update = larger,
                .wait = seed % 2 ? 1e-4 : 0},
      [FLOOD] = {MD_MONOTONIC, "flood", sizeof(long), .update = larger,
                 .flood = 1},
      [TABLE] = {MD_TABLE, "table", .cache = seed % 3 == 0}};
  const struct md_program program = {.name = "random",
                                     .chares = chares,
                                     .n_chares = 3,
                                     .entries = entries,
                                     .n_entries = 8,
                                     .variables = variables,
                                     .n_variables = 4};
  struct plan plan = {.phase = 0};
  options.user = &plan;
  options.seed = seed;
  options.cluster = 1 + (int)(seed % 5);
  options.strategy = strategies[seed % 9];
  options.queue = queues[seed / 9 % 4];
  return md_run(&program, &options, NULL);
}

/* On simulated processors. */
static void test_simulated(void **state) {
  static const char *const machines[] = {"network", "shared", "zero"};
  (void)state;
  for (uint64_t seed = 0; seed < 360; seed++)
    assert_int_equal(
        run((struct md_options){.run = "simulate",
                                .processors = 1 + (int)(seed * 7 % 23),
                                .machine = machines[seed % 7 % 3],
                                .until = 10},
            seed),
        0);
}

/* On threads. */
static void test_threads(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 108; seed++)
    assert_int_equal(
        run((struct md_options){.run = "threads",
                                .processors = 1 + (int)(seed * 3 % 5),
                                .until = 60},
            seed),
        0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_simulated),
                                     cmocka_unit_test(test_threads)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
