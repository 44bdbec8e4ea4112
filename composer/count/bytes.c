/* Bytes of the different elements that accesses touch together. */
#include <string.h>

#include "composer/count/bytes.h"
#include "composer/count/flat.h"
#include "composer/count/guard.h"
#include "composer/count/store.h"
#include "composer/count/sum.h"

/* More different accesses to one array are not looked at together, nor where
 * more conditions would cut what they touch into pieces. */
enum { MOST_TOGETHER = 32, MOST_CUTS = 6 };

/* Different accesses to one array; times: how often each was noted. */
struct group {
  lcm_cost_array *array;
  LCM_LIST(lcm_cost_touch *) touches;
  LCM_LIST(size_t) times;
};

typedef LCM_LIST(struct group) groups;

/* Return the group of "array" in "all", new where "array" is not in the list
 * that is being made. */
static struct group *group_of(groups *all, struct lcm_cost_store *store,
                              lcm_cost_array *array) {
  if (array->last != store->lists) {
    const struct group group = {.array = array};
    array->last = store->lists;
    array->place = all->n;
    LCM_LIST_ADD(&store->scratch, all, group);
  }
  return &all->at[array->place];
}

/* Return the "n" accesses at "touches" by what they are accesses to, each
 * once. */
static groups sort_out(struct lcm_cost_store *store,
                       lcm_cost_touch *const *touches, size_t n) {
  lcm_arena *arena = &store->scratch;
  groups all = {0};
  store->lists++;
  for (size_t i = 0; i < n; i++) {
    lcm_cost_touch *touch = touches[i];
    struct group *group = group_of(&all, store, touch->array);
    if (touch->last == store->lists) {
      group->times.at[touch->place]++;
      continue;
    }
    touch->last = store->lists;
    touch->place = group->touches.n;
    LCM_LIST_ADD(arena, &group->touches, touch);
    LCM_LIST_ADD(arena, &group->times, 1);
  }
  return all;
}

/* Return whether subscript "d" is the same number in the "n" accesses of
 * "group": it tells no elements apart. */
static bool is_fixed(const lcm_cost_touch *const *group, size_t n, size_t d) {
  double number = 0;
  for (size_t i = 1; i < n; i++)
    if (group[i]->subscripts[d] != group[0]->subscripts[d])
      return false;
  return lcm_expr_is_number(group[0]->subscripts[d], &number);
}

/* Return the accesses of "group" ("n" of them, all to one array with as many
 * subscripts) as lcm_count_elements wants them, without the subscripts that
 * tell nothing apart; "*n_dims" is how many are left, one at least. */
static const struct lcm_element *prepare(size_t *n_dims,
                                         struct lcm_cost_store *store,
                                         const lcm_cost_touch *const *group,
                                         size_t n, size_t outer) {
  lcm_arena *arena = lcm_ctx_arena(store->ctx);
  const size_t all = group[0]->n_subscripts;
  struct lcm_element *touches = LCM_NEW_ARRAY(arena, struct lcm_element, n + 1);
  for (size_t i = 0; i < n; i++) {
    const lcm_expr **kept = LCM_NEW_ARRAY(arena, const lcm_expr *, all + 1);
    *n_dims = 0;
    for (size_t d = 0; d < all; d++)
      if (!is_fixed(group, n, d) || (d + 1 == all && !*n_dims))
        kept[(*n_dims)++] = group[i]->subscripts[d];
    touches[i] = (struct lcm_element){
        lcm_cost_nest_of(store, group[i]->nest, outer, group[i]->nest->n),
        kept};
  }
  return touches;
}

/* Return whether "touch" may not happen where its steps after the first "outer"
 * lead. */
static bool is_guess(const lcm_cost_touch *touch, size_t outer) {
  for (size_t i = outer; i < touch->nest->n; i++)
    if (touch->nest->at[i].guess)
      return true;
  return false;
}

/* Accesses with known subscripts, for a count. */
struct exact {
  const lcm_cost_touch **at;
  /* the condition under which each happens; NULL: always */
  const lcm_expr **guards;
  size_t n;
  size_t n_cuts; /* guards that there were */
};

/* Return whether the accesses of "all" are to elements with numbers, without
 * loops and other conditions. */
static bool are_numbers(const struct exact *all, size_t outer) {
  double number = 0;
  for (size_t i = 0; i < all->n; i++) {
    const lcm_cost_touch *touch = all->at[i];
    for (size_t k = outer; k < touch->nest->n; k++)
      if (!touch->nest->at[k].weight)
        return false;
    for (size_t d = 0; d < touch->n_subscripts; d++)
      if (!lcm_expr_is_number(touch->subscripts[d], &number))
        return false;
  }
  return true;
}

/* Return whether "a" and "b" are accesses to the same elements. */
static bool same_elements(const lcm_cost_touch *a, const lcm_cost_touch *b) {
  return a->nest == b->nest && !memcmp(a->subscripts, b->subscripts,
                                       a->n_subscripts * sizeof *a->subscripts);
}

/* Add the access "touch" under the condition "guard" (NULL: always) to
 * "all". */
static void add_exact(struct exact *all, lcm_ctx *ctx,
                      const lcm_cost_touch *touch, const lcm_expr *guard) {
  size_t i = 0;
  while (i < all->n && !same_elements(all->at[i], touch))
    i++;
  if (i == all->n) {
    all->guards[all->n] = guard;
    all->at[all->n++] = touch;
  } else if (guard && all->guards[i] && guard != all->guards[i])
    all->guards[i] = lcm_expr_binary(ctx, LCM_X_OR, all->guards[i], guard);
  else if (!guard)
    all->guards[i] = NULL;
}

/* Return the accesses to known subscripts among those of "group", with their
 * guards apart. */
static struct exact take_exact(struct lcm_cost_store *store,
                               const struct group *group, size_t outer) {
  lcm_arena *arena = &store->scratch;
  const size_t n = group->touches.n + 1;
  struct exact all = {.at = LCM_NEW_ARRAY(arena, const lcm_cost_touch *, n),
                      .guards = LCM_NEW_ARRAY(arena, const lcm_expr *, n)};
  for (size_t i = 0; i < group->touches.n; i++) {
    const lcm_cost_touch *touch = group->touches.at[i];
    const lcm_expr *guard = NULL;
    if (!touch->exact)
      continue;
    lcm_cost_touch bare = *touch;
    bare.nest = lcm_cost_guard(&guard, store, touch->nest, outer);
    all.n_cuts += touch->nest->n - bare.nest->n;
    if (!guard || !lcm_expr_is_int(guard, 0))
      add_exact(&all, store->ctx, lcm_cost_touch_of(store, &bare), guard);
  }
  return all;
}

/* Return whether all of "all" happen under the same condition. */
static bool is_one_guard(const struct exact *all) {
  for (size_t i = 1; i < all->n; i++)
    if (all->guards[i] != all->guards[0])
      return false;
  return true;
}

/* Return how many elements the accesses of "all" touch, which have numbers as
 * subscripts. */
static const lcm_expr *count_numbers(struct lcm_cost_store *store,
                                     const struct exact *all) {
  const lcm_expr **terms =
      LCM_NEW_ARRAY(&store->scratch, const lcm_expr *, all->n + 1);
  for (size_t i = 0; i < all->n; i++)
    terms[i] = lcm_cost_guarded(store->ctx, all->guards[i],
                                lcm_expr_int(store->ctx, 1));
  return lcm_expr_nary(store->ctx, LCM_X_SUM_OF, terms, all->n);
}

/* Return how many elements the "n" accesses of "group" touch; NULL where that
 * is not known. */
static const lcm_expr *elements_of(struct lcm_cost_store *store,
                                   const lcm_cost_touch *const *group, size_t n,
                                   size_t outer) {
  lcm_ctx *ctx = store->ctx;
  size_t n_dims = 0;
  const struct lcm_element *touches = prepare(&n_dims, store, group, n, outer);
  const lcm_expr *elements = lcm_count_elements(ctx, touches, n, n_dims);
  if (elements || n_dims != 1)
    return elements;
  touches = lcm_cost_unflatten(&n_dims, ctx, touches, n);
  return touches ? lcm_count_elements(ctx, touches, n, n_dims) : NULL;
}

/* Return the same, found out once for each set. */
static const lcm_expr *elements_once(struct lcm_cost_store *store,
                                     lcm_cost_array *array,
                                     const lcm_cost_touch *const *group,
                                     size_t n, size_t outer) {
  lcm_arena *arena = lcm_ctx_arena(store->ctx);
  for (const struct lcm_cost_counted *at = array->counted; at; at = at->next)
    if (at->n == n && at->outer == outer &&
        !memcmp(at->touches, group, n * sizeof *group))
      return at->elements;
  const lcm_cost_touch **kept = LCM_NEW_ARRAY(arena, const lcm_cost_touch *, n);
  memcpy(kept, group, n * sizeof *group);
  struct lcm_cost_counted *added = LCM_NEW(arena, struct lcm_cost_counted);
  *added = (struct lcm_cost_counted){
      kept, n, outer, elements_of(store, group, n, outer), array->counted};
  array->counted = added;
  return added->elements;
}

/* Return the elements that the accesses of "group" to known subscripts touch;
 * NULL where that is not known. */
static const lcm_expr *count_exact(struct lcm_cost_bound *bound,
                                   struct lcm_cost_store *store,
                                   const struct group *group, size_t outer) {
  lcm_ctx *ctx = store->ctx;
  struct exact all = take_exact(store, group, outer);
  if (!all.n)
    return lcm_expr_int(ctx, 0);
  if (are_numbers(&all, outer))
    return count_numbers(store, &all);
  const bool one = is_one_guard(&all);
  if (all.n > MOST_TOGETHER || (!one && all.n_cuts > MOST_CUTS))
    bound->many = group->array->name;
  if (all.n > MOST_TOGETHER)
    return NULL;
  bound->at_most = bound->at_most || bound->many;
  if (!one && all.n_cuts <= MOST_CUTS) {
    all.n = 0;
    for (size_t i = 0; i < group->touches.n; i++)
      if (group->touches.at[i]->exact)
        all.at[all.n++] = group->touches.at[i];
  }
  const lcm_expr *elements =
      elements_once(store, group->array, all.at, all.n, outer);
  return one && elements ? lcm_cost_guarded(ctx, all.guards[0], elements)
                         : elements;
}

/* Return the elements that the accesses of "group" to known subscripts (where
 * "exact") or to others touch if each is to another one. */
static const lcm_expr *most_elements(struct lcm_cost_store *store,
                                     const struct group *group, bool exact,
                                     size_t outer) {
  lcm_ctx *ctx = store->ctx;
  const lcm_expr **terms =
      LCM_NEW_ARRAY(&store->scratch, const lcm_expr *, group->touches.n + 1);
  size_t n = 0;
  for (size_t i = 0; i < group->touches.n; i++) {
    lcm_cost_touch *touch = group->touches.at[i];
    if (touch->exact != exact)
      continue;
    const lcm_expr *often =
        lcm_cost_sum(store, touch->nest, outer, lcm_expr_int(ctx, 1));
    const long long times = touch->vague ? (long long)group->times.at[i] : 1;
    terms[n++] = lcm_expr_mul(ctx, often, lcm_expr_int(ctx, times));
  }
  return lcm_expr_nary(ctx, LCM_X_SUM_OF, terms, n);
}

/* Return the bytes that the accesses of "group" touch: those with known
 * subscripts count together. */
static const lcm_expr *bytes_of(struct lcm_cost_bound *bound,
                                struct lcm_cost_store *store,
                                const struct group *group, size_t outer) {
  lcm_ctx *ctx = store->ctx;
  for (size_t i = 0; i < group->touches.n; i++) {
    const lcm_cost_touch *touch = group->touches.at[i];
    bound->at_most = bound->at_most || touch->maybe || !touch->exact ||
                     is_guess(touch, outer);
  }
  const lcm_expr *elements = count_exact(bound, store, group, outer);
  bound->at_most = bound->at_most || !elements;
  elements = elements ? elements : most_elements(store, group, true, outer);
  elements =
      lcm_expr_add(ctx, elements, most_elements(store, group, false, outer));
  return lcm_expr_mul(ctx, elements, group->array->bytes);
}

/* Return whether accesses to "a" are to all of what "b" is a member or an
 * element of, or to the same seen as another type. */
static bool encloses(const lcm_cost_array *a, const lcm_cost_array *b) {
  const size_t n = strlen(a->path);
  if (a == b || strncmp(a->path, b->path, n) != 0)
    return false;
  return b->path[n] ? b->path[n] == '.' || b->path[n] == '['
                    : a->bytes != b->bytes;
}

/* Return whether an array of "all" encloses another one of the list. */
static bool any_encloses(const struct lcm_cost_store *store,
                         const groups *all) {
  for (size_t i = 0; i < all->n; i++) {
    size_t first = 0;
    const lcm_cost_array *array = all->at[i].array;
    (void)lcm_map_get(&store->arrays, array->key, &first);
    for (const lcm_cost_array *at = (const lcm_cost_array *)(uintptr_t)first;
         at; at = at->next)
      if (at->last == store->lists && encloses(array, at))
        return true;
  }
  return false;
}

const lcm_expr *lcm_cost_bytes(struct lcm_cost_bound *bound,
                               struct lcm_cost_store *store,
                               lcm_cost_touch *const *touches, size_t n,
                               size_t outer) {
  const groups all = sort_out(store, touches, n);
  const lcm_expr **terms =
      LCM_NEW_ARRAY(&store->scratch, const lcm_expr *, all.n + 1);
  *bound = (struct lcm_cost_bound){.at_most = any_encloses(store, &all)};
  for (size_t i = 0; i < all.n; i++)
    terms[i] = bytes_of(bound, store, &all.at[i], outer);
  const lcm_expr *sum = lcm_expr_nary(store->ctx, LCM_X_SUM_OF, terms, all.n);
  lcm_arena_rewind(&store->scratch);
  return sum;
}
