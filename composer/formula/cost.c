/* How the evaluation of an expression grows: what its sums, products and maxima
 * over ranges take together. */
#include <stdlib.h>

#include "base/list.h"
#include "base/map.h"
#include "composer/formula/cost.h"

/* An index around, and how many values it has. */
struct running {
  const char *name;
  const lcm_expr *extent;
};

/* A cost being found; parts that were "seen" are evaluated once. */
struct costing {
  lcm_ctx *ctx;
  LCM_LIST(struct running) indices;
  lcm_map seen;
};

static const lcm_expr *growth(struct costing *c, const lcm_expr *e);

/* Return 1. */
static const lcm_expr *once(const struct costing *c) {
  return lcm_expr_int(c->ctx, 1);
}

/* Return the growths of the operands of "e" from number "from" on, added up
 * without numbers; 1 where there is nothing else. */
static const lcm_expr *growths(struct costing *c, const lcm_expr *e,
                               size_t from) {
  const lcm_expr *sum = lcm_expr_int(c->ctx, 0);
  double number = 0;
  for (size_t i = from; i < lcm_expr_arity(e); i++) {
    const lcm_expr *own = growth(c, lcm_expr_arg(e, i));
    if (!own || !lcm_expr_is_number(own, &number))
      sum = lcm_expr_add(c->ctx, sum, own);
  }
  return sum && lcm_expr_is_int(sum, 0) ? once(c) : sum;
}

/* Return the product of the growths of the operands of "e". */
static const lcm_expr *grown_product(struct costing *c, const lcm_expr *e) {
  const lcm_expr *product = once(c);
  for (size_t i = 0; i < lcm_expr_arity(e); i++)
    product = lcm_expr_mul(c->ctx, product, growth(c, lcm_expr_arg(e, i)));
  return product;
}

/* Return how the symbol "e" grows: an index as its range does. */
static const lcm_expr *grown_name(const struct costing *c, const lcm_expr *e) {
  for (size_t i = c->indices.n; i-- > 0;)
    if (c->indices.at[i].name == lcm_expr_name(e))
      return c->indices.at[i].extent;
  return e;
}

/* Return the growth of "e" over that of "by". */
static const lcm_expr *grown_quotient(struct costing *c, const lcm_expr *e,
                                      const lcm_expr *by) {
  return lcm_expr_div(c->ctx, growth(c, e), growth(c, by));
}

/* Return the growth of "e", a number of values: without numbers that are added
 * or multiplied, and without roundings. */
static const lcm_expr *growth(struct costing *c, const lcm_expr *e) {
  double number = 0;
  switch (lcm_expr_kind_of(e)) {
  case LCM_X_SYMBOL:
  case LCM_X_INDEX:
    return grown_name(c, e);
  case LCM_X_SUM_OF:
  case LCM_X_MAX:
    return growths(c, e, 0);
  case LCM_X_IF:
    return growths(c, e, 1);
  case LCM_X_MUL_OF:
    return grown_product(c, e);
  case LCM_X_POW:
    return lcm_expr_is_number(lcm_expr_arg(e, 1), &number)
               ? lcm_expr_pow(c->ctx, growth(c, lcm_expr_arg(e, 0)),
                              lcm_expr_arg(e, 1))
               : e;
  case LCM_X_FLOOR:
  case LCM_X_CEIL:
  case LCM_X_ABS:
    return growth(c, lcm_expr_arg(e, 0));
  case LCM_X_MOD:
    return growth(c, lcm_expr_arg(e, 1));
  case LCM_X_DIV:
    return grown_quotient(c, lcm_expr_arg(e, 0), lcm_expr_arg(e, 1));
  case LCM_X_MIN:
  case LCM_X_OF_LOGARITHMS:
  case LCM_X_SQRT:
    return e;
  case LCM_X_NUMBER:
  case LCM_X_REAL:
  case LCM_X_COEF:
  case LCM_X_OF_TRUTH:
  case LCM_X_OF_LOOPS:
  case LCM_X_COUNT:
    break;
  }
  return once(c);
}

/* Return how many steps the ranges in "e" take, 0 for none. */
static const lcm_expr *steps(struct costing *c, const lcm_expr *e) {
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  const lcm_expr *sum = lcm_expr_int(c->ctx, 0);
  size_t unused = 0;
  const bool over =
      kind == LCM_X_SUM || kind == LCM_X_PROD || kind == LCM_X_MAX_OVER;
  if (lcm_map_get(&c->seen, e, &unused))
    return sum;
  const lcm_map seen = c->seen;
  lcm_arena *arena = lcm_ctx_arena(c->ctx);
  if (over) {
    const struct running index = {
        lcm_expr_name(e), growth(c, lcm_expr_sub(c->ctx, lcm_expr_arg(e, 1),
                                                 lcm_expr_arg(e, 0)))};
    LCM_LIST_ADD(arena, &c->indices, index);
    c->seen = (lcm_map){0};
  } else
    lcm_map_put(arena, &c->seen, e, 1);
  for (size_t i = 0; i < lcm_expr_arity(e); i++)
    sum = lcm_expr_add(c->ctx, sum, steps(c, lcm_expr_arg(e, i)));
  if (!over)
    return sum;
  c->seen = seen;
  const lcm_expr *turns = c->indices.at[--c->indices.n].extent;
  return sum && !lcm_expr_is_int(sum, 0) ? lcm_expr_mul(c->ctx, turns, sum)
                                         : turns;
}

/* Return whether "e" is a product of positive powers of symbols. */
static bool is_product(const lcm_expr *e) {
  const lcm_expr_kind kind = lcm_expr_kind_of(e);
  double power = 0;
  if (kind == LCM_X_SYMBOL)
    return true;
  if (kind == LCM_X_POW)
    return lcm_expr_kind_of(lcm_expr_arg(e, 0)) == LCM_X_SYMBOL &&
           lcm_expr_is_number(lcm_expr_arg(e, 1), &power) && power > 0;
  for (size_t i = 0; kind == LCM_X_MUL_OF && i < lcm_expr_arity(e); i++)
    if (!is_product(lcm_expr_arg(e, i)))
      return false;
  return kind == LCM_X_MUL_OF;
}

/* Return the monomials of "sum" with the coefficient 1, without those that
 * divide others: these grow no slower. */
static const lcm_expr *leading(lcm_ctx *ctx, const lcm_expr *sum) {
  const bool many = lcm_expr_kind_of(sum) == LCM_X_SUM_OF;
  const size_t n = many ? lcm_expr_arity(sum) : 1;
  const lcm_expr *out = lcm_expr_int(ctx, 0);
  const lcm_expr **cores =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), const lcm_expr *, n + 1);
  lcm_rat unused;
  for (size_t i = 0; i < n; i++)
    cores[i] = lcm_expr_core(ctx, &unused, many ? lcm_expr_arg(sum, i) : sum);
  for (size_t i = 0; i < n; i++) {
    bool counts = cores[i] != NULL;
    for (size_t k = 0; k < n && counts; k++) {
      const lcm_expr *more =
          cores[k] ? lcm_expr_div(ctx, cores[k], cores[i]) : NULL;
      counts = k == i || !more || !is_product(more);
      counts = counts && (k >= i || cores[k] != cores[i]);
    }
    out = counts ? lcm_expr_add(ctx, out, cores[i]) : out;
  }
  return out && lcm_expr_is_int(out, 0) ? lcm_expr_int(ctx, 1) : out;
}

const char *lcm_formula_cost(lcm_ctx *ctx, const lcm_expr *e) {
  struct costing c = {.ctx = ctx};
  const lcm_expr *all = e ? steps(&c, e) : NULL;
  all = all ? lcm_expr_expand(ctx, all) : NULL;
  all = all ? leading(ctx, all) : NULL;
  char *text = all ? lcm_expr_to_str(all, LCM_READER) : NULL;
  const char *cost =
      text ? lcm_arena_printf(lcm_ctx_arena(ctx), "O(%s)", text) : NULL;
  free(text);
  return cost;
}
