/* Simulation of models: the cases of van Gemund 1996 (sections beside them),
 * errors, random models.  Numbers are the thesis' or follow by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/ctx.h"
#include "base/diag.h"
#include "composer/simulate/goal.h"
#include "composer/simulate/run.h"
#include "composer/simulate/simulate.h"
#include "composer/simulate/trace.h"
#include "pamela/pamela.h"
#include "pamela/read.h"

/* A model and the time of its end. */
struct model {
  const char *text;
  double time;
};

/* Simulate "text" in "ctx" as "options" say into "*out". */
static lcm_status simulate(struct lcm_simulation *out, lcm_ctx *ctx,
                           const char *text,
                           const struct lcm_simulate_options *options) {
  const lcm_program *program = NULL;
  const lcm_status status =
      lcm_pamela_read(&program, ctx, "m.pam", text, strlen(text), NULL);
  return status ? status : lcm_simulate(out, ctx, program, NULL, 0, options);
}

/* Check the "n" models at "models", simulated as "options" say. */
static void check(const struct model *models, size_t n,
                  const struct lcm_simulate_options *options) {
  for (size_t i = 0; i < n; i++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    struct lcm_simulation out = {.result.time = -1};
    const lcm_status status = simulate(&out, ctx, models[i].text, options);
    if (status ||
        fabs(out.result.time - models[i].time) > 1e-9 * (1 + models[i].time))
      fail_msg("%s: %s, %.15g, not %.15g", models[i].text,
               lcm_status_name(status), out.result.time, models[i].time);
    lcm_ctx_free(ctx);
  }
}

#define CHECK(models, ...)                                                     \
  check(models, sizeof(models) / sizeof *(models),                             \
        &(const struct lcm_simulate_options){__VA_ARGS__})

/* The language, statement by statement. */
static void test_language(void **state) {
  static const struct model models[] = {
      {"L = delay(1) ; x := 2 ; if (x^2 < 4) delay(1)", 1},
      {"cond c  L = {delay(1) ; wait(c) ; delay(5)} || {delay(5) ; signal(c) ;"
       " delay(1)}",
       10},
      {"resource r1 = 1, r2 = 2  L = {P({r1,r2,r2}) ; delay(1)} || delay(4)",
       4},
      {"resource r1 = 1, r2 = 2  L = {P({r1,r1,r2}) ; delay(1)} || {delay(4) ;"
       " V(r1)}",
       5},
      {"param t = 2  resource r  L = access || access || access "
       "access = P(r) ; delay(t) ; V(r)",
       6},
      {"resource r  L = use(r, 3) || use(r, 4)", 7},
      {"resource r = 2  L = par (i = 1, 3) use(r, 1)", 2},
      {"L = seq (i = 1, 4) delay(i)", 10},
      {"L = par (i = 1, 4) delay(i)", 4},
      {"L = seq (i = 3, 2) delay(1) ; par (i = 3, 2) delay(7)", 0},
      {"param N = 10, S = 3  L = seq (i = 1, N) if (i mod S != 0) delay(1)", 7},
      {"L = x := 3 ; while (x > 0) { delay(x) ; x := x - 1 }", 6},
      {"L = f(3) ; g[2]  f(n) = if (n > 0) { delay(n) ; f(n - 1) } "
       "g[2] = delay(2)",
       8},
      {"L = x := 1 ; { { x := x + 1 ; delay(x) } || delay(x) } ; delay(x)", 3},
      {"resource r = 2, c[0..3] = 1  L = using ({r, c[2]}) { use(r, 1) ; "
       "delay(1) } || { use(c[2], 5) ; using (r) delay(1) }",
       8},
  };
  (void)state;
  CHECK(models, .seed = 1);
}

/* Contention: 3.4.3, 5.4, 6.2.1. */
static void test_contention(void **state) {
  static const struct model models[] = {
      {"resource r  L = {delay(1) ; use(r, 2)} || {delay(2) ; use(r, 1)}", 4},
      {"resource r  L = {use(r, 1) ; delay(2)} || {use(r, 2) ; delay(1)}", 4},
      {"resource r  L = {use(r, 2) ; delay(1)} || {use(r, 1) ; delay(2)}", 5},
      {"resource r = 1 ps  L = {use(r, 1) ; delay(2)} || {use(r, 2) ; "
       "delay(1)}",
       4},
      {"resource r = 1 ps  L = {use(r, 2) ; delay(1)} || {use(r, 1) ; "
       "delay(2)}",
       4},
      {"resource r1, r2  L = {use(r1, 1) ; use(r2, 99)} || {use(r1, 99) ; "
       "use(r2, 1)}",
       101},
      {"resource r1, r2  L = {use(r1, 99) ; use(r2, 1)} || {use(r1, 1) ; "
       "use(r2, 99)}",
       199},
      {"param N = 3, P = 5, t = 2  resource r[1..3] "
       "L = seq (i = 1, N) par (p = 1, P) use(r[i], t)",
       30},
      {"param t[1..7] = {4, 1, 3, 2, 6, 5, 7}  resource c[0..2] "
       "L = par (i = 1, 7) use(c[(i - 1) mod 3], t[i])",
       13},
  };
  (void)state;
  CHECK(models, .seed = 1);
}

/* What goes wrong, and what is said of it, place included. */
static void test_errors(void **state) {
  static const struct {
    const char *text;
    const char *message;
  } wrong[] = {
      {"resource a, b\nL = using (a) { delay(1) ; using (b) delay(1) }\n"
       " || using (b) { delay(1) ; using (a) delay(1) }",
       "m.pam:2:28: error: deadlock at time 1: branch 1 waits for b; branch 2 "
       "waits for a (line 3) [deadlock]"},
      {"cond c[0..3]\nL = par (i = 1, 2) { delay(i) ; wait(c[i]) ; "
       "signal(c[3]) }",
       "m.pam:2:33: error: deadlock at time 2: i = 1 waits for c[1]; i = 2 "
       "waits for c[2] (line 2) [deadlock]"},
      {"resource r = 2\nL = P({r, r, r})",
       "m.pam:2:5: error: deadlock at time 0: the first process waits for r "
       "[deadlock]"},
      {"resource r[1..3]\nL = seq (i = 1, 5) use(r[i], 1)",
       "m.pam:2:20: error: subscript 4 of 'r' is out of 1..3 [domain]"},
      {"resource r[1..3]\nL = seq (i = 1, 2) use(r[i / 2], 1)",
       "m.pam:2:20: error: subscript 0.5 of 'r' is no whole number [domain]"},
      {"L = seq (i = 1, 5)\n  delay(3 - i)",
       "m.pam:2:3: error: the time is negative (-1) [negative-cost]"},
      {"L = x := 0 ; delay(1 / x)",
       "m.pam:1:14: error: the time is no number [domain]"},
      {"param u = 1.5\nresource r = u\nL = use(r, 1)",
       "m.pam:2:10: error: the multiplicity "
       "of 'r' is no whole number [domain]"},
      {"param n\nL = delay(n)",
       "m.pam:2:5: error: nothing gives 'n' a value: use -D n=... "
       "[unbound-name]"},
      {"L = f(1)\nf(n) = if (n > 0) f(n + 1)",
       "m.pam:2:19: error: the recursion of 'f' does not end [recursion]"},
      {"L = f(1)\nf(n) = if (n > 0) {f(n + 1) || f(n + 2)}",
       "m.pam:1:1: error: the simulation makes too many events or processes "
       "(250 events to time 0) [budget]"},
      {"L = x := 1 ; while (x > 0) delay(1)",
       "m.pam:1:1: error: the simulation makes too many events or processes "
       "(1000 events to time 999) [budget]"},
  };
  (void)state;
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    struct lcm_simulation out;
    size_t n = 0;
    assert_true(simulate(&out, ctx, wrong[i].text,
                         &(struct lcm_simulate_options){
                             .max_events = 1000, .max_processes = 500}) !=
                LCM_OK);
    const lcm_diag *all = lcm_diag_all(ctx, &n);
    assert_true(n > 0);
    assert_string_equal(lcm_diag_format(ctx, &all[0]), wrong[i].message);
    lcm_ctx_free(ctx);
  }
}

/* Random models: intervals that hold the mean, the same again for a seed. */
static void test_random_models(void **state) {
  static const struct model models[] = {
      {"L = seq (i = 1, 20) delay(exponential(3))", 60},
      {"L = seq (i = 1, 20) delay(uniform(1, 5))", 60},
      {"L = seq (i = 1, 20) delay(normal(10, 1))", 200},
      {"L = seq (i = 1, 20) if (prob(0.25)) delay(4) else delay(8)", 140},
      {"L = seq (i = 1, 20) { x := random ; delay(x + x) }", 20},
      {"L = par (i = 1, 3) delay(exponential(6))", 11},
      {"L = delay(exponential(1)^2)", 2},
  };
  const struct lcm_simulate_options options = {.seed = 5, .level = 0.999};
  (void)state;
  for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    struct lcm_simulation out;
    struct lcm_simulation again;
    assert_int_equal(simulate(&out, ctx, models[i].text, &options), LCM_OK);
    assert_int_equal(simulate(&again, ctx, models[i].text, &options), LCM_OK);
    if (out.result.low > models[i].time || out.result.high < models[i].time)
      fail_msg("%s: %g in %g..%g", models[i].text, models[i].time,
               out.result.low, out.result.high);
    assert_true(out.result.random && out.result.replications >= 10);
    assert_true(out.result.high - out.result.low <= 0.02001 * out.result.mean ||
                out.result.replications == 10000);
    assert_true(out.result.mean == again.result.mean);
    assert_int_equal(out.result.replications, again.result.replications);
    lcm_ctx_free(ctx);
  }
}

/* Service times: visits in turn, and fewer, longer ones where asked for. */
static void test_service(void **state) {
  static const char TEXT[] = "resource r = 1 service 0.5  "
                             "L = {use(r, 2) ; delay(3)} || {use(r, 1) ; "
                             "delay(7)}";
  static const struct model fine[] = {{TEXT, 9}};
  static const struct model coarse[] = {{TEXT, 10}};
  static const struct model philosophers[] = {
      {"param P = 5  resource c[0..P-1]  L = par (p = 0, P - 1) seq (i = 1, 4) "
       "{ delay(1) ; use({c[p], c[(p + 1) mod P]}, 10) }",
       101}};
  (void)state;
  CHECK(fine, .seed = 1);
  CHECK(coarse, .visits = 1);
  CHECK(philosophers, .overtake = true);
}

/* The schedule of two processes at one resource. */
static void test_schedule(void **state) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  struct lcm_simulation out;
  (void)state;
  assert_int_equal(
      simulate(&out, ctx,
               "resource r[1..2]  cond c  L = {delay(1) ; use(r[2], 3) ; "
               "signal(c)} || {use(r[2], 2) ; wait(c)}",
               &(struct lcm_simulate_options){.schedule = true}),
      LCM_OK);
  const lcm_timeline *t = out.schedule;
  assert_int_equal(t->n_processes, 3);
  assert_string_equal(t->processes[2].name, "branch 2");
  assert_true(t->processes[2].parent == 0 && t->processes[2].end == 5);
  lcm_buf buf = {0};
  for (size_t i = 0; i < t->n_spans; i++)
    lcm_buf_printf(&buf, "%zu %d %s %g..%g\n", t->spans[i].process,
                   (int)t->spans[i].activity,
                   t->spans[i].what ? t->spans[i].what : "-", t->spans[i].start,
                   t->spans[i].end);
  char *text = lcm_buf_take(&buf);
  assert_string_equal(text, "1 0 - 0..1\n"
                            "2 1 r[2] 0..2\n"
                            "1 2 r[2] 1..2\n"
                            "1 1 r[2] 2..5\n"
                            "2 3 c 2..5\n");
  free(text);
  const lcm_tracks tracks = lcm_timeline_to_tracks(ctx, t);
  assert_int_equal(tracks.slices.n, t->n_spans);
  assert_string_equal(tracks.slices.at[2].name, "queue r[2]");
  assert_int_equal(tracks.slices.at[3].end - tracks.slices.at[3].begin,
                   3000000000);
  lcm_ctx_free(ctx);
}

/* Two processes and their messages in GOAL: 1 s of work, a message, and one
 * back that is waited for. */
static void test_goal(void **state) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  struct lcm_simulation out;
  (void)state;
  assert_int_equal(
      simulate(&out, ctx,
               "cond a, b  L = {delay(1) ; signal(a) ; wait(b) ; delay(4)} || "
               "{wait(a) ; delay(2) ; signal(b)}",
               &(struct lcm_simulate_options){.schedule = true}),
      LCM_OK);
  assert_int_equal(out.schedule->n_messages, 2);
  char *text = lcm_timeline_to_goal(out.schedule);
  assert_string_equal(text, "num_ranks 3\n\n"
                            "rank 0 {\n"
                            "l1: send 1b to 1 tag 2\n"
                            "l2: send 1b to 2 tag 4\n"
                            "l2 requires l1\n"
                            "l3: recv 1b from 2 tag 5\n"
                            "l3 requires l2\n"
                            "l4: recv 1b from 1 tag 3\n"
                            "l4 requires l3\n}\n\n"
                            "rank 1 {\n"
                            "l1: recv 1b from 0 tag 2\n"
                            "l2: calc 1000000000\n"
                            "l2 requires l1\n"
                            "l3: send 1b to 2 tag 0\n"
                            "l3 requires l2\n"
                            "l4: recv 1b from 2 tag 1\n"
                            "l4 requires l3\n"
                            "l5: calc 4000000000\n"
                            "l5 requires l4\n"
                            "l6: send 1b to 0 tag 3\n"
                            "l6 requires l5\n}\n\n"
                            "rank 2 {\n"
                            "l1: recv 1b from 0 tag 4\n"
                            "l2: recv 1b from 1 tag 0\n"
                            "l2 requires l1\n"
                            "l3: calc 2000000000\n"
                            "l3 requires l2\n"
                            "l4: send 1b to 1 tag 1\n"
                            "l4 requires l3\n"
                            "l5: send 1b to 0 tag 5\n"
                            "l5 requires l4\n}\n");
  free(text);
  lcm_ctx_free(ctx);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_language), cmocka_unit_test(test_contention),
      cmocka_unit_test(test_errors),   cmocka_unit_test(test_random_models),
      cmocka_unit_test(test_service),  cmocka_unit_test(test_schedule),
      cmocka_unit_test(test_goal),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
