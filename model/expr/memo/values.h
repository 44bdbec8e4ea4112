/* What expressions came to, kept so that they are evaluated once for the same
 * values of their leaves, whichever point or edit asks. */
#pragma once

#include "model/expr/node.h"

/* Of more leaves nothing is kept. */
enum { LCM_MOST_KEPT_LEAVES = 10 };

/* A value, and what it is of. */
struct lcm_kept_value {
  const lcm_expr *of;
  double leaves[LCM_MOST_KEPT_LEAVES]; /* what its leaves were worth */
  double value;
  unsigned long long steps; /* that it took */
};

/* Values by what they are of; {0} is valid and empty. */
struct lcm_values {
  struct lcm_kept_value *at; /* "cap" places, a power of two */
  size_t n;
  size_t cap;
  lcm_arena *arena; /* that they are kept in */
};

/* Return what "e" came to where its leaves, LCM_MOST_KEPT_LEAVES or fewer, were
 * worth "leaves", bit for bit; NULL where that is not kept. */
const struct lcm_kept_value *lcm_values_get(const struct lcm_values *values,
                                            const lcm_expr *e,
                                            const double *leaves);

/* Keep "value", in which the leaves behind those of the expression are 0, in
 * "values", for as long as nothing else needs the place. */
void lcm_values_put(struct lcm_values *values,
                    const struct lcm_kept_value *value);
