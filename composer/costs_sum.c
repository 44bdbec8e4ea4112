#include <string.h>

#include "composer/costs_internal.h"

/* More different accesses to one array are not looked at together. */
enum { MOST_TOGETHER = 32 };

/* Return the steps from "first" to before "last" of "steps" as a nest, those
 * before "first" being around it.  Weights are left out. */
static struct lcm_nest nest_of(lcm_ctx *ctx, const struct lcm_cost_step *steps,
                               size_t first, size_t last) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct lcm_nesting *at = LCM_NEW_ARRAY(arena, struct lcm_nesting, last + 1);
  const char **outer = LCM_NEW_ARRAY(arena, const char *, last + 1);
  struct lcm_nest nest = {.at = at, .outer = outer};
  for (size_t i = 0; i < last; i++) {
    if (i >= first && !steps[i].weight)
      at[nest.n++] = steps[i].nesting;
    else if (i < first && steps[i].nesting.index)
      outer[nest.n_outer++] = steps[i].nesting.index;
  }
  return nest;
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

const lcm_expr *lcm_cost_sum(lcm_ctx *ctx, const struct lcm_cost_step *steps,
                             size_t outer, size_t n, const lcm_expr *body) {
  for (size_t i = outer; i < n; i++)
    if (steps[i].weight)
      body = lcm_expr_mul(ctx, body, steps[i].weight);
  while (n > outer && body) {
    if (steps[n - 1].weight) {
      n--;
      continue;
    }
    const lcm_expr *sum = NULL;
    size_t first = outer;
    for (; first < n && !sum; first += !sum) {
      const struct lcm_nest nest = nest_of(ctx, steps, first, n);
      sum = lcm_count_sum(ctx, &nest, body);
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

/* Return whether subscript "d" is the same number in the "n" accesses of
 * "group": it tells no elements apart. */
static bool is_fixed(const struct lcm_cost_touch *const *group, size_t n,
                     size_t d) {
  double number = 0;
  for (size_t i = 1; i < n; i++)
    if (group[i]->subscripts[d] != group[0]->subscripts[d])
      return false;
  return lcm_expr_is_number(group[0]->subscripts[d], &number);
}

/* Return the accesses of "group" ("n" of them, all to one array with as many
 * subscripts) as lcm_count_elements wants them, without the subscripts that
 * tell nothing apart; "*n_dims" is how many are left, one at least. */
static const struct lcm_element *
prepare(size_t *n_dims, lcm_ctx *ctx, const struct lcm_cost_touch *const *group,
        size_t n, size_t outer) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t all = group[0]->n_subscripts;
  struct lcm_element *touches = LCM_NEW_ARRAY(arena, struct lcm_element, n + 1);
  for (size_t i = 0; i < n; i++) {
    const lcm_expr **kept = LCM_NEW_ARRAY(arena, const lcm_expr *, all + 1);
    *n_dims = 0;
    for (size_t d = 0; d < all; d++)
      if (!is_fixed(group, n, d) || (d + 1 == all && !*n_dims))
        kept[(*n_dims)++] = group[i]->subscripts[d];
    touches[i] = (struct lcm_element){
        nest_of(ctx, group[i]->steps, outer, group[i]->n_steps), kept};
  }
  return touches;
}

/* Return how often "touch" happens in one execution of what its first "outer"
 * steps lead to. */
static const lcm_expr *often(lcm_ctx *ctx, const struct lcm_cost_touch *touch,
                             size_t outer) {
  return lcm_cost_sum(ctx, touch->steps, outer, touch->n_steps,
                      lcm_expr_int(ctx, 1));
}

/* Return whether "touch" may not happen where its steps after the first "outer"
 * lead. */
static bool is_guess(const struct lcm_cost_touch *touch, size_t outer) {
  for (size_t i = outer; i < touch->n_steps; i++)
    if (touch->steps[i].guess)
      return true;
  return false;
}

/* Return whether "a" and "b" are the same step. */
static bool same_step(const struct lcm_cost_step *a,
                      const struct lcm_cost_step *b) {
  return a->weight == b->weight && a->nesting.index == b->nesting.index &&
         a->nesting.from == b->nesting.from && a->nesting.to == b->nesting.to &&
         a->nesting.condition == b->nesting.condition;
}

/* Return whether "a" and "b" are the same access. */
static bool same_touch(const struct lcm_cost_touch *a,
                       const struct lcm_cost_touch *b) {
  bool same =
      a->n_steps == b->n_steps && a->exact == b->exact && a->maybe == b->maybe;
  for (size_t d = 0; same && d < a->n_subscripts; d++)
    same = a->subscripts[d] && a->subscripts[d] == b->subscripts[d];
  for (size_t i = 0; same && a->steps != b->steps && i < a->n_steps; i++)
    same = same_step(&a->steps[i], &b->steps[i]);
  return same;
}

/* Keep of the "n" accesses of "group" one of each; return how many. */
static size_t keep_once(const struct lcm_cost_touch **group, size_t n) {
  size_t kept = 0;
  for (size_t i = 0; i < n; i++) {
    bool known = false;
    for (size_t k = 0; k < kept && !known; k++)
      known = same_touch(group[k], group[i]);
    if (!known)
      group[kept++] = group[i];
  }
  return kept;
}

/* Return how many elements the "n" accesses at "touches" touch; NULL where that
 * is not known. */
static const lcm_expr *elements_of(lcm_ctx *ctx,
                                   const struct lcm_element *touches, size_t n,
                                   size_t n_dims) {
  const lcm_expr *elements = lcm_count_elements(ctx, touches, n, n_dims);
  if (elements || n_dims != 1)
    return elements;
  touches = lcm_cost_unflatten(&n_dims, ctx, touches, n);
  return touches ? lcm_count_elements(ctx, touches, n, n_dims) : NULL;
}

/* Return the elements that the "n" accesses of "group" touch if each is to
 * another one. */
static const lcm_expr *most_elements(lcm_ctx *ctx,
                                     const struct lcm_cost_touch *const *group,
                                     size_t n, size_t outer) {
  const lcm_expr *sum = lcm_expr_int(ctx, 0);
  for (size_t i = 0; i < n; i++)
    sum = lcm_expr_add(ctx, sum, often(ctx, group[i], outer));
  return sum;
}

/* Return the bytes that the "n" accesses of "group" touch: those with known
 * subscripts, which come first after this, count together. */
static const lcm_expr *bytes_of(bool *at_most, lcm_ctx *ctx,
                                const struct lcm_cost_touch **group, size_t n,
                                size_t outer) {
  const lcm_expr *elements = NULL;
  size_t n_exact = 0;
  size_t n_dims = 0;
  n = keep_once(group, n);
  for (size_t i = 0; i < n; i++) {
    const struct lcm_cost_touch *touch = group[i];
    *at_most = *at_most || touch->maybe || is_guess(touch, outer);
    if (!touch->exact)
      continue;
    group[i] = group[n_exact];
    group[n_exact++] = touch;
  }
  if (n_exact && n_exact <= MOST_TOGETHER) {
    const struct lcm_element *prepared =
        prepare(&n_dims, ctx, group, n_exact, outer);
    elements = elements_of(ctx, prepared, n_exact, n_dims);
  }
  n_exact = elements ? n_exact : 0;
  *at_most = *at_most || n_exact < n;
  const lcm_expr *rest =
      most_elements(ctx, group + n_exact, n - n_exact, outer);
  elements = elements ? lcm_expr_add(ctx, elements, rest) : rest;
  return lcm_expr_mul(ctx, elements, group[0]->bytes);
}

/* Return whether the access "a" is to all of what "b" is to a member or an
 * element of, or to the same seen as another type. */
static bool encloses(const struct lcm_cost_touch *a,
                     const struct lcm_cost_touch *b) {
  const size_t n = strlen(a->path);
  if (a->key != b->key || strncmp(a->path, b->path, n) != 0)
    return false;
  return b->path[n] ? b->path[n] == '.' || b->path[n] == '['
                    : a->bytes != b->bytes;
}

const lcm_expr *lcm_cost_bytes(bool *at_most, lcm_ctx *ctx,
                               const struct lcm_cost_touch *touches, size_t n,
                               size_t outer) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const lcm_expr *sum = lcm_expr_int(ctx, 0);
  bool *done = LCM_NEW_ARRAY(arena, bool, n + 1);
  const struct lcm_cost_touch **group =
      LCM_NEW_ARRAY(arena, const struct lcm_cost_touch *, n + 1);
  *at_most = false;
  for (size_t i = 0; i < n; i++) {
    size_t size = 0;
    for (size_t k = i; k < n && !done[i]; k++)
      if (!done[k] && touches[k].key == touches[i].key &&
          touches[k].path == touches[i].path &&
          touches[k].bytes == touches[i].bytes)
        group[size++] = &touches[k];
    for (size_t k = 0; k < n && size; k++)
      *at_most = *at_most || encloses(&touches[i], &touches[k]);
    for (size_t k = 0; k < size; k++)
      done[group[k] - touches] = true;
    if (size)
      sum = lcm_expr_add(ctx, sum, bytes_of(at_most, ctx, group, size, outer));
  }
  return sum;
}
