/* What sums and maxima over indices take for granted. */
#pragma once

#include "base/list.h"
#include "model/structure/structure.h"

/* What is known while a form is built. */
struct lcm_bound_algebra {
  lcm_ctx *ctx;
  const lcm_program *program;
  unsigned reductions;              /* that are allowed */
  LCM_LIST(struct lcm_range) scope; /* the indices around, outermost first */
  /* names that were made indices, with their ranges */
  LCM_LIST(struct lcm_range) known;
  /* expressions that are not negative where the form holds */
  LCM_LIST(const lcm_expr *) conditions;
};

/* How an expression changes with an index. */
struct lcm_bound_shape {
  bool rising;
  bool falling;
  bool convex;
  bool concave;
};
