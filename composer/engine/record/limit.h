/* What sets the time of fragments, as their executions show it. */
#pragma once

#include "composer/engine/record/limited.h"
#include "composer/engine/run.h"

/* What one execution of a fragment comes to. */
struct lcm_fragment_cost {
  struct lcm_terms terms; /* LATENCY: all that is waited for */
  double flops;
  double bytes[LCM_MAX_LEVELS + 1]; /* by level of the machine */
};

/* Note, where that is asked for, that one execution of the fragment "node",
 * whose record is open, came to "cost". */
void lcm_run_limited(struct lcm_run *run, const lcm_node *node,
                     const struct lcm_fragment_cost *cost);
