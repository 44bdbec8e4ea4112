/* Prints how many events a second the kernel runs on the machine repair
 * model: "P" processes, each "N" times a delay and a use of one resource,
 * with exponential times.
 *
 * usage: simulate [P [N]] */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "simulator/random.h"
#include "simulator/simulator.h"

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

int main(int argc, char **argv) {
  const long p = argc > 1 ? strtol(argv[1], NULL, 10) : 100;
  const long n = argc > 2 ? strtol(argv[2], NULL, 10) : 100000;
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
  const enum lcm_sim_end end = lcm_sim_run(sim);
  const double time = seconds() - start;
  printf("%ld processes, %llu events in %.3f s: %.2f million a second\n", p,
         lcm_sim_events(sim), time, (double)lcm_sim_events(sim) / time / 1e6);
  lcm_arena_reset(&arena);
  return end == LCM_SIM_DONE ? 0 : 1;
}
