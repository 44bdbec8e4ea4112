/* Repair of clocks (trace/repair.c): random runs of actors that exchange
 * messages, on clocks that differ. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/repair.h"

enum { SEEDS = 200, MOST_ACTORS = 6, MOST_EVENTS = 400, MOST_MESSAGES = 60 };

/* A run: what happened when, by the true clock. */
struct made {
  struct trace_event events[MOST_EVENTS];
  size_t n;
  uint32_t p;
  uint64_t state; /* of the random numbers */
};

/* Return a random number below "n". */
static unsigned below(struct made *r, unsigned n) {
  r->state =
      r->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (unsigned)(r->state >> 33) % n;
}

/* Note an event of "actor". */
static void note(struct made *r, enum trace_kind kind, double time,
                 uint32_t actor, uint64_t id) {
  assert_true(r->n < MOST_EVENTS);
  r->events[r->n++] = (struct trace_event){.time = time,
                                           .value = NAN,
                                           .id = kind == TRACE_END ? 0 : id,
                                           .actor = actor,
                                           .kind = (uint8_t)kind,
                                           .rank = 1};
}

/* A message under way. */
struct way {
  double arrival;
  uint64_t id;
  uint32_t to;
};

/* Make a run: each message begins a task, which sends up to two more. */
static void make(struct made *r, uint64_t seed) {
  struct way ways[MOST_MESSAGES + 1] = {{0, 0, 0}};
  double free_at[MOST_ACTORS] = {0};
  size_t n = 1;
  memset(r, 0, sizeof *r);
  r->state = seed;
  r->p = 2 + below(r, MOST_ACTORS - 1);
  for (size_t k = 0; k < n; k++) {
    const struct way *w = &ways[k];
    double now = fmax(w->arrival, free_at[w->to]);
    if (w->id)
      note(r, TRACE_RECEIVE, now, w->to, w->id);
    note(r, TRACE_BEGIN, now, w->to, w->id);
    for (unsigned i = k ? below(r, 3) : 2; i > 0 && n < MOST_MESSAGES; i--) {
      now += 1 + below(r, 5);
      const uint32_t to = below(r, r->p);
      note(r, TRACE_CREATE, now, w->to, n);
      note(r, TRACE_SEND, now, w->to, n);
      r->events[r->n - 1].name = to;
      ways[n] = (struct way){now + 1 + below(r, 9), n, to};
      n++;
    }
    now += 1 + below(r, 5);
    note(r, TRACE_END, now, w->to, w->id);
    free_at[w->to] = now + 1e-3;
  }
}

/* Put the run into "log", the clock of each actor being off by up to "skew",
 * and "drift" times as fast as another. */
static void put(struct trace_log *log, struct made *r, double skew,
                double drift) {
  double offset[MOST_ACTORS];
  double rate[MOST_ACTORS];
  (void)trace_name_of(log, "task", TRACE_WORK, 0);
  for (uint32_t i = 0; i < r->p; i++) {
    (void)trace_actor_add(log, NULL);
    offset[i] = skew * ((double)below(r, 1000) / 500 - 1);
    rate[i] = 1 + drift * ((double)below(r, 1000) / 500 - 1);
  }
  for (size_t i = 0; i < r->n; i++) {
    struct trace_event e = r->events[i];
    e.time = offset[e.actor] + rate[e.actor] * e.time;
    trace_add(log, &e);
  }
  trace_log_end(log);
}

/* Return the event of "kind" of message "id" in "log", or one at no time. */
static struct trace_event event_of(const struct trace_log *log,
                                   enum trace_kind kind, uint64_t id) {
  for (size_t i = 0; i < log->n; i++)
    if (log->events[i].kind == kind && log->events[i].id == id)
      return log->events[i];
  return (struct trace_event){.time = NAN};
}

/* Return whether "to" comes too early after "from" where messages between
 * actors take "latency". */
static bool is_early(struct trace_event from, struct trace_event to,
                     double latency) {
  return to.time < from.time + (from.actor == to.actor ? 0 : latency) - 1e-9;
}

/* Return how many messages come less than "latency" after they are sent. */
static size_t tachyons(const struct trace_log *log, double latency) {
  size_t n = 0;
  for (uint64_t id = 1; id < MOST_MESSAGES; id++) {
    n += is_early(event_of(log, TRACE_CREATE, id),
                  event_of(log, TRACE_BEGIN, id), latency);
    n += is_early(event_of(log, TRACE_SEND, id),
                  event_of(log, TRACE_RECEIVE, id), latency);
  }
  return n;
}

/* Check that each actor does in "now" what it did in "before", in that order,
 * and that nothing takes less time. */
static void check_order(const struct trace_event *before,
                        const struct trace_log *now, uint32_t p) {
  for (uint32_t actor = 0; actor < p; actor++) {
    size_t k = 0;
    double was = NAN;
    double is = NAN;
    for (size_t i = 0; i < now->n; i++) {
      if (before[i].actor != actor)
        continue;
      while (now->events[k].actor != actor)
        k++;
      assert_int_equal(now->events[k].id, before[i].id);
      assert_int_equal(now->events[k].kind, before[i].kind);
      if (!isnan(was))
        assert_true(now->events[k].time - is >= before[i].time - was - 1e-9);
      was = before[i].time;
      is = now->events[k++].time;
    }
  }
}

/* Repair the run of "seed" on clocks that differ by "skew" and "drift"; return
 * how many messages came too early before. */
static size_t try_seed(uint64_t seed, double skew, double drift) {
  struct made *r = malloc(sizeof *r);
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  struct trace_log log = {
      .ctx = ctx, .driven = seed % 3 > 0, .most = MOST_EVENTS};
  struct trace_repair how = {.latency = seed % 2 ? 0.5 : 0};
  make(r, seed);
  put(&log, r, skew, drift);
  const size_t n = tachyons(&log, 0);
  struct trace_event *before = malloc(log.n * sizeof *before);
  memcpy(before, log.events, log.n * sizeof *before);
  trace_repair(&log, &how);
  assert_false(how.failed);
  assert_int_equal(how.forced, 0);
  assert_int_equal(tachyons(&log, log.driven ? how.latency : 0), 0);
  check_order(before, &log, r->p);
  if (skew == 0 && drift == 0)
    assert_true(how.shift == 0 && !how.tachyons);
  assert_true(!n == !how.tachyons || seed % 3 == 0);
  free(before);
  free(log.events);
  lcm_ctx_free(ctx);
  free(r);
  return n;
}

/* Clocks that differ are repaired, those that do not are left alone. */
static void test_random(void **state) {
  size_t n = 0;
  (void)state;
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    n += try_seed(seed, 20, 0.1);
    assert_int_equal(try_seed(seed, 0, 0), 0);
  }
  assert_true(n > SEEDS);
}

/* Two actors: one sends at 1 and goes on until 2, the other gets that at 1.5
 * and works until 3.  Writing each event took 0.1, which delays what its actor
 * does next. */
static void test_perturbation(void **state) {
  static const struct {
    enum trace_kind kind;
    uint32_t actor;
    double seen;
    double is;
  } EVENTS[] = {{TRACE_BEGIN, 0, 0, 0},       {TRACE_CREATE, 0, 1.1, 1},
                {TRACE_RECEIVE, 1, 1.6, 1.5}, {TRACE_BEGIN, 1, 1.7, 1.5},
                {TRACE_END, 0, 2.2, 2},       {TRACE_END, 1, 3.3, 3}};
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  struct trace_log log = {.ctx = ctx, .driven = true, .most = 100};
  struct trace_repair how = {.overhead = 0.1};
  (void)state;
  (void)trace_name_of(&log, "task", TRACE_WORK, 0);
  (void)trace_actor_add(&log, NULL);
  (void)trace_actor_add(&log, NULL);
  for (size_t i = 0; i < sizeof EVENTS / sizeof *EVENTS; i++) {
    const bool carries =
        EVENTS[i].kind != TRACE_END && (EVENTS[i].actor || i == 1);
    trace_add(&log, &(struct trace_event){.time = EVENTS[i].seen,
                                          .value = NAN,
                                          .id = carries,
                                          .actor = EVENTS[i].actor,
                                          .kind = (uint8_t)EVENTS[i].kind,
                                          .rank = 1});
  }
  trace_log_end(&log);
  trace_repair(&log, &how);
  for (size_t i = 0; i < log.n; i++)
    for (size_t k = 0; k < log.n; k++)
      if (log.events[k].kind == EVENTS[i].kind &&
          log.events[k].actor == EVENTS[i].actor)
        assert_true(fabs(log.events[k].time - EVENTS[i].is) < 1e-9);
  free(log.events);
  lcm_ctx_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random),
                                     cmocka_unit_test(test_perturbation)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
