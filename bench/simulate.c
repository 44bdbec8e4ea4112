/* Prints how many events a second a simulation makes: the machine repair model,
 * "P" processes that each "N" times delay and use one resource, written on the
 * kernel and as a model; then, as the model grows, the times of analysis and
 * simulation and the ratio of what they say.
 *
 * usage: simulate [P [N]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "composer/bound/bound.h"
#include "composer/simulate/run.h"
#include "composer/simulate/simulate.h"
#include "pamela/pamela.h"
#include "pamela/read.h"
#include "simulator/kernel.h"
#include "simulator/random.h"
#include "simulator/resource.h"
#include "simulator/simulator.h"

static const char RANDOM[] =
    "param P = 100, N = 1000  resource s = 1  L = par (p = 1, P) "
    "seq (i = 1, N) { delay(exponential(10)) ; use(s, exponential(1)) }";
static const char FIXED[] =
    "param P = 100, N = 1000  resource s = 1  L = par (p = 1, P) "
    "seq (i = 1, N) { delay(10) ; use(s, 1) }";

/* What a process has: the cycles left, and whether it uses the resource
 * next. */
struct client {
  long left;
  bool served;
};

/* Let "process" go through its cycle. */
static void step(lcm_sim *sim, lcm_process *process) {
  const struct lcm_claim claim = {0, 1};
  struct client *client = lcm_process_extra(process);
  struct lcm_random *random = lcm_sim_user(sim);
  if (client->served) {
    client->served = false;
    lcm_sim_use(sim, process, &claim, 1, lcm_random_exponential(random, 1));
    return;
  }
  if (!client->left--) {
    lcm_sim_exit(sim, process);
    return;
  }
  client->served = true;
  lcm_sim_delay(sim, process, lcm_random_exponential(random, 10));
}

/* Return the seconds of processor time so far. */
static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

/* Print how fast the kernel is. */
static void time_kernel(long p, long n) {
  lcm_arena arena = {0};
  struct lcm_random random;
  const struct lcm_sim_options options = {
      .step = step, .user = &random, .extra = sizeof(struct client)};
  lcm_sim *sim = lcm_sim_new(&arena, &options);
  lcm_random_seed(&random, 1);
  lcm_sim_add_resource(sim, (struct lcm_sim_resource){.units = 1});
  for (long i = 0; i < p; i++)
    ((struct client *)lcm_process_extra(
         lcm_sim_fork(sim, NULL, (size_t)i, (size_t)p)))
        ->left = n;
  const double start = seconds();
  (void)lcm_sim_run(sim);
  const double time = seconds() - start;
  printf("kernel %ld %llu %.3f %.4g\n", p, lcm_sim_events(sim), time,
         (double)lcm_sim_events(sim) / time);
  lcm_arena_reset(&arena);
}

/* Read the model "text" into "ctx"; the program ends where that fails. */
static const lcm_program *read_model(lcm_ctx *ctx, const char *text) {
  const lcm_program *program = NULL;
  if (lcm_pamela_read(&program, ctx, "bench.pam", text, strlen(text), NULL))
    exit(EXIT_FAILURE);
  return program;
}

/* Simulate "text" once with "p" processes of "n" cycles; put the seconds that
 * takes into "*time". */
static struct lcm_simulation simulate(double *time, const char *text, long p,
                                      long n) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  const lcm_program *program = read_model(ctx, text);
  const lcm_binding env[] = {{lcm_intern(ctx, "P"), (double)p},
                             {lcm_intern(ctx, "N"), (double)n}};
  const struct lcm_simulate_options options = {.least = 1, .most = 1};
  struct lcm_simulation out = {0};
  const double start = seconds();
  if (lcm_simulate(&out, ctx, program, env, 2, &options))
    exit(EXIT_FAILURE);
  *time = seconds() - start;
  lcm_ctx_free(ctx);
  return out;
}

/* Print how fast the model "text", called "name", is simulated. */
static void time_model(const char *name, const char *text, long p, long n) {
  double time = 0;
  const struct lcm_simulation out = simulate(&time, text, p, n);
  printf("%s %ld %llu %.3f %.4g\n", name, p, out.events, time,
         (double)out.events / time);
}

/* Print, for more and more processes, the seconds of analysis and simulation,
 * and the ratio of bound and simulated time. */
static void compare_growth(void) {
  lcm_ctx *ctx = lcm_ctx_new(NULL);
  lcm_bound *bound = NULL;
  if (lcm_bound_new(&bound, ctx, read_model(ctx, FIXED), NULL))
    exit(EXIT_FAILURE);
  for (long p = 1; p <= 10000; p *= 10) {
    const lcm_binding env[] = {{lcm_intern(ctx, "P"), (double)p},
                               {lcm_intern(ctx, "N"), 100}};
    struct lcm_bound_result bounds;
    double time = 0;
    const double start = seconds();
    if (lcm_bound_at(&bounds, bound, env, 2))
      exit(EXIT_FAILURE);
    const double analysis = seconds() - start;
    const struct lcm_simulation out = simulate(&time, FIXED, p, 100);
    printf("growth %ld %.6f %.6f %.4f\n", p, analysis, time,
           bounds.time / out.result.time);
  }
  lcm_ctx_free(ctx);
}

int main(int argc, char **argv) {
  const long p = argc > 1 ? strtol(argv[1], NULL, 10) : 100;
  const long n = argc > 2 ? strtol(argv[2], NULL, 10) : 50000;
  time_kernel(p, n);
  time_model("random", RANDOM, p, n);
  time_model("fixed", FIXED, p, n);
  compare_growth();
  return EXIT_SUCCESS;
}
