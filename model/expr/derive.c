/* Differentiates expressions by a name, also to one side of where they have a
 * corner. */
#include "model/expr/derive.h"
#include "model/expr/build.h"
#include "model/expr/fn.h"
#include "model/expr/intern.h"
#include "model/expr/intern_internal.h"
#include "model/expr/over.h"

/* By what expressions are differentiated. */
struct deriving {
  lcm_ctx *ctx;
  const char *name;
  /* 1: as the name grows from where it is, -1: up to there; 0: on both sides,
   * and there is none of what may have corners */
  int side;
};

static const lcm_expr *derive(const struct deriving *d, const lcm_expr *e);

/* Return the derivative of the product "e": each factor's in turn. */
static const lcm_expr *derive_product(const struct deriving *d,
                                      const lcm_expr *e) {
  lcm_ctx *ctx = d->ctx;
  const lcm_expr *sum = lcm_expr_int(ctx, 0);
  for (size_t i = 0; i < e->n; i++) {
    const lcm_expr *own = derive(d, e->args[i]);
    if (own && lcm_expr_is_zero(own))
      continue;
    sum = lcm_expr_add(
        ctx, sum, lcm_expr_mul(ctx, own, lcm_expr_div(ctx, e, e->args[i])));
  }
  return sum;
}

/* Return the derivative of the sum "e". */
static const lcm_expr *derive_sum(const struct deriving *d, const lcm_expr *e) {
  lcm_ctx *ctx = d->ctx;
  const lcm_expr **terms =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_expr *, e->n);
  for (size_t i = 0; i < e->n; i++)
    terms[i] = derive(d, e->args[i]);
  return lcm_expr_nary(ctx, LCM_X_SUM_OF, terms, e->n);
}

/* Return the derivative of the power "e": of u^v, v u^(v-1) u' + u^v log(u)
 * v'. */
static const lcm_expr *derive_power(const struct deriving *d,
                                    const lcm_expr *e) {
  lcm_ctx *ctx = d->ctx;
  const lcm_expr *base = e->args[0];
  const lcm_expr *exponent = e->args[1];
  const lcm_expr *less = lcm_expr_sub(ctx, exponent, lcm_expr_int(ctx, 1));
  const lcm_expr *by_base = lcm_expr_mul(
      ctx, lcm_expr_mul(ctx, exponent, lcm_expr_pow(ctx, base, less)),
      derive(d, base));
  if (!lcm_expr_has(exponent, d->name))
    return by_base;
  const lcm_expr *by_exponent = lcm_expr_mul(
      ctx, lcm_expr_mul(ctx, e, lcm_expr_apply(ctx, LCM_X_LOG, base)),
      derive(d, exponent));
  return lcm_expr_has(base, d->name) ? lcm_expr_add(ctx, by_base, by_exponent)
                                     : by_exponent;
}

/* Return the derivative of the logarithm "e" to the base "base" (0: e). */
static const lcm_expr *derive_log(const struct deriving *d, const lcm_expr *e,
                                  long long base) {
  lcm_ctx *ctx = d->ctx;
  const lcm_expr *out = lcm_expr_div(ctx, derive(d, e->args[0]), e->args[0]);
  return base ? lcm_expr_div(
                    ctx, out,
                    lcm_expr_apply(ctx, LCM_X_LOG, lcm_expr_int(ctx, base)))
              : out;
}

/* Return the derivative of the sum over a range "e" whose ends do not depend on
 * "name". */
static const lcm_expr *derive_over(const struct deriving *d,
                                   const lcm_expr *e) {
  const struct lcm_range range = {e->name, e->args[0], e->args[1]};
  if (lcm_expr_has(e->args[0], d->name) || lcm_expr_has(e->args[1], d->name))
    return NULL;
  return lcm_expr_over(d->ctx, LCM_X_SUM, range, derive(d, e->args[2]));
}

/* Return the derivative of the largest (smallest, as "kind" is LCM_X_MAX or
 * LCM_X_MIN) of "a" and "b", which have the derivatives "by_a" and "by_b": of
 * the one that is it, of equals the one that is it a little to the side. */
static const lcm_expr *derive_most_of(const struct deriving *d,
                                      lcm_expr_kind kind,
                                      const lcm_expr *const of[2],
                                      const lcm_expr *const by[2]) {
  const bool larger = (kind == LCM_X_MAX) == (d->side > 0);
  const size_t most = kind == LCM_X_MAX ? 0 : 1;
  const lcm_expr *equal =
      lcm_expr_nary(d->ctx, larger ? LCM_X_MAX : LCM_X_MIN, by, 2);
  const lcm_expr *first =
      lcm_expr_binary(d->ctx, LCM_X_LT, of[1 - most], of[most]);
  const lcm_expr *second =
      lcm_expr_binary(d->ctx, LCM_X_LT, of[most], of[1 - most]);
  if (by[0] == by[1])
    return by[0];
  return lcm_expr_if(d->ctx, first, by[0],
                     lcm_expr_if(d->ctx, second, by[1], equal));
}

/* Return the derivative of the maximum or minimum "e". */
static const lcm_expr *derive_most(const struct deriving *d,
                                   const lcm_expr *e) {
  const lcm_expr *of[2] = {e->args[0], NULL};
  const lcm_expr *by[2] = {derive(d, e->args[0]), NULL};
  for (size_t i = 1; i < e->n && by[0]; i++) {
    of[1] = e->args[i];
    by[1] = derive(d, e->args[i]);
    by[0] = by[1] ? derive_most_of(d, e->kind, of, by) : NULL;
    of[0] = lcm_expr_nary(d->ctx, e->kind, of, 2);
  }
  return by[0];
}

/* Return the derivative of the absolute value "e": that of max(u, -u). */
static const lcm_expr *derive_abs(const struct deriving *d, const lcm_expr *e) {
  const lcm_expr *u = e->args[0];
  const lcm_expr *by_u = derive(d, u);
  const lcm_expr *const of[2] = {u, lcm_expr_neg(d->ctx, u)};
  const lcm_expr *const by[2] = {by_u, lcm_expr_neg(d->ctx, by_u)};
  return by_u ? derive_most_of(d, LCM_X_MAX, of, by) : NULL;
}

/* Return the derivative of the remainder "e", a - b floor(a/b), between its
 * steps. */
static const lcm_expr *derive_mod(const struct deriving *d, const lcm_expr *e) {
  const lcm_expr *quotient =
      lcm_expr_binary(d->ctx, LCM_X_DIV, e->args[0], e->args[1]);
  return lcm_expr_sub(d->ctx, derive(d, e->args[0]),
                      lcm_expr_mul(d->ctx, quotient, derive(d, e->args[1])));
}

/* Return the derivative to one side of "e", which may have corners or steps;
 * between steps, where it has them.  NULL: there is no expression for it. */
static const lcm_expr *derive_cornered(const struct deriving *d,
                                       const lcm_expr *e) {
  switch (e->kind) {
  case LCM_X_MAX:
  case LCM_X_MIN:
    return derive_most(d, e);
  case LCM_X_ABS:
    return derive_abs(d, e);
  case LCM_X_FLOOR:
  case LCM_X_CEIL:
  case LCM_X_DIV:
  case LCM_X_OF_TRUTH:
    return lcm_expr_int(d->ctx, 0);
  case LCM_X_MOD:
    return derive_mod(d, e);
  case LCM_X_OF_LEAVES:
  case LCM_X_OF_LOGARITHMS:
  case LCM_X_OF_LOOPS:
  case LCM_X_SUM_OF:
  case LCM_X_MUL_OF:
  case LCM_X_POW:
  case LCM_X_SQRT:
  case LCM_X_IF:
  case LCM_X_COUNT:
    break;
  }
  return NULL;
}

/* Return the derivative of "e" as "d" says, or NULL. */
static const lcm_expr *derive(const struct deriving *d, const lcm_expr *e) {
  lcm_ctx *ctx = d->ctx;
  if (!e || !lcm_expr_has(e, d->name))
    return e ? lcm_expr_int(ctx, 0) : NULL;
  switch (e->kind) {
  case LCM_X_SYMBOL:
  case LCM_X_COEF:
    return lcm_expr_int(ctx, 1);
  case LCM_X_SUM_OF:
    return derive_sum(d, e);
  case LCM_X_MUL_OF:
    return derive_product(d, e);
  case LCM_X_POW:
    return derive_power(d, e);
  case LCM_X_EXP:
    return lcm_expr_mul(ctx, e, derive(d, e->args[0]));
  case LCM_X_SQRT:
    return lcm_expr_div(ctx, derive(d, e->args[0]),
                        lcm_expr_mul(ctx, lcm_expr_int(ctx, 2), e));
  case LCM_X_LOG:
    return derive_log(d, e, 0);
  case LCM_X_LOG2:
    return derive_log(d, e, 2);
  case LCM_X_LOG10:
    return derive_log(d, e, 10);
  case LCM_X_IF:
    if (!d->side && lcm_expr_has(e->args[0], d->name))
      return NULL;
    return lcm_expr_if(ctx, e->args[0], derive(d, e->args[1]),
                       derive(d, e->args[2]));
  case LCM_X_SUM:
    return derive_over(d, e);
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
  return d->side ? derive_cornered(d, e) : NULL;
}

const lcm_expr *lcm_expr_derive(lcm_ctx *ctx, const lcm_expr *e,
                                const char *name) {
  return derive(&(struct deriving){ctx, name, 0}, e);
}

const lcm_expr *lcm_expr_slope(lcm_ctx *ctx, const lcm_expr *e,
                               const char *name, int side) {
  return derive(&(struct deriving){ctx, name, side}, e);
}
