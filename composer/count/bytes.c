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

/* Return the first array whose elements have "array" as a member, too: their
 * members may share lines. */
static lcm_cost_array *home_of(const struct lcm_cost_store *store,
                               lcm_cost_array *array) {
  const char *end = strrchr(array->path, ']');
  size_t first = 0;
  if (!array->pitch || !end || !lcm_map_get(&store->arrays, array->key, &first))
    return array;
  const size_t n = (size_t)(end - array->path) + 1;
  lcm_cost_array *home = array;
  for (lcm_cost_array *at = (lcm_cost_array *)(uintptr_t)first; at;
       at = at->next)
    if (at->pitch == array->pitch && !strncmp(at->path, array->path, n) &&
        !strchr(at->path + n, ']'))
      home = at;
  return home;
}

/* Return the "n" accesses at "touches" by what they are accesses to, each
 * once; members of one structure together where "lines" are counted. */
static groups sort_out(struct lcm_cost_store *store,
                       lcm_cost_touch *const *touches, size_t n, bool lines) {
  lcm_arena *arena = &store->scratch;
  groups all = {0};
  store->lists++;
  for (size_t i = 0; i < n; i++) {
    lcm_cost_touch *touch = touches[i];
    struct group *group = group_of(
        &all, store, lines ? home_of(store, touch->array) : touch->array);
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
 * tell nothing apart (but the last one where "lines" are counted); "*n_dims" is
 * how many are left, one at least. */
static const struct lcm_element *prepare(size_t *n_dims,
                                         struct lcm_cost_store *store,
                                         const lcm_cost_touch *const *group,
                                         size_t n, size_t outer, bool lines) {
  lcm_arena *arena = lcm_ctx_arena(store->ctx);
  const size_t all = group[0]->n_subscripts;
  struct lcm_element *touches = LCM_NEW_ARRAY(arena, struct lcm_element, n + 1);
  for (size_t i = 0; i < n; i++) {
    const lcm_expr **kept = LCM_NEW_ARRAY(arena, const lcm_expr *, all + 1);
    *n_dims = 0;
    for (size_t d = 0; d < all; d++)
      if (!is_fixed(group, n, d) || (d + 1 == all && (lines || !*n_dims)))
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
  return a->array == b->array && a->nest == b->nest &&
         !memcmp(a->subscripts, b->subscripts,
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

/* Return "at", a number of bytes, rounded down to another one in the same line
 * of "line" bytes, so that accesses beside each other become the same: to a
 * multiple of what all its terms with names and "line" are multiples of. */
static const lcm_expr *rounded(lcm_ctx *ctx, const lcm_expr *at,
                               long long line) {
  const bool sum = lcm_expr_kind_of(at) == LCM_X_SUM_OF;
  long long by = line;
  long long rest = 0;
  for (size_t i = 0; i < (sum ? lcm_expr_arity(at) : 1); i++) {
    const lcm_expr *term = sum ? lcm_expr_arg(at, i) : at;
    double number = 0;
    lcm_rat rat;
    if (lcm_expr_is_number(term, &number))
      rest = (long long)number;
    else if (!lcm_expr_core(ctx, &rat, term) || rat.big || rat.den != 1)
      return at;
    else
      by = (long long)lcm_gcd((uint64_t)by, rat.num < 0 ? -(uint64_t)rat.num
                                                        : (uint64_t)rat.num);
  }
  return lcm_expr_sub(ctx, at, lcm_expr_int(ctx, (rest % by + by) % by));
}

/* Return the number of the line of "line" bytes in which the access "touch" to
 * the last subscript "e" lies in its row. */
static const lcm_expr *line_at(lcm_ctx *ctx, const lcm_cost_touch *touch,
                               const lcm_expr *e, long long line) {
  const lcm_cost_array *array = touch->array;
  const lcm_expr *at =
      lcm_expr_mul(ctx, e, array->pitch ? array->pitch : array->bytes);
  at = array->pitch ? lcm_expr_add(ctx, at, array->offset) : at;
  at = at ? lcm_expr_expand(ctx, at) : NULL;
  if (!at)
    return NULL;
  at = lcm_expr_mul(ctx, rounded(ctx, at, line), lcm_expr_ratio(ctx, 1, line));
  return lcm_expr_apply(ctx, LCM_X_FLOOR, lcm_expr_expand(ctx, at));
}

/* Return how many different elements the "n" accesses "touches", of "n_dims"
 * subscripts, which are those of "group", touch, or how many lines of "line"
 * bytes where that is not 0; NULL where that is not known. */
static const lcm_expr *count_blocks(lcm_ctx *ctx,
                                    const lcm_cost_touch *const *group,
                                    const struct lcm_element *touches, size_t n,
                                    size_t n_dims, long long line) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct lcm_element *lines = LCM_NEW_ARRAY(arena, struct lcm_element, n + 1);
  for (size_t i = 0; i < n && line; i++) {
    const lcm_expr **of = LCM_NEW_ARRAY(arena, const lcm_expr *, n_dims + 1);
    memcpy(of, touches[i].subscripts, n_dims * sizeof *of);
    if (of[n_dims - 1])
      of[n_dims - 1] = line_at(ctx, group[i], of[n_dims - 1], line);
    lines[i] = (struct lcm_element){touches[i].nest, of};
  }
  return lcm_count_elements(ctx, line ? lines : touches, n, n_dims);
}

/* Return how many elements or lines (as count_blocks does) the "n" accesses of
 * "group" touch; NULL where that is not known. */
static const lcm_expr *blocks_of(struct lcm_cost_store *store,
                                 const lcm_cost_touch *const *group, size_t n,
                                 size_t outer, long long line) {
  lcm_ctx *ctx = store->ctx;
  size_t n_dims = 0;
  const struct lcm_element *touches =
      prepare(&n_dims, store, group, n, outer, line > 0);
  if (!n_dims)
    return lcm_expr_int(ctx, 1);
  const lcm_expr *blocks = count_blocks(ctx, group, touches, n, n_dims, line);
  if (blocks || n_dims != 1)
    return blocks;
  touches = lcm_cost_unflatten(&n_dims, ctx, touches, n);
  return touches ? count_blocks(ctx, group, touches, n, n_dims, line) : NULL;
}

/* Return the bytes of the elements that the "n" accesses of "group" touch, or
 * where "line" is not 0 of the lines of so many bytes, at which rows begin
 * (where nobody knows these, "*lined" becomes false, and it is the elements);
 * NULL where that is not known. */
static const lcm_expr *bytes_in(bool *lined, struct lcm_cost_store *store,
                                const lcm_cost_touch *const *group, size_t n,
                                size_t outer, long long line) {
  lcm_ctx *ctx = store->ctx;
  const lcm_expr *bytes = group[0]->array->bytes;
  double size = 0;
  const bool lines = lcm_expr_is_number(bytes, &size) && size < (double)line;
  const lcm_expr *blocks =
      lines ? blocks_of(store, group, n, outer, line) : NULL;
  if (blocks)
    return lcm_expr_mul(ctx, blocks, lcm_expr_int(ctx, line));
  *lined = !lines;
  blocks = blocks_of(store, group, n, outer, 0);
  return blocks ? lcm_expr_mul(ctx, blocks, bytes) : NULL;
}

/* Return what was found out of the same, once for each set. */
static const struct lcm_cost_counted *
bytes_once(struct lcm_cost_store *store, const lcm_cost_touch *const *group,
           size_t n, size_t outer, long long line) {
  lcm_arena *arena = lcm_ctx_arena(store->ctx);
  lcm_cost_array *array = group[0]->array;
  for (const struct lcm_cost_counted *at = array->counted; at; at = at->next)
    if (at->n == n && at->outer == outer && at->line == line &&
        !memcmp(at->touches, group, n * sizeof *group))
      return at;
  const lcm_cost_touch **kept = LCM_NEW_ARRAY(arena, const lcm_cost_touch *, n);
  memcpy(kept, group, n * sizeof *group);
  struct lcm_cost_counted *added = LCM_NEW(arena, struct lcm_cost_counted);
  *added = (struct lcm_cost_counted){kept, n,    outer,         line,
                                     true, NULL, array->counted};
  added->bytes = bytes_in(&added->lined, store, group, n, outer, line);
  array->counted = added;
  return added;
}

/* Return the bytes that the accesses of "group" to known subscripts touch, of
 * lines of "line" bytes where that is not 0; NULL where that is not known. */
static const lcm_expr *count_exact(struct lcm_cost_bound *bound,
                                   struct lcm_cost_store *store,
                                   const struct group *group, size_t outer,
                                   long long line) {
  lcm_ctx *ctx = store->ctx;
  struct exact all = take_exact(store, group, outer);
  if (!all.n)
    return lcm_expr_int(ctx, 0);
  if (!line && are_numbers(&all, outer))
    return lcm_expr_mul(ctx, count_numbers(store, &all), group->array->bytes);
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
  const struct lcm_cost_counted *counted =
      bytes_once(store, all.at, all.n, outer, line);
  const lcm_expr *bytes = counted->bytes;
  bound->no_lines = bound->no_lines || !counted->lined;
  return one && bytes ? lcm_cost_guarded(ctx, all.guards[0], bytes) : bytes;
}

/* Return the bytes that the accesses of "group" to known subscripts (where
 * "exact") or to others touch if each is to another element; where "line" is
 * not 0 and nobody knows to which, to another line of so many bytes. */
static const lcm_expr *most_bytes(struct lcm_cost_store *store,
                                  const struct group *group, bool exact,
                                  size_t outer, long long line) {
  lcm_ctx *ctx = store->ctx;
  double size = 0;
  const lcm_expr *bytes = group->array->bytes;
  const lcm_expr *each = lcm_expr_is_number(bytes, &size) && size < (double)line
                             ? lcm_expr_int(ctx, line)
                             : bytes;
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
    often = lcm_expr_mul(ctx, often, touch->vague ? each : bytes);
    terms[n++] = lcm_expr_mul(ctx, often, lcm_expr_int(ctx, times));
  }
  return lcm_expr_nary(ctx, LCM_X_SUM_OF, terms, n);
}

/* Return the bytes that the accesses of "group" touch, of lines of "line" bytes
 * where that is not 0: those with known subscripts count together. */
static const lcm_expr *bytes_of(struct lcm_cost_bound *bound,
                                struct lcm_cost_store *store,
                                const struct group *group, size_t outer,
                                long long line) {
  for (size_t i = 0; i < group->touches.n; i++) {
    const lcm_cost_touch *touch = group->touches.at[i];
    bound->at_most = bound->at_most || touch->maybe || !touch->exact ||
                     is_guess(touch, outer);
  }
  const lcm_expr *bytes = count_exact(bound, store, group, outer, line);
  bound->at_most = bound->at_most || !bytes;
  bytes = bytes ? bytes : most_bytes(store, group, true, outer, line);
  return lcm_expr_add(store->ctx, bytes,
                      most_bytes(store, group, false, outer, line));
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
                               size_t outer, long long line) {
  const groups all = sort_out(store, touches, n, line > 0);
  const lcm_expr **terms =
      LCM_NEW_ARRAY(&store->scratch, const lcm_expr *, all.n + 1);
  *bound = (struct lcm_cost_bound){.at_most = any_encloses(store, &all)};
  for (size_t i = 0; i < all.n; i++)
    terms[i] = bytes_of(bound, store, &all.at[i], outer, line);
  const lcm_expr *sum = lcm_expr_nary(store->ctx, LCM_X_SUM_OF, terms, all.n);
  lcm_arena_rewind(&store->scratch);
  return sum;
}
