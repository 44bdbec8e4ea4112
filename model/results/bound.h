/* Results of serialization analysis, of simulation, and loads of resources. */
#pragma once

#include "model/structure/structure.h"

/* From which value of a param on a resource binds. */
struct lcm_saturation {
  const char *param;    /* whose value */
  const char *resource; /* as in lcm_bound_result.resource */
  /* where its demand is the critical path; NaN where it never is */
  double value;
  /* that value as an expression of the other params, or NULL */
  const lcm_expr *exact;
};

/* Estimates of what contention takes, LCM_CONTENTION_<NAME> for each row of
 * contention.def. */
enum lcm_contention {
#define LCM_CONTENTION(name, word, meaning) LCM_CONTENTION_##name,
#include "model/results/contention.def"
#undef LCM_CONTENTION
  LCM_CONTENTION_COUNT
};

/* What serialization analysis says at one point (van Gemund 1996, chapters 3
 * and 6); times in seconds, NaN where there is none. */
struct lcm_bound_result {
  /* why there is no bound, reason_at where; NULL: there is one, and all below
   * holds */
  const char *reason;
  lcm_loc reason_at;
  double phi; /* the critical path without contention (3.1 to 3.10) */
  /* the largest demand for a resource in the whole model (3.12, 3.13) */
  double omega;
  double time; /* the recursive lower bound (3.15) */
  /* the same with (3.16) wherever its pattern occurs; NaN: nowhere */
  double skewed;
  /* the same with virtual barriers for resources that all share at the same
   * time; NaN: nowhere */
  double barriers;
  double upper; /* an upper bound; NaN for random models */
  /* an upper bound by conjecture 6.2 where the model has its form */
  double conjecture;
  double theta; /* ln(omega / phi), the serialization index (6.6) */
  /* whose demand binds, spelled as in the model with its subscript ("c[1]");
   * NULL where the critical path does */
  const char *resource;
  /* what would bind next, "critical path" or a resource, and next_time, its
   * time; NULL: nothing else */
  const char *next;
  double next_time;
  bool random; /* means of random quantities entered */
  /* some of them below a maximum, where the bound holds for the mean but may be
   * far from it */
  bool random_max;
  /* what is known of where resources begin to bind */
  const struct lcm_saturation *saturations;
  size_t n_saturations;
  /* of enum lcm_contention; NaN: not asked for, or none */
  double estimates[LCM_CONTENTION_COUNT];
};

/* What simulation says at one point; times in seconds. */
struct lcm_simulate_result {
  double time; /* of the end; the mean for a random model */
  /* mean, low, high: of a random model: the mean over "replications" and its
   * interval of level "level"; all equal to time for others */
  double mean;
  double low;
  double high;
  double level;
  size_t replications;
  bool random; /* the model is random */
};

/* The load on a resource of a model. */
struct lcm_load {
  const lcm_resource *resource;
  double units;
  /* time for which the element that is used most is needed, over how many
   * "units" there are of it */
  double load;
};
