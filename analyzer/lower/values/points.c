/* What other files may ask of the pointers of this one. */

#include "analyzer/lower/values/points.h"
#include "analyzer/lower/access/place.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/values/flow.h"

/* Add to what the file says that "name" points to "place". */
static void put(struct lcm_lowering *l, const char *name, lcm_section place) {
  const struct lcm_points points = {name, place};
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->points, points);
}

/* Return where nobody knows what a pointer points to, for "why"; NULL: memory
 * that is new. */
static lcm_section nowhere(struct lcm_lowering *l, const lcm_ast *at,
                           const char *why) {
  const char *none = lcm_intern(l->ctx, LCM_POINTS_NONE);
  return (lcm_section){.datum = none,
                       .key = none,
                       .why = why,
                       .exact = !why,
                       .loc = lcm_lower_loc(l, at)};
}

/* Say that "name" points to "object". */
static void put_object(struct lcm_lowering *l, const char *name,
                       const struct lcm_object *object, const lcm_ast *at) {
  struct lcm_collection c = {.l = l};
  struct lcm_object place = *object;
  const struct lcm_extent *end = place.n ? &place.steps[place.n - 1] : NULL;
  lcm_place_leave(l->ctx, &place);
  if (end && !end->field && end->lower && lcm_expr_is_int(end->lower, 0))
    place.n--;
  place.via = place.via == name ? NULL : place.via;
  lcm_section section = lcm_place_section(&c, &place, 0, at);
  const long long size = lcm_place_element(l, &place);
  if (size > 0)
    section.element = lcm_expr_int(l->ctx, size);
  put(l, name, section);
}

/* Say what the variable "ref" at file scope points to. */
static void put_variable(struct lcm_lowering *l, const lcm_ast *ref) {
  struct lcm_collection c = {.l = l};
  struct lcm_objects found;
  lcm_place_follow(&found, &c, ref);
  for (size_t i = 0; i < found.n; i++)
    if (lcm_flow_owner(l, found.at[i].base->key))
      put(l, ref->key, nowhere(l, ref, "a pointer to it is kept in memory"));
    else
      put_object(l, ref->key, &found.at[i], ref);
}

/* Say what the function "function" returns. */
static void put_function(struct lcm_lowering *l, const lcm_ast *function) {
  static const char WHY[] = "a call returns the pointer to it";
  struct lcm_collection c = {.l = l};
  const struct lcm_returned *returned = lcm_points_returned(&c, function->name);
  const char *name =
      lcm_flow_returned(l, lcm_lower_key(l, function->name, false));
  bool known = returned && !returned->unknown;
  for (size_t i = 0; known && i < returned->objects.n; i++)
    known = !lcm_flow_owner(l, returned->objects.at[i].base->key);
  if (!known)
    put(l, name, nowhere(l, function, WHY));
  else if (returned->fresh)
    put(l, name, nowhere(l, function, NULL));
  for (size_t i = 0; known && i < returned->objects.n; i++)
    put_object(l, name, &returned->objects.at[i], function);
}

void lcm_points_find(struct lcm_lowering *l) {
  size_t n = 0;
  const lcm_ast *const *givers = lcm_flow_givers(&n, l);
  l->function = NULL;
  for (size_t i = 0; i < n; i++)
    if (givers[i]->kind == LCM_AST_FUNCTION)
      put_function(l, givers[i]);
    else
      put_variable(l, givers[i]);
}
