#include <stdint.h>
#include <string.h>

#include "composer/costs_internal.h"

/* Return whether "a" and "b" are the same step. */
static bool same_step(const struct lcm_cost_step *a,
                      const struct lcm_cost_step *b) {
  return a->weight == b->weight && a->guess == b->guess &&
         a->nesting.index == b->nesting.index &&
         a->nesting.from == b->nesting.from && a->nesting.to == b->nesting.to &&
         a->nesting.condition == b->nesting.condition;
}

lcm_cost_nest *lcm_cost_nest_add(struct lcm_cost_store *store,
                                 lcm_cost_nest *nest,
                                 const struct lcm_cost_step *step) {
  lcm_arena *arena = lcm_ctx_arena(store->ctx);
  for (lcm_cost_nest *at = nest->inner; at; at = at->next)
    if (same_step(&at->at[nest->n], step))
      return at;
  struct lcm_cost_step *steps =
      LCM_NEW_ARRAY(arena, struct lcm_cost_step, nest->n + 1);
  if (nest->n)
    memcpy(steps, nest->at, nest->n * sizeof *steps);
  steps[nest->n] = *step;
  lcm_cost_nest *added = LCM_NEW(arena, lcm_cost_nest);
  *added = (lcm_cost_nest){.at = steps,
                           .n = nest->n + 1,
                           .next = nest->inner,
                           .guess = nest->guess || step->guess};
  nest->inner = added;
  return added;
}

lcm_cost_array *lcm_cost_array_of(struct lcm_cost_store *store, const char *key,
                                  const char *path, const lcm_expr *bytes) {
  lcm_arena *arena = lcm_ctx_arena(store->ctx);
  size_t found = 0;
  lcm_cost_array *first = lcm_map_get(&store->arrays, key, &found)
                              ? (lcm_cost_array *)(uintptr_t)found
                              : NULL;
  for (lcm_cost_array *at = first; at; at = at->next)
    if (at->path == path && at->bytes == bytes)
      return at;
  lcm_cost_array *added = LCM_NEW(arena, lcm_cost_array);
  *added =
      (lcm_cost_array){.key = key, .path = path, .bytes = bytes, .next = first};
  lcm_map_put(arena, &store->arrays, key, (size_t)(uintptr_t)added);
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

lcm_cost_touch *lcm_cost_touch_of(struct lcm_cost_store *store,
                                  const lcm_cost_touch *touch) {
  lcm_cost_nest *nest = touch->nest;
  for (lcm_cost_touch *at = nest->touches; at; at = at->next)
    if (same_touch(at, touch))
      return at;
  lcm_cost_touch *added = LCM_NEW(lcm_ctx_arena(store->ctx), lcm_cost_touch);
  *added = *touch;
  added->next = nest->touches;
  nest->touches = added;
  return added;
}
