/* Times that are a matter of chance: of one execution, of several, of the last
 * member of a team. */
#pragma once

#include "composer/engine/run.h"
#include "composer/rules/rules.h"
#include "simulator/simulator.h"

/* Of more draws together only mean and deviation are looked at. */
enum { LCM_MAX_DRAWN = 64 };

/* How members take chunks: from which clocks on, what one costs, how long the
 * counter is held for it. */
struct lcm_chunk_taker {
  const double *starts;
  double chunk;
  double counter;
};

/* A time that is "fixed" + "scale" > 0 times the sum of "times" draws of
 * "draw", whose arguments are "args". */
struct lcm_spread {
  double fixed;
  double scale;
  double times;
  const struct lcm_draw *draw;
  double args[2];
};

/* Return the expected maximum over "n" members of which member i repeats
 * "node" shares[i] times, and put the expected sum of all into "*sum". */
double lcm_run_expected_max(struct lcm_run *run, const lcm_node *node,
                            const double *shares, size_t n, double *sum);

/* Return when the last member is expected to be done with the random loop "of",
 * whose chunks members ask for as "taking" says; put the mean of an iteration
 * into "*mean".  Exact for exponential iterations taken one by one; else the
 * mean of many plays with dice, of which only what goes beyond an even share of
 * the work is left to chance. */
double lcm_run_expected_end(struct lcm_run *run,
                            const struct lcm_loop_schedule *of,
                            const struct lcm_chunk_taker *taking, double *mean);
