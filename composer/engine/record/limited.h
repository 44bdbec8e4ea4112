/* What sets the time of fragments, summed over their executions. */
#pragma once

#include "composer/rules/rules.h"

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

/* Add "from", "times" over, to "to". */
void lcm_limited_add(struct lcm_limited *to, const struct lcm_limited *from,
                     double times);
