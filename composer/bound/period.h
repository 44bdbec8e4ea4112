/* Iterations of a loop that are alike: those a period apart, and those next to
 * each other. */
#pragma once

#include "composer/bound/evaluation.h"

/* The values of the range "k" of the loop "node": "from", "from" + "step", ...,
 * "n" of them. */
struct lcm_bound_span {
  const lcm_node *node;
  size_t k;
  double from;
  double step;
  double n;
};

/* Return after how many values of "span" all that the loop does begins anew, as
 * where they stand in remainders alone; 0 where that is not known, or not
 * sooner than half of "span". */
double lcm_bound_period(struct lcm_bound_run *run,
                        const struct lcm_bound_span *span);

/* Return how many values of "span" from the one number "i" on are alike for all
 * that the loop does, at least 1. */
double lcm_bound_steady(struct lcm_bound_run *run,
                        const struct lcm_bound_span *span, double i);

/* Return whether values of "span" that are next to each other can be alike:
 * they stand in quotients. */
bool lcm_bound_has_quotients(struct lcm_bound_run *run,
                             const struct lcm_bound_span *span);
