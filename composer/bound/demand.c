/* Adds and scales demands for the elements of resources. */
#include <math.h>
#include <string.h>

#include "composer/bound/demand.h"

/* Values with fewer elements are searched from end to end. */
enum { FEW = 8 };

double lcm_bound_load(const struct lcm_bound_element *element, double time,
                      double visits) {
  if (isinf(element->units) || time <= 0)
    return 0;
  const double shared = time / element->units;
  if (element->service <= 0)
    return shared;
  return fmax(shared, ceil(visits / element->units - 1e-9) * element->service);
}

/* Return the place where "id" stands or belongs in the map of "of". */
static size_t slot_of(const struct lcm_bound_demands *of, size_t id) {
  size_t i = ((id * 0x9e3779b97f4a7c15u) >> 20) & (of->map_cap - 1);
  while (of->map[i] && of->ids[of->map[i] - 1] != id)
    i = (i + 1) & (of->map_cap - 1);
  return i;
}

/* Give the map of "of" room for its elements and one more. */
static void make_map(lcm_arena *arena, struct lcm_bound_demands *of) {
  if (of->n < FEW || 2 * (of->n + 1) <= of->map_cap)
    return;
  of->map_cap = of->map_cap ? 2 * of->map_cap : 4 * FEW;
  while (2 * (of->n + 1) > of->map_cap)
    of->map_cap *= 2;
  of->map = LCM_NEW_ARRAY(arena, unsigned, of->map_cap);
  for (size_t i = 0; i < of->n; i++)
    of->map[slot_of(of, of->ids[i])] = (unsigned)(i + 1);
}

/* Return where "id" stands in "of", or its number of elements. */
static size_t find(const struct lcm_bound_demands *of, size_t id) {
  size_t i = 0;
  if (of->map) {
    const unsigned at = of->map[slot_of(of, id)];
    return at ? at - 1 : of->n;
  }
  while (i < of->n && of->ids[i] != id)
    i++;
  return i;
}

/* Give "of" room for "cap" elements. */
static void make_room(lcm_arena *arena, struct lcm_bound_demands *of,
                      size_t cap) {
  if (cap <= of->cap)
    return;
  cap = cap < 2 * of->cap ? 2 * of->cap : cap;
  size_t *ids = LCM_NEW_ARRAY(arena, size_t, cap);
  double *times = LCM_NEW_ARRAY(arena, double, 2 * cap);
  if (of->n) {
    memcpy(ids, of->ids, of->n * sizeof *ids);
    memcpy(times, of->times, of->n * sizeof *times);
    memcpy(times + cap, of->visits, of->n * sizeof *times);
  }
  of->ids = ids;
  of->times = times;
  of->visits = times + cap;
  of->cap = cap;
}

/* Return empty demands with some room. */
static struct lcm_bound_demands *fresh(struct lcm_bound_pool *pool) {
  if (pool->spare.n)
    return pool->spare.at[--pool->spare.n];
  struct lcm_bound_demands *out =
      LCM_NEW(pool->arena, struct lcm_bound_demands);
  make_room(pool->arena, out, 2);
  return out;
}

/* Give "of" back unless others hold it. */
static void release(struct lcm_bound_pool *pool, struct lcm_bound_demands *of) {
  if (of->shared || of->map || of->cap > FEW)
    return;
  of->n = 0;
  of->worst = 0;
  LCM_LIST_ADD(pool->arena, &pool->spare, of);
}

/* Return "of", or a copy where others hold it. */
static struct lcm_bound_demands *own(struct lcm_bound_pool *pool,
                                     struct lcm_bound_demands *of) {
  if (!of->shared)
    return of;
  struct lcm_bound_demands *out = fresh(pool);
  make_room(pool->arena, out, of->n + 1);
  memcpy(out->ids, of->ids, of->n * sizeof *out->ids);
  memcpy(out->times, of->times, of->n * sizeof *out->times);
  memcpy(out->visits, of->visits, of->n * sizeof *out->visits);
  out->n = of->n;
  out->worst = of->worst;
  out->worst_at = of->worst_at;
  make_map(pool->arena, out);
  return out;
}

/* Note the load of the element at "i" of "of". */
static void note_load(const struct lcm_bound_pool *pool,
                      struct lcm_bound_demands *of, size_t i) {
  const double load = lcm_bound_load(&pool->elements.at[of->ids[i]],
                                     of->times[i], of->visits[i]);
  if (load > of->worst) {
    of->worst = load;
    of->worst_at = of->ids[i];
  }
}

/* Add "use" to "into"; return whether the element was in it. */
static bool add(const struct lcm_bound_pool *pool,
                struct lcm_bound_demands *into, struct lcm_bound_use use) {
  const size_t at = find(into, use.id);
  const bool known = at < into->n;
  if (!known) {
    make_room(pool->arena, into, into->n + 1);
    into->ids[at] = use.id;
    into->times[at] = 0;
    into->visits[at] = 0;
    into->n++;
    if (into->map)
      into->map[slot_of(into, use.id)] = (unsigned)(at + 1);
    make_map(pool->arena, into);
  }
  into->times[at] += use.time;
  into->visits[at] += use.visits;
  note_load(pool, into, at);
  return known;
}

struct lcm_bound_demands *lcm_bound_demand(struct lcm_bound_pool *pool,
                                           struct lcm_bound_use use) {
  struct lcm_bound_demands *out = fresh(pool);
  (void)add(pool, out, use);
  return out;
}

struct lcm_bound_demands *lcm_bound_join(struct lcm_bound_pool *pool,
                                         struct lcm_bound_demands *a,
                                         struct lcm_bound_demands *b,
                                         bool *overlap) {
  if (!a || !b)
    return a ? a : b;
  struct lcm_bound_demands *from = a->n >= b->n ? b : a;
  struct lcm_bound_demands *into = own(pool, from == a ? b : a);
  for (size_t i = 0; i < from->n; i++) {
    const struct lcm_bound_use use = {from->ids[i], from->times[i],
                                      from->visits[i]};
    const bool known = add(pool, into, use);
    *overlap = *overlap || known;
  }
  release(pool, from);
  return into;
}

struct lcm_bound_demands *lcm_bound_scale(struct lcm_bound_pool *pool,
                                          struct lcm_bound_demands *of,
                                          double factor) {
  if (!of || factor == 1)
    return of;
  struct lcm_bound_demands *out = own(pool, of);
  out->worst = 0;
  for (size_t i = 0; i < out->n; i++) {
    out->times[i] *= factor;
    out->visits[i] *= factor;
    note_load(pool, out, i);
  }
  return out;
}

struct lcm_bound_demands *
lcm_bound_without_visits(struct lcm_bound_pool *pool,
                         struct lcm_bound_demands *of) {
  if (!of)
    return NULL;
  struct lcm_bound_demands *out = own(pool, of);
  out->worst = 0;
  for (size_t i = 0; i < out->n; i++) {
    out->visits[i] = 0;
    note_load(pool, out, i);
  }
  return out;
}
