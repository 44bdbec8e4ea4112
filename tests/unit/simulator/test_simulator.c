/* The discrete-event kernel.  Processes are written as text, one letter an
 * operation:
 *   d3      delay 3          u1:2    use one unit of resource 1 for 2
 *   m0,1:2  use 0 and 1      P1 V1   acquire, release (P1,1: two units)
 *   s0 w0   signal, wait     *4      what follows four times
 * Expected times are those of van Gemund 1996 (sections beside them) or
 * follow by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "simulator/kernel.h"
#include "simulator/look.h"
#include "simulator/random.h"
#include "simulator/resource.h"
#include "simulator/simulator.h"

/* What a process has: its text, the place in it, where a repetition begins and
 * how often it is still done. */
struct script {
  const char *text;
  const char *at;
  const char *loop;
  int times;
};

/* Read the claims at "*at", moving it behind them; return how many different
 * resources. */
static size_t read_claims(struct lcm_claim *claims, const char **at) {
  size_t n = 0;
  do {
    char *end;
    const lcm_sim_index r = (lcm_sim_index)strtoul(*at + 1, &end, 10);
    size_t i = 0;
    *at = end;
    while (i < n && claims[i].resource != r)
      i++;
    claims[i].units = i < n ? claims[i].units + 1 : 1;
    claims[i].resource = r;
    n += i == n;
  } while (**at == ',');
  return n;
}

/* Read the number behind "*at", moving it behind that. */
static double read_number(const char **at) {
  char *end;
  const double value = strtod(*at + 1, &end);
  *at = end;
  return value;
}

/* Do the operation at "*at" for "process"; return whether it runs on. */
static bool operate(lcm_sim *sim, lcm_process *process, const char **at) {
  struct lcm_claim claims[8];
  const char what = **at;
  size_t n;
  if (what == 'd') {
    lcm_sim_delay(sim, process, read_number(at));
    return false;
  }
  if (what == 's') {
    lcm_sim_signal(sim, (lcm_sim_index)read_number(at));
    return true;
  }
  if (what == 'w')
    return lcm_sim_wait(sim, process, (lcm_sim_index)read_number(at));
  n = read_claims(claims, at);
  if (what == 'P')
    return lcm_sim_acquire(sim, process, claims, n);
  if (what == 'V') {
    lcm_sim_release(sim, claims, n);
    return true;
  }
  assert_int_equal(**at, ':');
  lcm_sim_use(sim, process, claims, n, read_number(at));
  return false;
}

/* Run "process" until it waits. */
static void step(lcm_sim *sim, lcm_process *process) {
  struct script *script = lcm_process_extra(process);
  for (;;) {
    while (*script->at == ' ')
      script->at++;
    if (*script->at == '*') {
      script->times = (int)read_number(&script->at);
      script->loop = script->at;
    } else if (!*script->at) {
      if (--script->times <= 0) {
        lcm_sim_exit(sim, process);
        return;
      }
      script->at = script->loop;
    } else if (!operate(sim, process, &script->at)) {
      return;
    }
  }
}

/* Two numbers are equal but for rounding. */
static bool is_near(double a, double b) {
  return fabs(a - b) <= 1e-9 * (1 + fabs(b));
}

/* A world: the units of its resources (negative: shared), the processes. */
struct world {
  const int units[8];
  const char *const processes[8];
  double expected;
};

/* Run "world" with ties as "ties" and "seed", or as "options" says; return the
 * time of its end, -1 for a deadlock. */
static double run(const struct world *world, struct lcm_sim_options options) {
  lcm_arena arena = {0};
  size_t n = 0;
  options.step = step;
  options.extra = sizeof(struct script);
  lcm_sim *sim = lcm_sim_new(&arena, &options);
  for (size_t i = 0; i < 8 && world->units[i]; i++)
    lcm_sim_add_resource(
        sim, (struct lcm_sim_resource){
                 .units = world->units[i] == 99 ? 0 : abs(world->units[i]),
                 .shared = world->units[i] < 0});
  for (size_t i = 0; i < 4; i++)
    lcm_sim_add_condition(sim);
  while (n < 8 && world->processes[n])
    n++;
  for (size_t i = 0; i < n; i++) {
    struct script *script = lcm_process_extra(lcm_sim_fork(sim, NULL, i, n));
    script->text = world->processes[i];
    script->at = script->text;
  }
  const enum lcm_sim_end end = lcm_sim_run(sim);
  const double time = end == LCM_SIM_DONE ? lcm_sim_time(sim) : -1;
  lcm_arena_reset(&arena);
  return time;
}

/* What single resources and conditions do. */
static void test_worlds(void **state) {
  static const struct world worlds[] = {
      {{0}, {"d1 w0 d5", "d5 s0 d1"}, 10},
      {{1, 2}, {"P0,0,1 d1", "d4 V0"}, 5},
      {{1}, {"P0 d2 V0", "P0 d2 V0", "P0 d2 V0"}, 6},
      {{1}, {"u0:3", "u0:4"}, 7},
      {{2}, {"u0:1", "u0:1", "u0:1"}, 2},
      {{1}, {"d1 u0:2", "d2 u0:1"}, 4},
      {{1}, {"u0:1 d2", "u0:2 d1"}, 4},
      {{1}, {"u0:2 d1", "u0:1 d2"}, 5},
      {{-1}, {"u0:1 d2", "u0:2 d1"}, 4},
      {{-1}, {"u0:2 d1", "u0:1 d2"}, 4},
      {{-1}, {"u0:3 d1", "u0:2 d7"}, 11},
      {{-1}, {"u0:5 d2", "u0:1 d9"}, 11},
      {{1, 1}, {"u0:1 u1:99", "u0:99 u1:1"}, 101},
      {{1, 1}, {"u0:99 u1:1", "u0:1 u1:99"}, 199},
      {{1, 1}, {"m0,1:2 u0:3", "u1:2"}, 5},
      {{1, 1}, {"u1:2", "m0,1:2 u0:3"}, 7},
      {{1, 99}, {"*3 P1 u0:1", "*3 d2 V1"}, 7},
      {{1}, {"P0 w0 V0", "P0 s0 V0"}, -1},
      {{1}, {"P0,0"}, -1},
      {{1}, {"w0 u0:1 d5", "u0:2", "s0"}, 6},
  };
  (void)state;
  for (size_t i = 0; i < sizeof worlds / sizeof *worlds; i++) {
    const double time = run(&worlds[i], (struct lcm_sim_options){0});
    if (!is_near(time, worlds[i].expected))
      fail_msg("world %zu: %g, not %g", i, time, worlds[i].expected);
  }
}

/* A pool of three servers in order of arrival, and shared (derived: 11 and
 * 31/3). */
static void test_pool(void **state) {
  const struct world pool = {
      {3}, {"u0:4", "u0:1", "u0:3", "u0:2", "u0:6", "u0:5", "u0:7"}, 11};
  const struct world shared = {
      {-3}, {"u0:4", "u0:1", "u0:3", "u0:2", "u0:6", "u0:5", "u0:7"}, 0};
  (void)state;
  assert_true(is_near(run(&pool, (struct lcm_sim_options){0}), 11));
  assert_true(is_near(run(&shared, (struct lcm_sim_options){0}), 31.0 / 3));
}

/* A request for two resources holds up those behind it, unless they may
 * overtake. */
static void test_overtake(void **state) {
  const struct world world = {
      {1, 1}, {"u0:4", "d1 m0,1:4", "d2 u1:4 u1:2", "d3 u1:1"}, 0};
  (void)state;
  assert_true(is_near(run(&world, (struct lcm_sim_options){0}), 15));
  assert_true(
      is_near(run(&world, (struct lcm_sim_options){.overtake = true}), 13));
}

/* Dining philosophers in a ring (3.6.2, example 3.12), four cycles; derived.
 * In strict order each waits for the neighbour that waits for its own: one
 * eats at a time. */
static void test_philosophers(void **state) {
  static const struct world five = {{1, 1, 1, 1, 1},
                                    {"*4 d1 m0,1:10", "*4 d1 m1,2:10",
                                     "*4 d1 m2,3:10", "*4 d1 m3,4:10",
                                     "*4 d1 m4,0:10"},
                                    101};
  static const struct world six = {{1, 1, 1, 1, 1, 1},
                                   {"*4 d1 m0,1:10", "*4 d1 m1,2:10",
                                    "*4 d1 m2,3:10", "*4 d1 m3,4:10",
                                    "*4 d1 m4,5:10", "*4 d1 m5,0:10"},
                                   81};
  const struct lcm_sim_options overtake = {.overtake = true};
  (void)state;
  assert_true(is_near(run(&five, overtake), five.expected));
  assert_true(is_near(run(&six, overtake), six.expected));
  assert_true(is_near(run(&five, (struct lcm_sim_options){0}), 1 + 20 * 10));
  assert_true(is_near(run(&six, (struct lcm_sim_options){0}), 1 + 24 * 10));
}

/* Write a pipeline of random processes over one shared resource to "text". */
static void random_script(char *text, size_t size, struct lcm_random *random) {
  size_t used = 0;
  for (int i = 0; i < 5; i++)
    used += (size_t)snprintf(text + used, size - used, "d%d u%d:%d ",
                             (int)lcm_random_uniform(random, 0, 4),
                             (int)lcm_random_uniform(random, 0, 2),
                             (int)lcm_random_uniform(random, 0, 5));
}

/* With shared resources alone nothing depends on who goes first. */
static void test_ties_of_shared(void **state) {
  struct lcm_random random;
  (void)state;
  for (uint64_t seed = 1; seed <= 300; seed++) {
    char text[6][100];
    lcm_random_seed(&random, seed);
    for (size_t i = 0; i < 6; i++)
      random_script(text[i], sizeof text[i], &random);
    const struct world world = {
        {-1, -2}, {text[0], text[1], text[2], text[3], text[4], text[5]}, 0};
    const double time = run(&world, (struct lcm_sim_options){0});
    for (uint64_t ties = 1; ties <= 4; ties++) {
      const double other =
          run(&world,
              (struct lcm_sim_options){.ties = LCM_TIES_RANDOM, .seed = ties});
      if (!is_near(other, time))
        fail_msg("seed %llu: %.17g and %.17g", (unsigned long long)seed, time,
                 other);
    }
  }
}

/* The machine repair model with deterministic times (3.16):
 * max(phi + P ts, omega + phi/N) - ts. */
static void test_machine_repair(void **state) {
  struct lcm_random random;
  (void)state;
  lcm_random_seed(&random, 7);
  for (int i = 0; i < 400; i++) {
    const int p = 1 + (int)lcm_random_uniform(&random, 0, 8);
    const int n = 1 + (int)lcm_random_uniform(&random, 0, 9);
    const int tl = (int)lcm_random_uniform(&random, 0, 12);
    const int ts = (int)lcm_random_uniform(&random, 1, 7);
    char text[40];
    (void)snprintf(text, sizeof text, "*%d d%d u0:%d", n, tl, ts);
    const char *const t = text;
    const struct world world = {{1},
                                {t, p > 1 ? t : NULL, p > 2 ? t : NULL,
                                 p > 3 ? t : NULL, p > 4 ? t : NULL,
                                 p > 5 ? t : NULL, p > 6 ? t : NULL,
                                 p > 7 ? t : NULL},
                                0};
    const double phi = (double)n * (tl + ts);
    const double omega = (double)p * n * ts;
    const double time = run(&world, (struct lcm_sim_options){0});
    if (!is_near(time, fmax(phi + p * ts, omega + phi / n) - ts))
      fail_msg("P=%d N=%d tl=%d ts=%d: %g", p, n, tl, ts, time);
  }
}

/* Return the end of "first" and "second" at one resource of "service". */
static double with_service(const char *first, const char *second,
                           double service, double visits) {
  lcm_arena arena = {0};
  const struct lcm_sim_options options = {
      .step = step, .extra = sizeof(struct script), .visits = visits};
  lcm_sim *sim = lcm_sim_new(&arena, &options);
  const char *const text[] = {first, second};
  lcm_sim_add_resource(
      sim, (struct lcm_sim_resource){.units = 1, .service = service});
  for (size_t i = 0; i < 2; i++)
    ((struct script *)lcm_process_extra(lcm_sim_fork(sim, NULL, i, 2)))->at =
        text[i];
  assert_int_equal(lcm_sim_run(sim), LCM_SIM_DONE);
  const double time = lcm_sim_time(sim);
  lcm_arena_reset(&arena);
  return time;
}

/* Visits take turns: 2 || 1 with visits of 0.5 are A B A B A A, so that A ends
 * at 3 and B at 2; the last visit is shorter. */
static void test_service(void **state) {
  (void)state;
  assert_true(is_near(with_service("u0:2 d3", "u0:1 d7", 0.5, 0), 9));
  assert_true(is_near(with_service("u0:2 d3", "u0:1 d7", 0, 0), 10));
  assert_true(is_near(with_service("u0:2 d3", "u0:1 d7", 0.5, 1), 10));
  assert_true(is_near(with_service("u0:1.2 d3", "u0:0.1", 0.5, 0), 4.3));
  assert_true(is_near(with_service("u0:1", "d1 u0:1", 0.1, 0), 2));
}

/* What a tree of processes notes: the order in which its leaves end. */
struct order {
  char text[64];
  size_t n;
};

/* A node forks two children down to depth 3; leaves note their place. */
static void step_tree(lcm_sim *sim, lcm_process *process) {
  bool *forked = lcm_process_extra(process);
  struct order *order = lcm_sim_user(sim);
  const unsigned depth = lcm_process_depth(process);
  if (!*forked && depth < 3) {
    *forked = true;
    if (depth == 1 && !lcm_process_index(process)) {
      *forked = false;
      lcm_sim_delay(sim, process, lcm_sim_time(sim) < 1 ? 1 : 0);
      *forked = lcm_sim_time(sim) >= 1;
      return;
    }
    for (size_t i = 0; i < 2; i++)
      *(bool *)lcm_process_extra(lcm_sim_fork(sim, process, i, 2)) = false;
    (void)lcm_sim_join(sim, process);
    return;
  }
  if (depth == 3)
    order->text[order->n++] =
        (char)('a' +
               4 * lcm_process_index(
                       lcm_process_parent(lcm_process_parent(process))) +
               2 * lcm_process_index(lcm_process_parent(process)) +
               lcm_process_index(process));
  lcm_sim_exit(sim, process);
}

/* Children go before the next sibling of their parent: depth first. */
static void test_creation_order(void **state) {
  lcm_arena arena = {0};
  struct order order = {0};
  const struct lcm_sim_options options = {
      .step = step_tree, .extra = sizeof(bool), .user = &order};
  lcm_sim *sim = lcm_sim_new(&arena, &options);
  (void)state;
  (void)lcm_sim_fork(sim, NULL, 0, 1);
  assert_int_equal(lcm_sim_run(sim), LCM_SIM_DONE);
  assert_string_equal(order.text, "efgh");
  lcm_arena_reset(&arena);
}

/* A chain of processes deeper than ranks can tell apart. */
static void step_deep(lcm_sim *sim, lcm_process *process) {
  bool *forked = lcm_process_extra(process);
  struct order *order = lcm_sim_user(sim);
  const unsigned depth = lcm_process_depth(process);
  if (!*forked && depth < 12 && !lcm_process_index(process)) {
    *forked = true;
    for (size_t i = 200; i-- > 0;)
      *(bool *)lcm_process_extra(lcm_sim_fork(sim, process, i, 200)) = false;
    (void)lcm_sim_join(sim, process);
    return;
  }
  if (!*forked && lcm_process_index(process) == 1)
    order->text[order->n++] = (char)('a' + depth);
  lcm_sim_exit(sim, process);
}

/* Ranks that have run out are replaced by the places in the tree. */
static void test_deep_order(void **state) {
  lcm_arena arena = {0};
  struct order order = {0};
  const struct lcm_sim_options options = {
      .step = step_deep, .extra = sizeof(bool), .user = &order};
  lcm_sim *sim = lcm_sim_new(&arena, &options);
  (void)state;
  (void)lcm_sim_fork(sim, NULL, 0, 1);
  assert_int_equal(lcm_sim_run(sim), LCM_SIM_DONE);
  assert_string_equal(order.text, "mlkjihgfedcb");
  lcm_arena_reset(&arena);
}

/* Budgets end a run, and a deadlock lists who waits for what. */
static void test_ends(void **state) {
  lcm_arena arena = {0};
  const struct lcm_sim_options options = {
      .step = step, .extra = sizeof(struct script), .max_events = 50};
  lcm_sim *sim = lcm_sim_new(&arena, &options);
  lcm_process **blocked;
  lcm_sim_index index = 9;
  (void)state;
  struct script *script = lcm_process_extra(lcm_sim_fork(sim, NULL, 0, 1));
  script->at = "*100 d1";
  assert_int_equal(lcm_sim_run(sim), LCM_SIM_BUDGET);
  assert_true(lcm_sim_time(sim) <= 50);
  sim = lcm_sim_new(
      &arena, &(struct lcm_sim_options){.step = step, .extra = sizeof *script});
  lcm_sim_add_condition(sim);
  lcm_sim_add_resource(sim, (struct lcm_sim_resource){.units = 1});
  script = lcm_process_extra(lcm_sim_fork(sim, NULL, 0, 2));
  script->at = "P0 w0 V0";
  script = lcm_process_extra(lcm_sim_fork(sim, NULL, 1, 2));
  script->at = "d2 P0 s0";
  assert_int_equal(lcm_sim_run(sim), LCM_SIM_DEADLOCK);
  assert_int_equal(lcm_sim_blocked(&blocked, sim), 2);
  assert_int_equal(lcm_process_waits(sim, blocked[0], &index),
                   LCM_WAITING_CONDITION);
  assert_int_equal(lcm_process_waits(sim, blocked[1], &index),
                   LCM_WAITING_RESOURCE);
  assert_int_equal(index, 0);
  assert_true(lcm_process_time(sim, blocked[1]) == 2);
  lcm_arena_reset(&arena);
}

/* The generator gives the numbers of its authors' program for state 1 2 3 4,
 * and its distributions have their means. */
static void test_random(void **state) {
  struct lcm_random random = {{1, 2, 3, 4}};
  const uint64_t expected[] = {11520, 0, 1509978240, 1215971899390074240};
  double sums[4] = {0};
  (void)state;
  for (size_t i = 0; i < 4; i++)
    assert_true(lcm_random_bits(&random) == expected[i]);
  lcm_random_seed(&random, 42);
  const int n = 200000;
  for (int i = 0; i < n; i++) {
    const double normal = lcm_random_normal(&random, 1, 2);
    sums[0] += lcm_random_exponential(&random, 3) / n;
    sums[1] += lcm_random_uniform(&random, 2, 6) / n;
    sums[2] += normal / n;
    sums[3] += (normal - 1) * (normal - 1) / n;
  }
  assert_true(fabs(sums[0] - 3) < 0.05);
  assert_true(fabs(sums[1] - 4) < 0.02);
  assert_true(fabs(sums[2] - 1) < 0.03);
  assert_true(fabs(sums[3] - 4) < 0.08);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_worlds),
      cmocka_unit_test(test_pool),
      cmocka_unit_test(test_overtake),
      cmocka_unit_test(test_philosophers),
      cmocka_unit_test(test_ties_of_shared),
      cmocka_unit_test(test_machine_repair),
      cmocka_unit_test(test_service),
      cmocka_unit_test(test_creation_order),
      cmocka_unit_test(test_deep_order),
      cmocka_unit_test(test_ends),
      cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
