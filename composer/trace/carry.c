/* What iterations of a parallel loop hand to each other: what all of them
 * write, one after the other, as in critical sections and atomic operations. */
#include <string.h>

#include "composer/trace/carry.h"
#include "composer/trace/tracer.h"

static const char ORDER[] = "the order of the iterations decides who reads it";

/* Return the number of the step of "place" that is the occurrence "id"; the
 * number of its steps where none is. */
static size_t step_of(const struct lcm_place *place, const char *id) {
  size_t i = 0;
  while (i < place->n_steps && place->steps[i].id != id)
    i++;
  return i;
}

/* Return whether a step of "section" speaks of the index "name". */
static bool speaks_of(const lcm_section *section, const char *name) {
  for (size_t d = 0; d < section->n_extents; d++) {
    const struct lcm_extent *e = &section->extents[d];
    if ((e->lower && lcm_expr_has(e->lower, name)) ||
        (e->length && lcm_expr_has(e->length, name)))
      return true;
  }
  return false;
}

/* Return whether "key" is of a variable of a function that "loop" does not
 * stand in, nor is called from: each iteration has its own. */
static bool is_inside(const struct lcm_carrying *loop, const char *key) {
  const char *home = key ? strstr(key, "@F@") : NULL;
  if (!home)
    return false;
  home += 3;
  const size_t n = strcspn(home, "@#");
  for (size_t i = 0; i < loop->n_names; i++)
    if (strlen(loop->names[i]) == n && !strncmp(loop->names[i], home, n))
      return false;
  return true;
}

/* Return whether "access" writes the same in each iteration of "loop": so that
 * something keeps the iterations apart. */
static bool is_common(const struct lcm_carrying *loop,
                      const struct lcm_trace_access *access) {
  const lcm_section *section = access->section;
  const struct lcm_place *place = access->place;
  if (step_of(place, loop->id) == place->n_steps || !place->index ||
      (!section->exact && !section->maybe) || section->declared ||
      is_inside(loop, section->key) ||
      place->steps[place->n_steps - 1].node->kind == LCM_NODE_PARLOOP)
    return false;
  for (size_t i = 0; i < place->loop->u.loop.n_ranges; i++)
    if (speaks_of(section, place->loop->u.loop.ranges[i].index))
      return false;
  return true;
}

bool lcm_trace_has_carried(struct lcm_tracer *tracer,
                           const struct lcm_carrying *loop) {
  for (size_t i = 0; i < tracer->data.n; i++)
    for (size_t k = 0; k < tracer->data.at[i].writers.n; k++)
      if (is_common(loop, &tracer->data.at[i].writers.at[k]))
        return true;
  return false;
}

bool lcm_trace_is_carried(struct lcm_tracer *tracer,
                          const struct lcm_trace_access *from,
                          const struct lcm_trace_access *to) {
  const struct lcm_carrying *loop = tracer->carrying;
  return is_common(loop, from) &&
         step_of(to->place, loop->id) < to->place->n_steps;
}

/* Return how often the iterations of the loop of "tracer" read again what one
 * of them writes, at most: each once where they read and write at one place,
 * else each by all other members. */
static const lcm_expr *times(struct lcm_tracer *tracer, bool at_once) {
  lcm_ctx *ctx = tracer->ctx;
  const lcm_expr *p = lcm_expr_symbol(ctx, "p", LCM_DIM_NONE);
  const lcm_expr *n = tracer->carrying->trips;
  return at_once
             ? n
             : lcm_expr_mul(ctx, n, lcm_expr_sub(ctx, p, lcm_expr_int(ctx, 1)));
}

void lcm_trace_carry(struct lcm_tracer *tracer,
                     const struct lcm_trace_access *from,
                     const struct lcm_trace_access *to) {
  const struct lcm_trace_step *first =
      &from->place->steps[from->place->n_steps - 1];
  const struct lcm_trace_step *last = &to->place->steps[to->place->n_steps - 1];
  const struct lcm_trace_step *lca =
      &to->place->steps[step_of(to->place, tracer->carrying->id)];
  const lcm_expr *bytes = lcm_section_bytes(tracer->ctx, from->section);
  const char *why = from->section->why ? from->section->why : ORDER;
  const lcm_movement movement = {
      .from = first->id,
      .to = last->id,
      .from_node = first->node,
      .to_node = last->node,
      .section = from->section,
      .kind = LCM_DEP_TRUE,
      .bytes = lcm_expr_mul(tracer->ctx, bytes,
                            times(tracer, first->id == last->id)),
      .why = why,
      .count = lca->count,
      .lca = lca->id,
      .lca_node = lca->node,
      .crossing = true};
  lcm_trace_add(tracer, &movement);
}
