/* Results of serialization analysis, of simulation, and loads of resources. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "model/structure/structure.h"

/* From which value of a param on a resource binds.
 * param     whose value
 * resource  as in lcm_bound_result.resource
 * value     where its demand is the critical path; NaN where it never is
 * exact     that value as an expression of the other params, or NULL */
struct lcm_saturation {
  const char *param;
  const char *resource;
  double value;
  const lcm_expr *exact;
};

/* What serialization analysis says at one point (van Gemund 1996, chapters 3
 * and 6); times in seconds, NaN where there is none.
 * reason      why there is no bound, reason_at where; NULL: there is one, and
 *             all below holds
 * phi         the critical path without contention (3.1 to 3.10)
 * omega       the largest demand for a resource in the whole model (3.12,
 *             3.13)
 * time        the recursive lower bound (3.15)
 * skewed      the same with (3.16) wherever its pattern occurs; NaN: nowhere
 * barriers    the same with virtual barriers for resources that all share at
 *             the same time; NaN: nowhere
 * upper       an upper bound; NaN for random models
 * conjecture  an upper bound by conjecture 6.2 where the model has its form
 * theta       ln(omega / phi), the serialization index (6.6)
 * resource    whose demand binds, spelled as in the model with its subscript
 *             ("c[1]"); NULL where the critical path does
 * next        what would bind next, "critical path" or a resource, and
 *             next_time, its time; NULL: nothing else
 * random      means of random quantities entered
 * random_max  some of them below a maximum, where the bound holds for the mean
 *             but may be far from it
 * saturations what is known of where resources begin to bind */
struct lcm_bound_result {
  const char *reason;
  lcm_loc reason_at;
  double phi;
  double omega;
  double time;
  double skewed;
  double barriers;
  double upper;
  double conjecture;
  double theta;
  const char *resource;
  const char *next;
  double next_time;
  bool random;
  bool random_max;
  const struct lcm_saturation *saturations;
  size_t n_saturations;
};

/* What simulation says at one point; times in seconds.
 * time          of the end; the mean for a random model
 * mean, low, high   of a random model: the mean over "replications" and its
 *               interval of level "level"; all equal to time for others
 * random        the model is random */
struct lcm_simulate_result {
  double time;
  double mean;
  double low;
  double high;
  double level;
  size_t replications;
  bool random;
};

/* The load on a resource of a model.
 * load   time for which the element that is used most is needed, over how many
 *        "units" there are of it */
struct lcm_load {
  const lcm_resource *resource;
  double units;
  double load;
};
