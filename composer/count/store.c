/* Nests, arrays and accesses of a count: equal ones are one in memory. */
#include <string.h>

#include "composer/count/store.h"

static bool same_step(const struct lcm_cost_step *a,
                      const struct lcm_cost_step *b) {
  return a->weight == b->weight && a->guess == b->guess &&
         a->nesting.index == b->nesting.index &&
         a->nesting.from == b->nesting.from && a->nesting.to == b->nesting.to &&
         a->nesting.condition == b->nesting.condition;
}

/* Return a hash of "step" behind "outer". */
static size_t hash_of(const lcm_cost_nest *outer,
                      const struct lcm_cost_step *step) {
  const void *const parts[] = {outer,
                               step->weight,
                               step->nesting.index,
                               step->nesting.to,
                               step->nesting.from,
                               step->nesting.condition};
  uint64_t hash = step->guess;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    hash = (hash ^ (uint64_t)(uintptr_t)parts[i]) * 0x9e3779b97f4a7c15u;
  return (size_t)(hash >> 32);
}

/* Double the room for nests. */
static void grow(struct lcm_cost_store *store) {
  const size_t cap = store->cap;
  lcm_cost_nest **old = store->nests;
  store->cap = cap ? 2 * cap : 1024;
  store->nests =
      LCM_NEW_ARRAY(lcm_ctx_arena(store->ctx), lcm_cost_nest *, store->cap);
  for (size_t i = 0; i < cap; i++)
    for (lcm_cost_nest *at = old[i], *next = NULL; at; at = next) {
      lcm_cost_nest **place =
          &store->nests[hash_of(at->outer, &at->at[at->n - 1]) &
                        (store->cap - 1)];
      next = at->next;
      at->next = *place;
      *place = at;
    }
}

lcm_cost_nest *lcm_cost_nest_add(struct lcm_cost_store *store,
                                 lcm_cost_nest *nest,
                                 const struct lcm_cost_step *step) {
  lcm_arena *arena = lcm_ctx_arena(store->ctx);
  if (store->n_nests >= store->cap)
    grow(store);
  lcm_cost_nest **place = &store->nests[hash_of(nest, step) & (store->cap - 1)];
  for (lcm_cost_nest *at = *place; at; at = at->next)
    if (at->outer == nest && same_step(&at->at[nest->n], step))
      return at;
  struct lcm_cost_step *steps =
      LCM_NEW_ARRAY(arena, struct lcm_cost_step, nest->n + 1);
  if (nest->n)
    memcpy(steps, nest->at, nest->n * sizeof *steps);
  steps[nest->n] = *step;
  lcm_cost_nest *added = LCM_NEW(arena, lcm_cost_nest);
  *added = (lcm_cost_nest){.at = steps,
                           .n = nest->n + 1,
                           .outer = nest,
                           .next = *place,
                           .guess = nest->guess || step->guess};
  *place = added;
  store->n_nests++;
  return added;
}

lcm_cost_array *lcm_cost_array_of(struct lcm_cost_store *store,
                                  const lcm_section *section,
                                  const char *path) {
  lcm_arena *arena = lcm_ctx_arena(store->ctx);
  size_t found = 0;
  lcm_cost_array *first = lcm_map_get(&store->arrays, section->key, &found)
                              ? (lcm_cost_array *)(uintptr_t)found
                              : NULL;
  for (lcm_cost_array *at = first; at; at = at->next)
    if (at->path == path && at->bytes == section->element &&
        at->pitch == section->pitch)
      return at;
  lcm_cost_array *added = LCM_NEW(arena, lcm_cost_array);
  *added = (lcm_cost_array){.key = section->key,
                            .name = section->datum,
                            .path = path,
                            .bytes = section->element,
                            .pitch = section->pitch,
                            .offset = section->offset,
                            .next = first};
  lcm_map_put(arena, &store->arrays, section->key, (size_t)(uintptr_t)added);
  return added;
}

/* Return whether "a" and "b" are the same access in one nest. */
static bool same_touch(const lcm_cost_touch *a, const lcm_cost_touch *b) {
  bool same = a->array == b->array && a->exact == b->exact &&
              a->maybe == b->maybe && a->vague == b->vague &&
              a->n_subscripts == b->n_subscripts;
  for (size_t d = 0; same && d < a->n_subscripts; d++)
    same = a->subscripts[d] == b->subscripts[d];
  return same;
}

/* What was found last comes first: it is asked for again soon. */
lcm_cost_touch *lcm_cost_touch_of(struct lcm_cost_store *store,
                                  const lcm_cost_touch *touch) {
  lcm_cost_nest *nest = touch->nest;
  for (lcm_cost_touch **link = &nest->touches; *link; link = &(*link)->next)
    if (same_touch(*link, touch)) {
      lcm_cost_touch *found = *link;
      *link = found->next;
      found->next = nest->touches;
      return nest->touches = found;
    }
  lcm_cost_touch *added = LCM_NEW(lcm_ctx_arena(store->ctx), lcm_cost_touch);
  *added = *touch;
  added->next = nest->touches;
  nest->touches = added;
  return added;
}
