/* Messages between ranks in simulation: times found by hand, and on random
 * programs what composition predicts without contention, and no less than its
 * bounds with it.  A failure prints seed and text. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "composer/bound/bound.h"
#include "composer/predict/predict.h"
#include "composer/scope/options.h"
#include "composer/simulate/run.h"
#include "composer/simulate/simulate.h"
#include "model/lcs/parse.h"
#include "simulator/random.h"

enum { PROGRAMS = 1500, MOST_RANKS = 9, THREADS = 3 };

/* A text being made: "loops" are around, "requests" were made. */
struct writer {
  lcm_buf buf;
  struct lcm_random random;
  int loops;
  int requests;
};

/* Return a number from "low" to "high". */
static int pick(struct writer *w, int low, int high) {
  return low + (int)(lcm_random_bits(&w->random) % (uint64_t)(high - low + 1));
}

/* Whether two times are equal but for rounding. */
static bool is_near(double a, double b) {
  return fabs(a - b) <= 1e-9 * fmax(1, fabs(b));
}

/* ---- running ------------------------------------------------------------- */

/* Read the program whose ranks do "body"; fails the test where it is none. */
static const lcm_program *read(lcm_ctx *ctx, const char *body) {
  const lcm_program *program = NULL;
  const char *text = lcm_arena_printf(
      lcm_ctx_arena(ctx),
      "lcs 1\nentry main\nfunction main {\nteam of=ranks {\nseries {\n%s}\n}\n"
      "}\n",
      body);
  if (lcm_program_parse(&program, ctx, "p.lcs", text, strlen(text)))
    fail_msg("no program: %s", text);
  return program;
}

/* Read the machine with "members" of JSON. */
static const lcm_machine *machine(lcm_ctx *ctx, const char *members) {
  const lcm_machine *out = NULL;
  const char *text = lcm_arena_printf(
      lcm_ctx_arena(ctx), "{\"schema\": \"lcm-machine/1\", %s}", members);
  assert_int_equal(lcm_machine_parse(&out, ctx, "m.json", text, strlen(text)),
                   LCM_OK);
  return out;
}

/* Return the simulated time of "program" with "p" ranks of THREADS threads on
 * "m", -1 after an error. */
static double simulated(lcm_ctx *ctx, const lcm_program *program,
                        const lcm_machine *m, int p) {
  struct lcm_simulation out = {.result.time = -1};
  const struct lcm_simulate_options options = {.machine = m,
                                               .processors = p * THREADS};
  const lcm_binding env[] = {{"ranks", p}, {"threads", THREADS}};
  return lcm_simulate(&out, ctx, program, env, 2, &options) ? -1
                                                            : out.result.time;
}

/* Return what composition says of "program" with "p" ranks on "m", NULL after
 * an error. */
static const lcm_point *composed(lcm_ctx *ctx, const lcm_program *program,
                                 const lcm_machine *m, int p) {
  const lcm_grid *grid = NULL;
  const lcm_prediction *prediction = NULL;
  const char *specs[] = {
      lcm_arena_printf(lcm_ctx_arena(ctx), "ranks=%d", p),
      lcm_arena_printf(lcm_ctx_arena(ctx), "threads=%d", (int)THREADS)};
  assert_int_equal(lcm_grid_parse(&grid, ctx, specs, 2), LCM_OK);
  const struct lcm_predict_options options = {.machine = m, .interpret = true};
  return lcm_predict(&prediction, ctx, program, grid, &options)
             ? NULL
             : &prediction->points[0];
}

/* Check that what "p" ranks do in "body" on the machine with "members" is
 * simulated to take "expected". */
static void check_time(const char *body, const char *members, int p,
                       double expected) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const double time = simulated(ctx, read(ctx, body), machine(ctx, members), p);
  if (!is_near(time, expected))
    fail_msg("%g, not %g: %s", time, expected, body);
  lcm_ctx_free(ctx);
}

/* ---- by hand --------------------------------------------------------------
 */

#define WORK(rank, seconds)                                                    \
  "branch {\nfragment if=(rank == " #rank ") {\nmodel time (" #seconds         \
  " s)\n}\n}\n"
#define SEND(rank, to, bytes)                                                  \
  "branch {\nmessage if=(rank == " #rank ") operation=MPI_Send to=(" #to       \
  ") bytes=(" #bytes ") tag=(0)\n}\n"
#define RECV(rank, from)                                                       \
  "branch {\nmessage if=(rank == " #rank ") operation=MPI_Recv from=(" #from   \
  ") from_tag=(0)\n}\n"

/* Two nodes of two ranks; a message occupies the interface for 2 s and takes
 * 5 s. */
#define NODES                                                                  \
  "\"ranks_per_node\": 2, \"costs\": {\"transfer\": 5, \"inject\": 2}"

/* The message of rank 1 leaves when that of rank 0 has: at 2 s, and is there at
 * 7 s.  Had rank 1 sent it at 1 s, it would be the same; from 3 s on nobody is
 * in its way. */
static void test_interface(void **state) {
  (void)state;
  const char *both = SEND(0, 2, 8) SEND(1, 3, 8) RECV(2, 0) RECV(3, 1);
  check_time(both, NODES, 4, 7);
  check_time(WORK(1, 1) SEND(0, 2, 8) SEND(1, 3, 8) RECV(2, 0) RECV(3, 1),
             NODES, 4, 7);
  check_time(WORK(1, 3) SEND(0, 2, 8) SEND(1, 3, 8) RECV(2, 0) RECV(3, 1),
             NODES, 4, 8);
}

/* A message inside a node does not need the interface: rank 0 sends to rank 1
 * and then to rank 2, which is there at 5 s too. */
static void test_inside(void **state) {
  (void)state;
  check_time(SEND(0, 1, 8) SEND(0, 2, 8) RECV(1, 0) RECV(2, 0), NODES, 4, 5);
}

/* Long messages leave when they are received: rank 1's, wanted at 1 s, before
 * rank 0's, wanted at 2 s, so that this one leaves at 3 s and is there at
 * 8 s. */
static void test_rendezvous(void **state) {
  (void)state;
  check_time(WORK(2, 2) WORK(3, 1) SEND(0, 2, 8) SEND(1, 3, 8) RECV(2, 0)
                 RECV(3, 1),
             "\"ranks_per_node\": 2, "
             "\"costs\": {\"transfer\": 5, \"inject\": 2, \"eager\": 4}",
             4, 8);
}

/* Down a binomial tree of four nodes with one rank each: rank 0 sends to rank
 * 2, there at 5 s, and to rank 1, which leaves at 2 s; rank 2 to rank 3, there
 * at 10 s.  With a message of rank 0 before, which rank 1 is sent, all is 2 s
 * later. */
static void test_tree(void **state) {
  (void)state;
  const char *one = "\"costs\": {\"transfer\": 5, \"inject\": 2}";
  const char *down = "message operation=MPI_Bcast root=(0) bytes=(8)\n";
  lcm_buf text = {0};
  check_time(down, one, 4, 10);
  lcm_buf_printf(&text, "%s%s%s", SEND(0, 1, 8), RECV(1, 0), down);
  check_time(text.text, one, 4, 12);
  lcm_buf_free(&text);
}

/* A barrier that costs 3 s, of two ranks on two nodes, has to leave either
 * node, as a message of no bytes for 2 s: rank 0, which has sent one at 1 s,
 * has the interface again at 3 s, and both are done 3 s later, at 6 s.  What is
 * put into the memory of rank 1 then leaves behind the barrier: at 6 s, and is
 * there at 11 s.  A message to rank 1, sent at 1 s, and 8 bytes got from rank 0
 * by rank 1 at 0 s leave one after the other: at 0 and 2 s, there at 5 and 7 s.
 */
static void test_turns(void **state) {
  const char *one = "\"costs\": {\"transfer\": 5, \"inject\": 2, "
                    "\"MPI_Barrier\": 3}";
  (void)state;
  check_time(WORK(0, 1) SEND(0, 1, 8) "message operation=MPI_Barrier\n", one, 2,
             6);
  check_time(WORK(0, 1) SEND(
                 0, 1, 8) "message operation=MPI_Barrier\n"
                          "branch {\nseries if=(rank == 0) {\n"
                          "message operation=MPI_Put to=(1) bytes=(8) comm=w\n"
                          "message operation=MPI_Win_flush comm=w\n}\n}\n",
             one, 2, 11);
  check_time("branch {\nseries if=(rank == 1) {\n"
             "message operation=MPI_Get to=(0) bytes=(8) comm=w\n}\n}\n" WORK(
                 0, 1) SEND(0, 1, 8) RECV(1, 0),
             one, 2, 7);
}

/* Who takes a message from anybody takes what comes first, not what was sent
 * first: rank 1 sends 10 bytes at 0 s, rank 2 one byte at 1 s.  Rank 0 has that
 * at 2 s, works until 102 s, and the other has come long before. */
static void test_any(void **state) {
  (void)state;
  check_time(WORK(2, 1) SEND(1, 0, 10) SEND(2, 0, 1) RECV(0, -2) WORK(0, 100)
                 RECV(0, -2),
             "\"costs\": {\"transfer\": \"m\"}", 3, 102);
}

/* Messages that nobody takes do not keep the program: rank 0 sends one that
 * would be there at 5 s, and works for 1 s. */
static void test_lost(void **state) {
  (void)state;
  check_time(SEND(0, 1, 8) WORK(0, 1), NODES, 2, 1);
}

/* Ranks have locks of their own: three threads that hold one for 1 s each take
 * 3 s, in each of the two ranks at the same time. */
static void test_locks(void **state) {
  (void)state;
  check_time("team {\nusing of=lock {\nfragment {\nmodel time (1 s)\n}\n}\n"
             "}\nmessage operation=MPI_Barrier\n",
             "\"costs\": {}", 2, 3);
}

/* Two that send to each other first, and wait for being received, stand
 * still. */
static void test_deadlock(void **state) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  (void)state;
  const lcm_program *program =
      read(ctx, SEND(0, 1, 8) SEND(1, 0, 8) RECV(0, 1) RECV(1, 0));
  (void)lcm_ctx_mute(ctx, true);
  assert_true(simulated(ctx, program, machine(ctx, "\"costs\": {\"eager\": 4}"),
                        2) < 0);
  assert_true(simulated(ctx, program, machine(ctx, "\"costs\": {\"eager\": 8}"),
                        2) >= 0);
  lcm_ctx_free(ctx);
}

/* ---- random programs -------------------------------------------------------
 */

/* Append a number of bytes that may depend on the rank. */
static void put_bytes(struct writer *w) {
  if (pick(w, 0, 1))
    lcm_buf_printf(&w->buf, " bytes=(%d)", pick(w, 0, 12));
  else
    lcm_buf_printf(&w->buf, " bytes=(rank mod %d * 3 + %d)", pick(w, 2, 4),
                   pick(w, 0, 8));
}

/* Append computing that differs by rank. */
static void put_work(struct writer *w) {
  lcm_buf_printf(&w->buf, "fragment {\nmodel time ((rank mod %d + %d)*",
                 pick(w, 1, 4), pick(w, 0, 2));
  if (w->loops && pick(w, 0, 1))
    lcm_buf_printf(&w->buf, "(i%d mod 3 + 1)*", w->loops - 1);
  lcm_buf_printf(&w->buf, "%d.%d s)\n}\n", pick(w, 0, 5), pick(w, 0, 9));
}

/* Append a message "operation" under the condition "when" (NULL: always). */
static void put_message(struct writer *w, const char *when,
                        const char *operation, const char *to,
                        const char *from) {
  if (when)
    lcm_buf_puts(&w->buf, "branch {\n");
  lcm_buf_puts(&w->buf, "message");
  if (when)
    lcm_buf_printf(&w->buf, " if=(%s)", when);
  lcm_buf_printf(&w->buf, " operation=%s", operation);
  if (to)
    lcm_buf_printf(&w->buf, " to=(%s) tag=(1)", to);
  if (from)
    lcm_buf_printf(&w->buf, " from=(%s) from_tag=(1)", from);
  if (to)
    put_bytes(w);
  if (!strncmp(operation, "MPI_I", 5))
    lcm_buf_printf(&w->buf, " request=r slot=(%d)", w->requests++);
  lcm_buf_puts(&w->buf, when ? "\n}\n" : "\n");
}

/* Append the name of one of the blocking sends. */
static const char *send_of(struct writer *w) {
  return pick(w, 0, 4) ? "MPI_Send" : "MPI_Ssend";
}

/* Append waiting for all requests. */
static void put_waitall(struct writer *w) {
  lcm_buf_printf(&w->buf,
                 "message operation=MPI_Waitall request=r slot=(0) "
                 "count=(%d)\n",
                 w->requests);
  w->requests = 0;
}

/* Append a chain: each waits for the one before it. */
static void put_chain(struct writer *w) {
  put_message(w, "rank > 0", "MPI_Recv", NULL, "rank - 1");
  put_work(w);
  put_message(w, "rank < ranks - 1", send_of(w), "rank + 1", NULL);
}

/* Append an exchange with both neighbours, with work meanwhile. */
static void put_halo(struct writer *w) {
  const bool wraps = pick(w, 0, 1);
  const char *up = wraps ? "(rank + 1) mod ranks" : "rank + 1";
  const char *down = wraps ? "(rank + ranks - 1) mod ranks" : "rank - 1";
  const char *has_up = wraps ? NULL : "rank < ranks - 1";
  const char *has_down = wraps ? NULL : "rank > 0";
  put_message(w, has_down, "MPI_Irecv", NULL, down);
  put_message(w, has_up, "MPI_Irecv", NULL, up);
  if (pick(w, 0, 1))
    put_work(w);
  put_message(w, has_up, "MPI_Isend", up, NULL);
  put_message(w, has_down, "MPI_Isend", down, NULL);
  if (pick(w, 0, 1))
    put_work(w);
  put_waitall(w);
}

/* Append a blocking exchange in pairs: the even rank sends first. */
static void put_pairs(struct writer *w) {
  put_message(w, "rank mod 2 == 0 and rank + 1 < ranks", send_of(w), "rank + 1",
              NULL);
  put_message(w, "rank mod 2 == 1", "MPI_Recv", NULL, "rank - 1");
  put_message(w, "rank mod 2 == 1", send_of(w), "rank - 1", NULL);
  put_message(w, "rank mod 2 == 0 and rank + 1 < ranks", "MPI_Recv", NULL,
              "rank + 1");
}

/* Append a step around the ring. */
static void put_shift(struct writer *w) {
  const int by = pick(w, 1, 3);
  char to[40];
  char from[40];
  (void)snprintf(to, sizeof to, "(rank + %d) mod ranks", by);
  (void)snprintf(from, sizeof from, "(rank + 3*ranks - %d) mod ranks", by);
  put_message(w, NULL, "MPI_Sendrecv", to, from);
}

/* Append messages of all to rank 0, which takes them in order. */
static void put_gather(struct writer *w) {
  put_message(w, "rank > 0", send_of(w), "0", NULL);
  lcm_buf_printf(&w->buf, "branch {\nloop if=(rank == 0) for=s(1, ranks - 1) "
                          "{\nseries {\n");
  put_message(w, NULL, "MPI_Recv", NULL, "s");
  if (pick(w, 0, 1))
    put_work(w);
  lcm_buf_puts(&w->buf, "}\n}\n}\n");
}

/* Append what all ranks do together: the first ROOTED of them have a root. */
static void put_together(struct writer *w) {
  enum { ROOTED = 5, KINDS = 13 };
  static const char *const ALL[KINDS] = {
      "MPI_Bcast",     "MPI_Reduce",         "MPI_Gather",    "MPI_Scatter",
      "MPI_Ibcast",    "MPI_Barrier",        "MPI_Allreduce", "MPI_Allgather",
      "MPI_Alltoall",  "MPI_Reduce_scatter", "MPI_Scan",      "MPI_Ibarrier",
      "MPI_Iallreduce"};
  const int kind = pick(w, 0, KINDS - 1);
  const char *operation = ALL[kind];
  const bool later = operation[4] == 'I';
  lcm_buf_printf(&w->buf, "message operation=%s", operation);
  if (kind < ROOTED)
    lcm_buf_printf(&w->buf, " root=(%d mod ranks)", pick(w, 0, 9));
  put_bytes(w);
  if (later)
    lcm_buf_printf(&w->buf, " request=r slot=(%d)", w->requests++);
  lcm_buf_puts(&w->buf, "\n");
  if (later && pick(w, 0, 1))
    put_halo(w);
  if (later)
    put_work(w);
  if (later && w->requests)
    put_waitall(w);
}

/* Append what a team of threads of each rank does: a loop whose iterations hold
 * a lock, or not. */
static void put_team(struct writer *w) {
  static const char *const SCHEDULES[] = {"static", "static chunk=(1)",
                                          "dynamic", "dynamic chunk=(2)"};
  lcm_buf_printf(
      &w->buf,
      "team size=(3) {\nparloop for=k(0, %d + rank mod 2) schedule=%s "
      "worksharing {\nseries {\nfragment {\n"
      "model time ((k mod 3 + rank mod 4)*1.5 s)\n}\n",
      pick(w, 0, 9), SCHEDULES[pick(w, 0, 3)]);
  if (pick(w, 0, 1))
    lcm_buf_printf(&w->buf,
                   "using of=lock {\nfragment {\nmodel time (%d s)\n}\n}\n",
                   pick(w, 1, 3));
  lcm_buf_puts(&w->buf, "}\n}\n}\n");
}

/* Append something that the ranks do. */
static void put_part(struct writer *w, int depth) {
  switch (pick(w, 0, depth > 0 ? 10 : 9)) {
  case 0:
    put_chain(w);
    return;
  case 1:
  case 2:
    put_halo(w);
    return;
  case 3:
    put_pairs(w);
    return;
  case 4:
    put_shift(w);
    return;
  case 5:
    put_gather(w);
    return;
  case 6:
  case 7:
    put_together(w);
    return;
  case 8:
    put_work(w);
    return;
  case 9:
    put_team(w);
    return;
  }
  lcm_buf_printf(&w->buf, "loop for=i%d(1, %d) {\nseries {\n", w->loops,
                 pick(w, 1, 3));
  w->loops++;
  for (int i = pick(w, 1, 3); i >= 0; i--)
    put_part(w, depth - 1);
  w->loops--;
  lcm_buf_puts(&w->buf, "}\n}\n");
}

/* Return what ranks do at random, which the caller frees. */
static char *random_body(uint64_t seed) {
  struct writer w = {0};
  lcm_random_seed(&w.random, seed);
  for (int i = pick(&w, 2, 6); i >= 0; i--)
    put_part(&w, 2);
  return lcm_buf_take(&w.buf);
}

/* Return a random seed's machine: latency and bandwidth, overheads, a length
 * beyond which messages wait, prices of some collectives, and ("shared")
 * interfaces of nodes. */
static const lcm_machine *random_machine(lcm_ctx *ctx, uint64_t seed,
                                         bool shared) {
  const char *members = lcm_arena_printf(
      lcm_ctx_arena(ctx),
      "\"ranks_per_node\": %d, \"costs\": {%s%s%s%s\"transfer\": \"%d + "
      "m/%d\"}",
      1 + (int)(seed / 7 % 3), shared ? "\"inject\": \"0.25 + m/4\", " : "",
      seed % 2 ? "\"eager\": 6, " : "",
      seed % 3 ? "\"send\": \"0.5 + m/8\", \"receive\": 0.75, " : "",
      seed % 5 ? "" : "\"MPI_Allreduce\": 7, \"MPI_Bcast\": \"1 + m\", ",
      (int)(seed % 4), 2 + (int)(seed % 3));
  return machine(ctx, members);
}

/* Where messages share nothing, composition and simulation agree. */
static void test_without_contention(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    char *text = random_body(seed);
    const int p = 1 + (int)(seed % MOST_RANKS);
    const lcm_program *program = read(ctx, text);
    const lcm_machine *m = random_machine(ctx, seed, false);
    const lcm_point *point = composed(ctx, program, m, p);
    const double time = simulated(ctx, program, m, p);
    if (!point || !is_near(time, point->time))
      fail_msg("seed %llu, p = %d: %.9g, composed %.9g:\n%s",
               (unsigned long long)seed, p, time, point ? point->time : -1,
               text);
    free(text);
    lcm_ctx_free(ctx);
  }
}

/* Return the lower bound of "program" with "p" ranks on "m". */
static double bound_of(lcm_ctx *ctx, const lcm_program *program,
                       const lcm_machine *m, int p) {
  struct lcm_bound_result out;
  lcm_bound *bound = NULL;
  const struct lcm_bound_options options = {.how = LCM_BOUND_VALUES,
                                            .machine = m};
  const lcm_binding env[] = {{"ranks", p}, {"threads", THREADS}};
  assert_int_equal(lcm_bound_new(&bound, ctx, program, &options), LCM_OK);
  assert_int_equal(lcm_bound_at(&out, bound, env, 2), LCM_OK);
  return out.reason ? 0 : out.time;
}

/* Where they share interfaces, simulation takes no less than either bound. */
static void test_with_contention(void **state) {
  size_t slower = 0;
  (void)state;
  for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    char *text = random_body(seed);
    const int p = 2 + (int)(seed % MOST_RANKS);
    const lcm_program *program = read(ctx, text);
    const lcm_machine *m = random_machine(ctx, seed, true);
    const lcm_point *point = composed(ctx, program, m, p);
    const double time = simulated(ctx, program, m, p);
    const double bound =
        fmax(bound_of(ctx, program, m, p), point ? point->bound : 0);
    const double alone =
        simulated(ctx, program, random_machine(ctx, seed, false), p);
    slower += time > alone;
    if (!(time >= bound * (1 - 1e-9)))
      fail_msg("seed %llu, p = %d: %.9g, bound %.9g:\n%s",
               (unsigned long long)seed, p, time, bound, text);
    free(text);
    lcm_ctx_free(ctx);
  }
  assert_true(slower > PROGRAMS / 4);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_interface),
      cmocka_unit_test(test_inside),
      cmocka_unit_test(test_rendezvous),
      cmocka_unit_test(test_tree),
      cmocka_unit_test(test_turns),
      cmocka_unit_test(test_any),
      cmocka_unit_test(test_lost),
      cmocka_unit_test(test_locks),
      cmocka_unit_test(test_deadlock),
      cmocka_unit_test(test_without_contention),
      cmocka_unit_test(test_with_contention),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
