/* What executing a node comes to: time and processor-seconds by category. */
#pragma once

#include "composer/scope/scope.h"

struct lcm_score;

/* The outcome of an execution by a crew of "w" processors: its elapsed time and
 * the processor-seconds of each category, whose sum is w times the time.
 * "score" says what it is the sum of, NULL where nobody writes that down
 * (composer/engine/record/score.h). */
struct lcm_outcome {
  double time;
  double cats[LCM_MAX_CATS];
  const struct lcm_score *score;
};

/* What a model costs: processor-seconds of the category it speaks of, and of
 * resource contention beside it. */
struct lcm_price {
  double cost;
  double excess;
};
