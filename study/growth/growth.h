/* How the time of a program grows: it is predicted for sizes that double. */
#pragma once

#include "composer/predict/predict.h"

/* Sizes are doubled so often at most, and at least for an answer. */
enum { LCM_DOUBLINGS = 26, LCM_LEAST_DOUBLINGS = 10 };

/* Exponents below the first are no growth, from the second on they are one: a
 * factor of log2(n) has 0.05 at the largest sizes. */
#define LCM_GROWTH_FLAT 0.015
#define LCM_GROWTH_STEEP 0.035

/* Sizes that double together, in a program. */
struct lcm_sizes {
  lcm_ctx *ctx;
  const lcm_program *program;
  const struct lcm_predict_options *options;
  const char *const *names; /* interned, "n_names" */
  size_t n_names;
  const double *firsts; /* with which each begins */
  size_t most;          /* how often they double */
  /* after which no further size is predicted, as lcm_ctx_worked counts it */
  unsigned long long work;
  /* of other variables, as after -D, "n_defines" of them; the first of several
   * values counts, one of what doubles does not */
  const char *const *defines;
  size_t n_defines;
};

/* What is predicted for sizes that double, from the first on. */
struct lcm_growth {
  double times[LCM_DOUBLINGS + 1];
  size_t n;
  const lcm_prediction *last[2]; /* those of the last two sizes, with nodes */
};

/* Return the least of the range of the param "name" of "program", and at least
 * 64: the size that a doubling begins with. */
double lcm_size_first(const lcm_program *program, const char *name);

/* Return how often "name" may be doubled from "first" on: as long as it is in
 * the range of its param in "program", where that holds enough. */
size_t lcm_size_doublings(const lcm_program *program, const char *name,
                          double first);

/* Return whether the definition "text", as after -D, is of "name". */
bool lcm_define_is_of(const char *text, const char *name);

/* Predict "sizes" into "*out", as many as there is patience for and have a
 * time. */
LCM_NODISCARD lcm_status lcm_growth_predict(struct lcm_growth *out,
                                            const struct lcm_sizes *sizes);

/* Return the innermost part that grows at the end of "growth" faster than by
 * the factor "by", by an exponent of LCM_GROWTH_STEEP at least, and takes much
 * of the time; NULL where there is none. */
const lcm_occurrence *lcm_growth_part(const struct lcm_growth *growth,
                                      double by);
