/* Roots of differences in closed form. */
#pragma once

#include "study/compare/comparing.h"

/* Where a root is looked for: its value where the names of the "n_env" bindings
 * at "env" have theirs. */
struct lcm_exact_near {
  double value;
  const lcm_binding *env;
  size_t n_env;
};

/* Return the root near "value" of the expression "difference" in the one name
 * "name" as an expression; NULL where it has no closed form. */
const lcm_expr *lcm_exact_root(lcm_ctx *ctx, const lcm_expr *difference,
                               const char *name, double value);

/* As lcm_exact_root of a difference in other names too, the root being an
 * expression of these. */
const lcm_expr *lcm_exact_root_near(lcm_ctx *ctx, const lcm_expr *difference,
                                    const char *name,
                                    const struct lcm_exact_near *near);
