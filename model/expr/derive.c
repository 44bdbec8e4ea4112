/* Differentiates expressions by a name. */
#include "model/expr/derive.h"
#include "model/expr/build.h"
#include "model/expr/fn.h"
#include "model/expr/intern.h"
#include "model/expr/intern_internal.h"
#include "model/expr/over.h"

/* Return the derivative of the product "e": each factor's in turn. */
static const lcm_expr *derive_product(lcm_ctx *ctx, const lcm_expr *e,
                                      const char *name) {
  const lcm_expr *sum = lcm_expr_int(ctx, 0);
  for (size_t i = 0; i < e->n; i++) {
    const lcm_expr *own = lcm_expr_derive(ctx, e->args[i], name);
    if (own && lcm_expr_is_zero(own))
      continue;
    sum = lcm_expr_add(
        ctx, sum, lcm_expr_mul(ctx, own, lcm_expr_div(ctx, e, e->args[i])));
  }
  return sum;
}

/* Return the derivative of the sum "e". */
static const lcm_expr *derive_sum(lcm_ctx *ctx, const lcm_expr *e,
                                  const char *name) {
  const lcm_expr **terms =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_expr *, e->n);
  for (size_t i = 0; i < e->n; i++)
    terms[i] = lcm_expr_derive(ctx, e->args[i], name);
  return lcm_expr_nary(ctx, LCM_X_SUM_OF, terms, e->n);
}

/* Return the derivative of the power "e": of u^v, v u^(v-1) u' + u^v log(u)
 * v'. */
static const lcm_expr *derive_power(lcm_ctx *ctx, const lcm_expr *e,
                                    const char *name) {
  const lcm_expr *base = e->args[0];
  const lcm_expr *exponent = e->args[1];
  const lcm_expr *less = lcm_expr_sub(ctx, exponent, lcm_expr_int(ctx, 1));
  const lcm_expr *by_base = lcm_expr_mul(
      ctx, lcm_expr_mul(ctx, exponent, lcm_expr_pow(ctx, base, less)),
      lcm_expr_derive(ctx, base, name));
  if (!lcm_expr_has(exponent, name))
    return by_base;
  const lcm_expr *by_exponent = lcm_expr_mul(
      ctx, lcm_expr_mul(ctx, e, lcm_expr_apply(ctx, LCM_X_LOG, base)),
      lcm_expr_derive(ctx, exponent, name));
  return lcm_expr_has(base, name) ? lcm_expr_add(ctx, by_base, by_exponent)
                                  : by_exponent;
}

/* Return the derivative of the logarithm "e" to the base "base" (0: e). */
static const lcm_expr *derive_log(lcm_ctx *ctx, const lcm_expr *e,
                                  const char *name, long long base) {
  const lcm_expr *out =
      lcm_expr_div(ctx, lcm_expr_derive(ctx, e->args[0], name), e->args[0]);
  return base ? lcm_expr_div(
                    ctx, out,
                    lcm_expr_apply(ctx, LCM_X_LOG, lcm_expr_int(ctx, base)))
              : out;
}

/* Return the derivative of the sum over a range "e" whose ends do not depend on
 * "name". */
static const lcm_expr *derive_over(lcm_ctx *ctx, const lcm_expr *e,
                                   const char *name) {
  const struct lcm_range range = {e->name, e->args[0], e->args[1]};
  if (lcm_expr_has(e->args[0], name) || lcm_expr_has(e->args[1], name))
    return NULL;
  return lcm_expr_over(ctx, LCM_X_SUM, range,
                       lcm_expr_derive(ctx, e->args[2], name));
}

const lcm_expr *lcm_expr_derive(lcm_ctx *ctx, const lcm_expr *e,
                                const char *name) {
  if (!e || !lcm_expr_has(e, name))
    return e ? lcm_expr_int(ctx, 0) : NULL;
  switch (e->kind) {
  case LCM_X_SYMBOL:
  case LCM_X_COEF:
    return lcm_expr_int(ctx, 1);
  case LCM_X_SUM_OF:
    return derive_sum(ctx, e, name);
  case LCM_X_MUL_OF:
    return derive_product(ctx, e, name);
  case LCM_X_POW:
    return derive_power(ctx, e, name);
  case LCM_X_EXP:
    return lcm_expr_mul(ctx, e, lcm_expr_derive(ctx, e->args[0], name));
  case LCM_X_SQRT:
    return lcm_expr_div(ctx, lcm_expr_derive(ctx, e->args[0], name),
                        lcm_expr_mul(ctx, lcm_expr_int(ctx, 2), e));
  case LCM_X_LOG:
    return derive_log(ctx, e, name, 0);
  case LCM_X_LOG2:
    return derive_log(ctx, e, name, 2);
  case LCM_X_LOG10:
    return derive_log(ctx, e, name, 10);
  case LCM_X_IF:
    if (lcm_expr_has(e->args[0], name))
      return NULL;
    return lcm_expr_if(ctx, e->args[0], lcm_expr_derive(ctx, e->args[1], name),
                       lcm_expr_derive(ctx, e->args[2], name));
  case LCM_X_SUM:
    return derive_over(ctx, e, name);
  case LCM_X_NUMBER:
  case LCM_X_REAL:
  case LCM_X_INDEX:
  case LCM_X_MAX:
  case LCM_X_MIN:
  case LCM_X_ABS:
  case LCM_X_FLOOR:
  case LCM_X_CEIL:
  case LCM_X_MOD:
  case LCM_X_DIV:
  case LCM_X_OF_TRUTH:
  case LCM_X_PROD:
  case LCM_X_MAX_OVER:
  case LCM_X_COUNT:
    break;
  }
  return NULL;
}
