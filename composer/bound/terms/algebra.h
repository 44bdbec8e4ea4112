/* What sums and maxima over indices take for granted. */
#pragma once

#include "base/list.h"
#include "model/structure/structure.h"

/* What is known while a form is built.
 * reductions  that are allowed
 * scope       the indices around, outermost first
 * known       names that were made indices, with their ranges
 * conditions  expressions that are not negative where the form holds */
struct lcm_bound_algebra {
  lcm_ctx *ctx;
  const lcm_program *program;
  unsigned reductions;
  LCM_LIST(struct lcm_range) scope;
  LCM_LIST(struct lcm_range) known;
  LCM_LIST(const lcm_expr *) conditions;
};

/* How an expression changes with an index. */
struct lcm_bound_shape {
  bool rising;
  bool falling;
  bool convex;
  bool concave;
};
