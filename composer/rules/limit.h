/* What one execution of a fragment takes by its terms, and which of them sets
 * it. */
#pragma once

#include "model/machine/machine.h"
#include "model/results/results.h"

/* Terms by limit: BANDWIDTH + i is that of level number i of the machine, or of
 * memory that the machine does not speak of. */
enum { LCM_TERMS = LCM_LIMIT_BANDWIDTH + LCM_MAX_LEVELS + 1 };

/* The terms of a fragment, in seconds, in any unit of repetitions. */
struct lcm_terms {
  double of[LCM_TERMS];
};

/* Return what "terms" come to: computing and waiting for accesses go on at the
 * same time, page faults come behind them, and meanwhile each level of memory
 * moves its bytes. */
double lcm_terms_time(const struct lcm_terms *terms);

/* Return by how much less "terms" come to without term "i". */
double lcm_terms_gain(const struct lcm_terms *terms, size_t i);

/* Return the term that sets the time: the one without which it is least, the
 * longest of equals. */
size_t lcm_terms_limit(const struct lcm_terms *terms);
