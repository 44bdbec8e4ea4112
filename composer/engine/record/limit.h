/* What sets the time of fragments, as their executions show it. */
#pragma once

#include "composer/engine/run.h"
#include "composer/rules/rules.h"

/* What one execution of a fragment comes to. */
struct lcm_fragment_cost {
  struct lcm_terms terms; /* LATENCY: all that is waited for */
  double flops;
  double bytes[LCM_MAX_LEVELS + 1]; /* by level of the machine */
};

/* What executions of a fragment came to: sums over "n" of them. */
struct lcm_limited {
  double n;
  double time;
  double by[LCM_TERMS];   /* seconds in which a term set the time */
  double gain[LCM_TERMS]; /* seconds less without it */
  struct lcm_terms terms;
  double latency[LCM_MAX_LEVELS + 1]; /* of the term LATENCY, by level */
  double flops;
  double bytes[LCM_MAX_LEVELS + 1];
};

/* Note, where that is asked for, that one execution of the fragment "node",
 * whose record is open, came to "cost". */
void lcm_run_limited(struct lcm_run *run, const lcm_node *node,
                     const struct lcm_fragment_cost *cost);
