/* Counting the functions of a program. */
#pragma once

#include "model/results/results.h"

/* What to count. */
struct lcm_cost_options {
  const char *only; /* key of the one function that is wanted; NULL: all */
  /* bytes of the cache for which movement is counted; 0: none */
  long long level;
  long long line; /* bytes of its lines; 0: elements count alone */
  /* values of names at its first point, for functions that call themselves and
   * have no closed form; may be NULL */
  const lcm_grid *grid;
};

/* Count what the functions of "program", which was analysed for it
 * (lcm_analyze_options.costs), compute and touch, into "*out". */
LCM_NODISCARD lcm_status
lcm_costs_count(const lcm_costs **out, lcm_ctx *ctx, const lcm_program *program,
                const struct lcm_cost_options *options);
