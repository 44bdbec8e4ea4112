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

#include "composer/simulate.h"
#include "pamela/pamela.h"

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_language),
      cmocka_unit_test(test_contention),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
