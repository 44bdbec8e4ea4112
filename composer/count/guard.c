/* Takes conditions out of a nest that hold or not for all that it leads to. */
#include "composer/count/guard.h"
#include "composer/count/store.h"

/* Return whether "cond" is a conjunction of comparisons other than "unequal":
 * the points that fulfil it are one polyhedron. */
static bool is_convex(const lcm_expr *cond, bool holds) {
  const lcm_expr_kind kind = lcm_expr_kind_of(cond);
  if (kind == LCM_X_LT || kind == LCM_X_LE)
    return true;
  if (kind == LCM_X_EQ || kind == LCM_X_NE)
    return holds == (kind == LCM_X_EQ);
  if (kind == LCM_X_NOT)
    return is_convex(lcm_expr_arg(cond, 0), !holds);
  if (kind != (holds ? LCM_X_AND : LCM_X_OR))
    return false;
  for (size_t i = 0; i < lcm_expr_arity(cond); i++)
    if (!is_convex(lcm_expr_arg(cond, i), holds))
      return false;
  return true;
}

/* Return whether "e" speaks of an index of the steps of "nest" from "first"
 * on. */
static bool has_index(const lcm_cost_nest *nest, size_t first,
                      const lcm_expr *e) {
  for (size_t i = first; i < nest->n; i++)
    if (nest->at[i].nesting.index && lcm_expr_has(e, nest->at[i].nesting.index))
      return true;
  return false;
}

/* Return whether step "i" of "nest" is a condition that holds or not for all of
 * what the steps from "first" on lead to, and would cut it into pieces. */
static bool is_guard(const lcm_cost_nest *nest, size_t first, size_t i) {
  const struct lcm_cost_step *step = &nest->at[i];
  return !step->weight && !step->nesting.index &&
         !is_convex(step->nesting.condition, true) &&
         !has_index(nest, first, step->nesting.condition);
}

/* Return what is left of "cond", a step of "nest" behind the steps "first" to
 * before "last": 0 where one of these says the contrary, 1 where one says the
 * same. */
static const lcm_expr *news(lcm_ctx *ctx, const lcm_cost_nest *nest,
                            size_t first, size_t last, const lcm_expr *cond) {
  const lcm_expr *contrary = lcm_expr_apply(ctx, LCM_X_NOT, cond);
  for (size_t i = first; i < last; i++) {
    const lcm_expr *other = nest->at[i].nesting.condition;
    if (!other)
      continue;
    if (other == cond)
      return lcm_expr_int(ctx, 1);
    if (other == contrary || lcm_expr_apply(ctx, LCM_X_NOT, other) == cond)
      return lcm_expr_int(ctx, 0);
  }
  return cond;
}

lcm_cost_nest *lcm_cost_guard(const lcm_expr **guard,
                              struct lcm_cost_store *store, lcm_cost_nest *nest,
                              size_t outer) {
  lcm_ctx *ctx = store->ctx;
  lcm_cost_nest *rest = &store->root;
  *guard = NULL;
  for (size_t i = 0; i < nest->n; i++) {
    const lcm_expr *cond = nest->at[i].nesting.condition;
    if (i < outer || !is_guard(nest, outer, i)) {
      rest = lcm_cost_nest_add(store, rest, &nest->at[i]);
      continue;
    }
    cond = news(ctx, nest, outer, i, cond);
    *guard = *guard ? lcm_expr_binary(ctx, LCM_X_AND, *guard, cond) : cond;
  }
  return rest;
}

const lcm_expr *lcm_cost_guarded(lcm_ctx *ctx, const lcm_expr *guard,
                                 const lcm_expr *e) {
  const lcm_expr *zero = lcm_expr_int(ctx, 0);
  double number = 0;
  if (!guard || !e)
    return e;
  if (!lcm_expr_is_number(e, &number))
    return lcm_expr_if(ctx, guard, e, zero);
  return lcm_expr_mul(ctx, e,
                      lcm_expr_if(ctx, guard, lcm_expr_int(ctx, 1), zero));
}
