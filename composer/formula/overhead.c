/* What the processors of a program do beyond the work of one. */
#include <stdlib.h>
#include <string.h>

#include "composer/formula/overhead.h"

/* Return how long "e" is where readers see it. */
static size_t length(const lcm_expr *e) {
  char *text = lcm_expr_to_str(e, LCM_READER);
  const size_t n = text ? strlen(text) : SIZE_MAX;
  free(text);
  return n;
}

const lcm_expr *lcm_formula_alone(lcm_ctx *ctx, const lcm_expr *time) {
  const struct lcm_subst one = {lcm_intern(ctx, "p"), lcm_expr_int(ctx, 1)};
  return lcm_expr_subst(ctx, time, &one, 1);
}

/* Terms of their own tell what costs what, where that is not much longer. */
const lcm_expr *lcm_formula_overhead(lcm_ctx *ctx, const lcm_expr *time,
                                     const lcm_expr *alone) {
  const lcm_expr *p = lcm_expr_symbol(ctx, lcm_intern(ctx, "p"), LCM_DIM_NONE);
  const lcm_expr *plain = lcm_expr_sub(ctx, lcm_expr_mul(ctx, p, time), alone);
  const lcm_expr *expanded = lcm_expr_expand(ctx, plain);
  return length(expanded) <= length(plain) / 2 * 3 ? expanded : plain;
}
