/* What simulations must satisfy, on random models and programs: they lie
 * between the bounds, sharing does not depend on who goes first, and what
 * composition predicts exactly is simulated exactly.  A failure prints seed and
 * text. */
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
#include "composer/bound/build.h"
#include "composer/predict/predict.h"
#include "composer/scope/options.h"
#include "composer/simulate/run.h"
#include "composer/simulate/simulate.h"
#include "model/lcs/parse.h"
#include "pamela/pamela.h"
#include "pamela/read.h"
#include "simulator/random.h"

enum { MODELS = 10000, PROGRAMS = 4000 };

/* A text being made.
 * loops     around
 * contended whether resources are used; shared: only those that share */
struct writer {
  lcm_buf buf;
  struct lcm_random random;
  int loops;
  bool contended;
  bool shared;
};

/* Return a number from "low" to "high". */
static int pick(struct writer *w, int low, int high) {
  return low + (int)(lcm_random_bits(&w->random) % (uint64_t)(high - low + 1));
}

/* Whether two times are equal but for rounding. */
static bool is_near(double a, double b) {
  return fabs(a - b) <= 1e-9 * fmax(1, fabs(b));
}

/* ---- models ---------------------------------------------------------------
 */

static void put_statement(struct writer *w, int depth);

/* Append several statements, joined by "by", in braces. */
static void put_group(struct writer *w, int depth, const char *by) {
  const int n = pick(w, 2, 3);
  lcm_buf_puts(&w->buf, "{ ");
  for (int i = 0; i < n; i++) {
    lcm_buf_puts(&w->buf, i ? by : "");
    put_statement(w, depth - 1);
  }
  lcm_buf_puts(&w->buf, " }");
}

/* Append the statement "word" over a range. */
static void put_range(struct writer *w, int depth, const char *word) {
  lcm_buf_printf(&w->buf, "%s (i%d = 1, %d) ", word, w->loops, pick(w, 1, 4));
  w->loops++;
  lcm_buf_puts(&w->buf, "{ ");
  put_statement(w, depth - 1);
  lcm_buf_puts(&w->buf, " }");
  w->loops--;
}

/* Append the use of a resource. */
static void put_use(struct writer *w) {
  const int kind = w->shared ? 0 : pick(w, 0, 7);
  const int time = pick(w, 0, 6);
  if (kind == 0)
    lcm_buf_printf(&w->buf, "use(s[%d], %d)", pick(w, 1, 2), time);
  else if (kind == 1)
    lcm_buf_printf(&w->buf, "use({r[1], r[%d]}, %d)", pick(w, 2, 3), time);
  else if (kind == 2)
    lcm_buf_printf(&w->buf, "using (r[%d]) delay(%d)", pick(w, 1, 3), time);
  else if (kind == 3)
    lcm_buf_printf(&w->buf, "use(m, %d)", time);
  else if (kind == 4)
    lcm_buf_printf(&w->buf, "use(v, %d)", time);
  else if (kind == 5)
    lcm_buf_printf(&w->buf, "using (h) { delay(%d) ; use(r[%d], %d) }",
                   pick(w, 0, 3), pick(w, 1, 3), time);
  else
    lcm_buf_printf(&w->buf, "use(r[%d], %d)", pick(w, 1, 3), time);
}

/* Append a time: a number, or one that depends on the innermost index. */
static void put_time(struct writer *w) {
  if (w->loops && pick(w, 0, 1))
    lcm_buf_printf(&w->buf, "delay(i%d mod 3 + %d)", w->loops - 1,
                   pick(w, 0, 4));
  else
    lcm_buf_printf(&w->buf, "delay(%d)", pick(w, 0, 6));
}

/* Append two statements at the same time of which one waits for the other half
 * way: that goes on, so nothing stands still.  The condition may be true
 * already. */
static void put_joined(struct writer *w, int depth) {
  const int c = pick(w, 1, 3);
  lcm_buf_puts(&w->buf, "{ ");
  put_statement(w, depth - 2);
  lcm_buf_printf(&w->buf, " ; signal(c[%d]) ; ", c);
  put_statement(w, depth - 1);
  lcm_buf_puts(&w->buf, " || ");
  put_statement(w, depth - 2);
  lcm_buf_printf(&w->buf, " ; wait(c[%d]) ; ", c);
  put_statement(w, depth - 1);
  lcm_buf_puts(&w->buf, " }");
}

/* Append a random statement, nested "depth" deep at most. */
static void put_statement(struct writer *w, int depth) {
  const int kind = pick(w, 0, depth > 0 ? 8 : 2);
  if (kind <= 1 && w->contended)
    put_use(w);
  else if (kind <= 2)
    put_time(w);
  else if (kind == 3)
    put_range(w, depth, "seq");
  else if (kind == 4)
    put_range(w, depth, "par");
  else if (kind == 5)
    put_group(w, depth, " || ");
  else if (kind == 6)
    put_joined(w, depth);
  else
    put_group(w, depth, " ; ");
}

/* Return a random model, which the caller frees. */
static char *random_model(uint64_t seed, bool contended, bool shared) {
  struct writer w = {.contended = contended, .shared = shared};
  lcm_random_seed(&w.random, seed);
  lcm_buf_puts(&w.buf, "resource r[1..3] = 1, s[1..2] = 1 ps, m = 2, "
                       "v = 1 service 2, h = 1  cond c[1..3]  L = ");
  put_statement(&w, 4);
  return lcm_buf_take(&w.buf);
}

/* Simulate "program" as "options" say; return the time. */
static double time_of(lcm_ctx *ctx, const lcm_program *program,
                      const struct lcm_simulate_options *options) {
  struct lcm_simulation out = {.result.time = -1};
  if (lcm_simulate(&out, ctx, program, NULL, 0, options))
    return -1;
  return out.result.time;
}

/* Read the model "text". */
static const lcm_program *read_model(lcm_ctx *ctx, const char *text) {
  const lcm_program *program = NULL;
  assert_int_equal(
      lcm_pamela_read(&program, ctx, "m.pam", text, strlen(text), NULL),
      LCM_OK);
  return program;
}

/* Return the bounds of "program". */
static struct lcm_bound_result bounds_of(lcm_ctx *ctx,
                                         const lcm_program *program) {
  struct lcm_bound_result out;
  lcm_bound *bound = NULL;
  const struct lcm_bound_options options = {.how = LCM_BOUND_VALUES};
  assert_int_equal(lcm_bound_new(&bound, ctx, program, &options), LCM_OK);
  assert_int_equal(lcm_bound_at(&out, bound, NULL, 0), LCM_OK);
  assert_null(out.reason);
  return out;
}

/* The closed form of "program", without params, gives "time". */
static void check_form(lcm_ctx *ctx, const lcm_program *program, double time) {
  struct lcm_bound_result out;
  lcm_bound *bound = NULL;
  const struct lcm_bound_options options = {.how = LCM_BOUND_FORMS};
  assert_int_equal(lcm_bound_new(&bound, ctx, program, &options), LCM_OK);
  assert_int_equal(lcm_bound_at(&out, bound, NULL, 0), LCM_OK);
  assert_null(lcm_bound_form_of(bound)->reason);
  assert_true(is_near(out.time, time));
}

/* Simulate "program", made with "seed" as "text", with several arbitrations;
 * all times lie between its bounds.  Return whether it has an upper one. */
static bool check_bounds(lcm_ctx *ctx, const lcm_program *program,
                         uint64_t seed, const char *text) {
  const struct lcm_bound_result bounds = bounds_of(ctx, program);
  struct lcm_simulate_options options[] = {
      {.seed = 1}, {.overtake = true}, {0}, {0}, {0}, {.overtake = true}};
  for (size_t i = 2; i < sizeof options / sizeof *options; i++) {
    options[i].seed = seed + i;
    options[i].random_ties = true;
    options[i].most = options[i].least = 1;
  }
  for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
    const double time = time_of(ctx, program, &options[i]);
    if (!(bounds.time <= time * (1 + 1e-12)))
      fail_msg("seed %llu, way %zu: %g, bound %g: %s", (unsigned long long)seed,
               i, time, bounds.time, text);
    if (!isnan(bounds.upper) && !(time <= bounds.upper * (1 + 1e-12)))
      fail_msg("seed %llu, way %zu: %g, at most %g: %s",
               (unsigned long long)seed, i, time, bounds.upper, text);
  }
  return !isnan(bounds.upper);
}

/* The simulated time lies between the bounds, whoever goes first. */
static void test_bounds(void **state) {
  size_t above = 0;
  (void)state;
  for (uint64_t seed = 1; seed <= MODELS; seed++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    char *text = random_model(seed, true, false);
    above += check_bounds(ctx, read_model(ctx, text), seed, text);
    free(text);
    lcm_ctx_free(ctx);
  }
  assert_true(above == MODELS);
}

/* Texts with the smallest flaws that upper bounds have had: a section in one
 * that has a single branch is not flat; joined branches may contend inside; a
 * condition stays true, so that what waits for it again need not wait.  By
 * hand: the path 6 and a wait for both uses, 8; the path 2, and all work, 3.5;
 * 5; 5 + 3 the first time, then max(5, 3) twice; the same once. */
static void test_bounds_of_corners(void **state) {
  static const struct {
    const char *text;
    double low;
    double high;
  } CASES[] = {
      {"resource r = 1 L = par (i = 1, 2) par (j = 1, 1) { delay(5) ; "
       "use(r, 1) }",
       6, 8},
      {"resource r = 1 cond c L = { { use(r, 1) || use(r, 1) } ; signal(c) ; "
       "delay(1) } || { wait(c) ; delay(0.5) }",
       2, 3.5},
      {"cond c L = signal(c) ; { { wait(c) ; delay(3) } || { delay(5) ; "
       "signal(c) } }",
       5, 5},
      {"cond c L = seq (i = 1, 3) { { wait(c) ; delay(3) } || { delay(5) ; "
       "signal(c) } }",
       18, 18},
      {"cond c T = { wait(c) ; delay(3) } || { delay(5) ; signal(c) } "
       "L = T ; T",
       13, 13}};
  (void)state;
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    const lcm_program *program = read_model(ctx, CASES[i].text);
    const struct lcm_bound_result bounds = bounds_of(ctx, program);
    if (!is_near(bounds.time, CASES[i].low) ||
        !is_near(bounds.upper, CASES[i].high))
      fail_msg("%g..%g, not %g..%g: %s", bounds.time, bounds.upper,
               CASES[i].low, CASES[i].high, CASES[i].text);
    (void)check_bounds(ctx, program, i, CASES[i].text);
    check_form(ctx, program, CASES[i].low);
    lcm_ctx_free(ctx);
  }
}

/* Without contention the critical path is the time. */
static void test_without_contention(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 2000; seed++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    char *text = random_model(seed, false, false);
    const lcm_program *program = read_model(ctx, text);
    const double time =
        time_of(ctx, program, &(struct lcm_simulate_options){0});
    if (!is_near(bounds_of(ctx, program).time, time))
      fail_msg("seed %llu: %g, bound %g: %s", (unsigned long long)seed, time,
               bounds_of(ctx, program).time, text);
    free(text);
    lcm_ctx_free(ctx);
  }
}

/* With shared resources alone nothing depends on who goes first. */
static void test_shared(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 2000; seed++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    char *text = random_model(seed, true, true);
    const lcm_program *program = read_model(ctx, text);
    const double time =
        time_of(ctx, program, &(struct lcm_simulate_options){0});
    for (uint64_t ties = 1; ties <= 2; ties++) {
      const double other = time_of(
          ctx, program,
          &(struct lcm_simulate_options){
              .seed = ties, .random_ties = true, .most = 1, .least = 1});
      if (!is_near(other, time))
        fail_msg("seed %llu: %.17g and %.17g: %s", (unsigned long long)seed,
                 time, other, text);
    }
    free(text);
    lcm_ctx_free(ctx);
  }
}

/* The generalised machine repair model (3.6.1): (3.16) is exact. */
static void test_generalised(void **state) {
  struct writer w = {0};
  (void)state;
  lcm_random_seed(&w.random, 3);
  for (int i = 0; i < 800; i++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    const int p = pick(&w, 1, 8);
    const int n = pick(&w, 1, 6);
    const int m = pick(&w, 1, 4);
    const int tl = pick(&w, 0, 12);
    lcm_buf_printf(&w.buf,
                   "resource u[1..%d]  L = par (p = 1, %d) seq (i = 1, %d) { "
                   "delay(%d)",
                   m, p, n, tl);
    int sum = tl;
    int most = 0;
    for (int k = 1; k <= m; k++) {
      const int time = pick(&w, 1, 5);
      lcm_buf_printf(&w.buf, " ; use(u[%d], %d)", k, time);
      sum += time;
      most = time > most ? time : most;
    }
    lcm_buf_puts(&w.buf, " }");
    char *text = lcm_buf_take(&w.buf);
    const double phi = (double)n * sum;
    const double omega = (double)p * n * most;
    const double expected = fmax(phi + p * most, omega + phi / n) - most;
    const double time =
        time_of(ctx, read_model(ctx, text), &(struct lcm_simulate_options){0});
    if (!is_near(time, expected))
      fail_msg("%g, not %g: %s", time, expected, text);
    free(text);
    lcm_ctx_free(ctx);
  }
}

/* ---- programs --------------------------------------------------------------
 */

/* Append a fragment; the cost may depend on the member and the index. */
static void put_fragment(struct writer *w, const char *more) {
  lcm_buf_printf(&w->buf, "fragment%s {\nmodel time (", more);
  if (w->loops && pick(w, 0, 1))
    lcm_buf_printf(&w->buf, "(i%d mod %d + 1)*", w->loops - 1, pick(w, 2, 4));
  if (pick(w, 0, 3) == 0)
    lcm_buf_puts(&w->buf, "(thread + 1)*");
  lcm_buf_printf(&w->buf, "%d s)\n}\n", pick(w, 1, 5));
}

/* Append a worksharing loop. */
static void put_parloop(struct writer *w) {
  static const char *const SCHEDULES[] = {
      "static",    "static chunk=(1)",   "static chunk=(3)",
      "dynamic",   "dynamic chunk=(2)",  "guided",
      "trapezoid", "trapezoid chunk=(5)"};
  lcm_buf_printf(&w->buf, "parloop for=i%d(0, %d) schedule=%s worksharing {\n",
                 w->loops, pick(w, 0, 14), SCHEDULES[pick(w, 0, 7)]);
  w->loops++;
  lcm_buf_printf(&w->buf, "fragment {\nmodel time (");
  if (pick(w, 0, 1))
    lcm_buf_printf(&w->buf, "(i%d mod %d + 1)*", w->loops - 1, pick(w, 2, 4));
  lcm_buf_printf(&w->buf, "%d s)\n}\n", pick(w, 1, 5));
  w->loops--;
  lcm_buf_puts(&w->buf, "}\n");
}

/* Append a worksharing loop with a part whose turn comes in the order of the
 * iterations. */
static void put_ordered(struct writer *w) {
  static const char *const SCHEDULES[] = {"static", "static chunk=(1)",
                                          "static chunk=(2)", "dynamic",
                                          "dynamic chunk=(3)"};
  lcm_buf_printf(&w->buf,
                 "parloop for=i%d(0, %d) schedule=%s worksharing ordered {\n"
                 "series {\n",
                 w->loops, pick(w, 0, 14), SCHEDULES[pick(w, 0, 4)]);
  w->loops++;
  put_fragment(w, "");
  lcm_buf_puts(&w->buf, "using of=ordered {\nattribute ordered \"yes\"\n");
  put_fragment(w, "");
  lcm_buf_puts(&w->buf, "}\n");
  if (pick(w, 0, 1))
    put_fragment(w, "");
  w->loops--;
  lcm_buf_puts(&w->buf, "}\n}\n");
}

/* Append sections, or a single with one child. */
static void put_sections(struct writer *w) {
  const int n = pick(w, 1, 5);
  lcm_buf_puts(&w->buf, "parallel worksharing {\n");
  for (int i = 0; i < n; i++)
    lcm_buf_printf(&w->buf, "fragment {\nmodel time (%d s)\n}\n",
                   pick(w, 1, 6));
  lcm_buf_puts(&w->buf, "}\n");
}

/* Append a critical section in a loop of the member's own. */
static void put_critical(struct writer *w) {
  lcm_buf_printf(&w->buf, "loop for=k(1, %d) {\nseries {\n", pick(w, 1, 3));
  put_fragment(w, "");
  lcm_buf_printf(&w->buf, "using of=lock%d {\n", pick(w, 1, 2));
  put_fragment(w, "");
  lcm_buf_puts(&w->buf, "}\n}\n}\n");
}

/* Append tasks that one member makes and all execute. */
static void put_tasks(struct writer *w) {
  lcm_buf_printf(&w->buf,
                 "parallel worksharing {\nloop for=k(1, %d) {\ntask {\n"
                 "fragment {\nmodel time ((k mod %d + 1)*%d s)\n}\n}\n}\n}\n"
                 "barrier\n",
                 pick(w, 1, 9), pick(w, 1, 4), pick(w, 1, 3));
}

/* Append something that the members of a team do. */
static void put_shared(struct writer *w, int depth) {
  switch (pick(w, 0, depth > 0 ? 9 : 8)) {
  case 0:
    put_fragment(w, "");
    return;
  case 1:
  case 2:
    put_parloop(w);
    return;
  case 3:
    put_sections(w);
    return;
  case 4:
    lcm_buf_puts(&w->buf, "barrier\n");
    return;
  case 5:
    put_critical(w);
    return;
  case 6:
    put_tasks(w);
    return;
  case 7:
    lcm_buf_puts(&w->buf, "branch {\n");
    put_fragment(w, pick(w, 0, 1) ? " if=(thread == 0)" : " if=(thread < 2)");
    lcm_buf_puts(&w->buf, "}\n");
    return;
  case 8:
    put_ordered(w);
    return;
  }
  lcm_buf_printf(&w->buf, "loop for=i%d(1, %d) {\nseries {\n", w->loops,
                 pick(w, 1, 3));
  w->loops++;
  for (int i = pick(w, 1, 3); i >= 0; i--)
    put_shared(w, depth - 1);
  w->loops--;
  lcm_buf_puts(&w->buf, "}\n}\n");
}

/* Return a random program, which the caller frees. */
static char *random_program(uint64_t seed) {
  struct writer w = {0};
  lcm_random_seed(&w.random, seed);
  lcm_buf_puts(&w.buf, "lcs 1\nentry main\nfunction main {\nseries {\n");
  put_fragment(&w, "");
  lcm_buf_puts(&w.buf, "team {\nseries {\n");
  for (int i = pick(&w, 1, 5); i >= 0; i--)
    put_shared(&w, 2);
  lcm_buf_puts(&w.buf, "}\n}\n");
  put_fragment(&w, "");
  lcm_buf_puts(&w.buf, "}\n}\n");
  return lcm_buf_take(&w.buf);
}

/* Return the time that composition predicts for "program" on "p". */
static double composed(lcm_ctx *ctx, const lcm_program *program, int p) {
  const lcm_grid *grid = NULL;
  const lcm_prediction *prediction = NULL;
  const char *spec = lcm_arena_printf(lcm_ctx_arena(ctx), "p=%d", p);
  assert_int_equal(lcm_grid_parse(&grid, ctx, &spec, 1), LCM_OK);
  const struct lcm_predict_options options = {.interpret = true};
  if (lcm_predict(&prediction, ctx, program, grid, &options))
    return -1;
  return prediction->points[0].time;
}

/* What composition predicts exactly is simulated exactly. */
static void test_programs(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
    lcm_ctx *ctx = lcm_ctx_new(NULL);
    char *text = random_program(seed);
    const lcm_program *program = NULL;
    assert_int_equal(
        lcm_program_parse(&program, ctx, "p.lcs", text, strlen(text)), LCM_OK);
    const int p = 1 + (int)(seed % 6);
    const double expected = composed(ctx, program, p);
    const double time =
        time_of(ctx, program, &(struct lcm_simulate_options){.processors = p});
    if (!is_near(time, expected))
      fail_msg("seed %llu, p = %d: %g, composed %g:\n%s",
               (unsigned long long)seed, p, time, expected, text);
    free(text);
    lcm_ctx_free(ctx);
  }
}

/* Return the simulated time of two iterations, one for each of two members, on
 * a machine with the library "runtime": the first is 3 s before what is
 * ordered, the second 1 s; both have 2 s ordered and 1 s behind it. */
static double time_in_order(const char *runtime) {
  static const char TEXT[] =
      "lcs 1\nentry main\nfunction main {\nteam {\n"
      "parloop for=i(0, 1) schedule=static worksharing ordered {\nseries {\n"
      "fragment {\nmodel time (3 s - 2 s*i)\n}\n"
      "using of=ordered {\nattribute ordered \"yes\"\n"
      "fragment {\nmodel time (2 s)\n}\n}\n"
      "fragment {\nmodel time (1 s)\n}\n}\n}\n}\n}\n";
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_program *program = NULL;
  const lcm_machine *machine = NULL;
  const char *json = lcm_arena_printf(
      lcm_ctx_arena(ctx),
      "{\"schema\": \"lcm-machine/1\", \"runtime\": \"%s\"}", runtime);
  assert_int_equal(
      lcm_program_parse(&program, ctx, "p.lcs", TEXT, strlen(TEXT)), LCM_OK);
  assert_int_equal(
      lcm_machine_parse(&machine, ctx, "m.json", json, strlen(json)), LCM_OK);
  const double time = time_of(
      ctx, program,
      &(struct lcm_simulate_options){.processors = 2, .machine = machine});
  lcm_ctx_free(ctx);
  return time;
}

/* The second iteration, which comes to its ordered part first, at 1 s, waits
 * for the first: with libomp until that leaves its own, at 5 s, and is done at
 * 8 s; with libgomp until it is done, at 6 s, and is done at 9 s. */
static void test_in_order(void **state) {
  (void)state;
  assert_true(is_near(time_in_order("libomp"), 8));
  assert_true(is_near(time_in_order("libgomp"), 9));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_bounds),
      cmocka_unit_test(test_bounds_of_corners),
      cmocka_unit_test(test_without_contention),
      cmocka_unit_test(test_shared),
      cmocka_unit_test(test_generalised),
      cmocka_unit_test(test_programs),
      cmocka_unit_test(test_in_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
