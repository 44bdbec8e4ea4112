/* Collects what must hold at a point for a closed form to say what the engine
 * would. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "composer/formula/env.h"
#include "composer/formula/guard.h"

/* Return 1 + the number of the last of the first "n" ranges whose index is
 * "name", 0 where there is none. */
static size_t range_of(struct lcm_formula *f, const char *name, size_t n) {
  const struct lcm_formula_guard *guard = &f->guard;
  size_t at = 0;
  if (!lcm_map_get(&guard->of_index, name, &at))
    return 0;
  if (at <= n && guard->ranges.at[at - 1].index == name)
    return at;
  for (at = n; at && guard->ranges.at[at - 1].index != name;)
    at--;
  return at;
}

/* Return 1 + the number of the last of the first "n" ranges whose index "e"
 * mentions, 0 where it mentions none. */
static size_t last_range(struct lcm_formula *f, const lcm_expr *e, size_t n) {
  struct lcm_formula_guard *guard = &f->guard;
  const char *const *names = NULL;
  const size_t n_names = lcm_expr_names(&names, f->ctx, e);
  size_t last = 0;
  for (; guard->n_mapped < guard->ranges.n; guard->n_mapped++)
    lcm_map_put(lcm_ctx_arena(f->ctx), &guard->of_index,
                guard->ranges.at[guard->n_mapped].index, guard->n_mapped + 1);
  for (size_t i = 0; i < n_names; i++) {
    const size_t at = range_of(f, names[i], n);
    last = at > last ? at : last;
  }
  return last;
}

/* Return "e" where all conditions around hold, else 0. */
static const lcm_expr *conditional(struct lcm_formula *f, const lcm_expr *e) {
  for (size_t i = f->guard.conditions.n; i-- > 0;) {
    const lcm_expr *cond = f->guard.conditions.at[i];
    if (!last_range(f, cond, f->guard.ranges.n))
      e = lcm_expr_if(f->ctx, cond, e, lcm_expr_int(f->ctx, 0));
  }
  return e;
}

/* Return "e" with "index" replaced by "value". */
static const lcm_expr *at_index(struct lcm_formula *f, const lcm_expr *e,
                                const char *index, const lcm_expr *value) {
  const struct lcm_subst subst = {index, value};
  return lcm_expr_subst(f->ctx, e, &subst, 1);
}

/* Take for granted that "e" is not negative for all values of the first "n"
 * indices: at both ends of their ranges where it is linear in them. */
static void expect_within(struct lcm_formula *f, const lcm_expr *e, size_t n) {
  double low = -INFINITY;
  double high = INFINITY;
  if (e)
    lcm_expr_bounds(&low, &high, e);
  if (low >= 0)
    return;
  n = e ? last_range(f, e, n) : n;
  if (e && !n) {
    LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &f->guard.costs, conditional(f, e));
    return;
  }
  const struct lcm_formula_range *range = n ? &f->guard.ranges.at[n - 1] : NULL;
  const lcm_expr *slope =
      e && range->last ? lcm_expr_derive(f->ctx, e, range->index) : NULL;
  if (!slope || lcm_expr_has(slope, range->index)) {
    f->guard.unchecked = true;
    return;
  }
  const char *index = range->index;
  const lcm_expr *last = range->last;
  expect_within(f, at_index(f, e, index, lcm_expr_int(f->ctx, 0)), n - 1);
  expect_within(f, at_index(f, e, index, last), n - 1);
}

void lcm_formula_expect(struct lcm_formula *f, const lcm_expr *e) {
  if (e && !f->unlimited)
    expect_within(f, e, f->guard.ranges.n);
}

void lcm_formula_while(struct lcm_formula *f, const lcm_expr *cond) {
  LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &f->guard.conditions, cond);
}

void lcm_formula_endwhile(struct lcm_formula *f) { f->guard.conditions.n--; }

void lcm_formula_unknown(struct lcm_formula *f, const lcm_node *node) {
  size_t at = 0;
  if (f->unlimited || lcm_map_get(&f->guard.seen, node, &at))
    return;
  lcm_map_put(lcm_ctx_arena(f->ctx), &f->guard.seen, node, 0);
  LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &f->guard.unknown, node->loc);
}

void lcm_formula_assume(struct lcm_formula *f, const char *text) {
  bool known = !text;
  for (size_t k = 0; !known && k < f->guard.assumes.n; k++)
    known = !strcmp(f->guard.assumes.at[k], text);
  if (!known)
    LCM_LIST_ADD(lcm_ctx_arena(f->ctx), &f->guard.assumes, text);
}

void lcm_formula_assumes(struct lcm_formula *f, const lcm_node *node) {
  for (size_t i = 0; i < node->n_assumes; i++)
    lcm_formula_assume(f, node->assumes[i]);
}

/* Order places. */
static int loc_order(const void *a, const void *b) {
  const lcm_loc *x = a;
  const lcm_loc *y = b;
  const int by = strcmp(x->file ? x->file : "", y->file ? y->file : "");
  if (by || x->begin != y->begin)
    return by ? by : x->begin < y->begin ? -1 : 1;
  return (x->line > y->line) - (x->line < y->line);
}

size_t lcm_formula_n_unknown(struct lcm_formula *f) {
  lcm_loc *at = f->guard.unknown.at;
  size_t n = 0;
  if (f->guard.unknown.n)
    qsort(at, f->guard.unknown.n, sizeof *at, loc_order);
  for (size_t i = 0; i < f->guard.unknown.n; i++)
    n += !i || loc_order(&at[i - 1], &at[i]);
  return n;
}

bool lcm_formula_is_guarded(const struct lcm_formula *f) {
  bool known = !f->guard.unchecked;
  for (size_t i = 0; i < f->guard.costs.n; i++)
    known = known && f->guard.costs.at[i];
  return known;
}
