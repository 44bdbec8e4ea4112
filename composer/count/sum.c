/* Sums over the loops and branches of a nest. */
#include "composer/count/sum.h"
#include "composer/count/guard.h"

struct lcm_nest lcm_cost_nest_of(struct lcm_cost_store *store,
                                 const lcm_cost_nest *nest, size_t first,
                                 size_t last) {
  lcm_arena *arena = lcm_ctx_arena(store->ctx);
  struct lcm_nesting *at = LCM_NEW_ARRAY(arena, struct lcm_nesting, last + 1);
  const char **outer = LCM_NEW_ARRAY(arena, const char *, last + 1);
  struct lcm_nest out = {.at = at, .outer = outer, .memo = &store->memo};
  for (size_t i = 0; i < last; i++) {
    const struct lcm_cost_step *step = &nest->at[i];
    if (i >= first && !step->weight)
      at[out.n++] = step->nesting;
    else if (i < first && step->nesting.index)
      outer[out.n_outer++] = step->nesting.index;
  }
  return out;
}

/* Return "body" executed by the step "step" alone. */
static const lcm_expr *take_step(lcm_ctx *ctx, const struct lcm_cost_step *step,
                                 const lcm_expr *body) {
  const struct lcm_nesting *nesting = &step->nesting;
  if (step->weight)
    return lcm_expr_mul(ctx, step->weight, body);
  if (nesting->index)
    return lcm_expr_over(
        ctx, LCM_X_SUM,
        (struct lcm_range){nesting->index, nesting->from, nesting->to}, body);
  return lcm_expr_if(ctx, nesting->condition, body, lcm_expr_int(ctx, 0));
}

/* Return whether there is nothing but weights among the steps of "nest" from
 * "first" to before "last". */
static bool is_plain(const lcm_cost_nest *nest, size_t first, size_t last) {
  for (size_t i = first; i < last; i++)
    if (!nest->at[i].weight)
      return false;
  return true;
}

/* Return the sum that lcm_cost_sum returns, for a nest without guards. */
static const lcm_expr *sum_plain(struct lcm_cost_store *store,
                                 const lcm_cost_nest *nest, size_t outer,
                                 const lcm_expr *body) {
  lcm_ctx *ctx = store->ctx;
  const struct lcm_cost_step *steps = nest->at;
  size_t n = nest->n;
  for (size_t i = outer; i < n; i++)
    if (steps[i].weight)
      body = lcm_expr_mul(ctx, body, steps[i].weight);
  while (!is_plain(nest, outer, n) && body) {
    if (steps[n - 1].weight) {
      n--;
      continue;
    }
    const lcm_expr *sum = NULL;
    size_t first = outer;
    for (; first < n && !sum; first += !sum) {
      const struct lcm_nest inner = lcm_cost_nest_of(store, nest, first, n);
      sum = lcm_count_sum(ctx, &inner, body);
    }
    body = sum ? sum : body;
    n = first;
    if (n > outer) {
      body = take_step(ctx, &steps[n - 1], body);
      n--;
    }
  }
  return body;
}

/* Return the sum that lcm_cost_sum returns. */
static const lcm_expr *sum_of(struct lcm_cost_store *store, lcm_cost_nest *nest,
                              size_t outer, const lcm_expr *body) {
  const lcm_expr *guard = NULL;
  const lcm_cost_nest *rest = lcm_cost_guard(&guard, store, nest, outer);
  const lcm_expr *sum = guard && lcm_expr_is_int(guard, 0)
                            ? guard
                            : sum_plain(store, rest, outer, body);
  return lcm_cost_guarded(store->ctx, guard, sum);
}

const lcm_expr *lcm_cost_sum(struct lcm_cost_store *store, lcm_cost_nest *nest,
                             size_t outer, const lcm_expr *body) {
  for (struct lcm_cost_summed **link = &nest->summed; *link;
       link = &(*link)->next)
    if ((*link)->outer == outer && (*link)->body == body) {
      struct lcm_cost_summed *found = *link;
      *link = found->next;
      found->next = nest->summed;
      nest->summed = found;
      return found->sum;
    }
  struct lcm_cost_summed *added =
      LCM_NEW(lcm_ctx_arena(store->ctx), struct lcm_cost_summed);
  *added = (struct lcm_cost_summed){
      outer, body, sum_of(store, nest, outer, body), nest->summed};
  nest->summed = added;
  return added->sum;
}
