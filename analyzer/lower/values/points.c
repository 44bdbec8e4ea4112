#include <stdint.h>
#include <string.h>

#include "analyzer/lower/access/access.h"
#include "analyzer/lower/access/place.h"
#include "analyzer/lower/access/through.h"
#include "analyzer/lower/control/call.h"
#include "analyzer/lower/control/stmt.h"
#include "analyzer/lower/values/flow.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/points.h"
#include "model/expr/build.h"
#include "model/expr/intern.h"

/* What the calls of a function of the file return pointers to.
 * objects  in terms of that function
 * fresh    memory that it has allocated
 * unknown  nobody knows what, too */
struct returned {
  struct lcm_objects objects;
  bool fresh;
  bool unknown;
};

/* ---- what functions return ------------------------------------------------
 */

/* Return the declaration of the variable "key" below "ast", NULL for none. */
static const lcm_ast *find_variable(const lcm_ast *ast, const char *key) {
  const lcm_ast *found = NULL;
  if (ast->kind == LCM_AST_VAR && ast->key == key)
    return ast;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = find_variable(at, key);
  return found;
}

/* Return whether "value", which a function returns, is memory that it has
 * allocated and keeps no other pointer to. */
static bool is_fresh(struct lcm_collection *c, const lcm_ast *value) {
  if (lcm_points_new(c, value))
    return true;
  if (value->kind != LCM_AST_REF || !lcm_place_is_new(c, value) ||
      lcm_flow_is_copied(c->l, value->key))
    return false;
  const lcm_ast *function = lcm_pointer_function(value);
  const lcm_ast *variable =
      function ? find_variable(function, value->key) : NULL;
  return variable && !lcm_lower_says_static(c->l, variable);
}

/* Return whether "object" means something outside the function that returns it:
 * it lies in no memory that only a local pointer of that leads to. */
static bool is_known(struct lcm_lowering *l, const struct lcm_object *object) {
  return !object->through || !object->base->is_local ||
         lcm_flow_owner(l, object->base->key);
}

/* Add what "value" is, which a function returns, to "out". */
static void add_returned(struct returned *out, struct lcm_collection *c,
                         const lcm_ast *value) {
  struct lcm_objects found;
  struct lcm_collection home = {.l = c->l, .depth = c->depth};
  if (!value || value->kind == LCM_AST_LITERAL)
    return;
  if (is_fresh(c, value)) {
    out->fresh = true;
    return;
  }
  lcm_place_pointee(&found, &home, value);
  out->unknown = out->unknown || !found.n;
  for (size_t i = 0; i < found.n; i++) {
    if (lcm_place_has_names(c->l->ctx, &found.at[i]))
      lcm_place_move(&found.at[i]);
    out->unknown = out->unknown || !is_known(c->l, &found.at[i]);
    lcm_place_add(c->l, &out->objects, &found.at[i]);
  }
}

/* Return what the calls of the function "name" return, NULL where the file does
 * not define it, or it returns no pointer. */
static const struct returned *find_returned(struct lcm_collection *c,
                                            const char *name) {
  size_t n = 0;
  size_t known = 0;
  lcm_arena *arena = lcm_ctx_arena(c->l->ctx);
  if (!name)
    return NULL;
  if (lcm_map_get(&c->l->returned, name, &known))
    return (const struct returned *)(uintptr_t)known;
  const lcm_ast *const *values =
      lcm_map_get(&c->l->defined, name, &known)
          ? lcm_flow_values(&n, c->l, lcm_flow_returned(c->l, name))
          : NULL;
  if (!n) {
    lcm_map_put(arena, &c->l->returned, name, 0);
    return NULL;
  }
  struct returned *out = LCM_NEW(arena, struct returned);
  lcm_map_put(arena, &c->l->returned, name, (size_t)(uintptr_t)out);
  out->unknown = true;
  lcm_place_nothing(&out->objects);
  struct returned found = {.unknown = n > 16};
  lcm_place_nothing(&found.objects);
  const struct lcm_followed *following = c->l->following;
  c->l->following = NULL;
  for (size_t i = 0; i < n && i < 16; i++)
    add_returned(&found, c, lcm_place_value(values[i]->last));
  c->l->following = following;
  *out = found;
  if (found.objects.at == found.objects.few)
    out->objects.at = out->objects.few;
  return out;
}

bool lcm_points_new(struct lcm_collection *c, const lcm_ast *ast) {
  if (lcm_flow_allocates(ast))
    return true;
  if (ast->kind != LCM_AST_CALL || !ast->is_function)
    return false;
  const struct returned *returned = find_returned(c, ast->name);
  return returned && returned->fresh && !returned->unknown &&
         !returned->objects.n;
}

/* Return the argument of the call "call" of "function" for its parameter "key",
 * NULL for none. */
static const lcm_ast *argument_of(const lcm_ast *call, const lcm_ast *function,
                                  const char *key) {
  const lcm_ast *arg = call->first ? call->first->next : NULL;
  for (const lcm_ast *at = function->first;
       at && at->kind == LCM_AST_PARAM && arg; at = at->next, arg = arg->next)
    if (at->key == key)
      return arg;
  return NULL;
}

/* Add what "object", which lies behind a parameter of the function that the
 * call "ast" calls, is for that to "out"; false where nobody knows. */
static bool add_behind(struct lcm_objects *out, struct lcm_collection *c,
                       const lcm_ast *ast, const struct lcm_object *object) {
  struct lcm_objects found;
  const lcm_ast *arg = argument_of(ast, lcm_flow_owner(c->l, object->base->key),
                                   object->base->key);
  if (!arg || object->n != 1 || object->closed)
    return false;
  lcm_place_pointee(&found, c, arg);
  for (size_t i = 0; i < found.n; i++) {
    struct lcm_object at = found.at[i];
    struct lcm_extent *last = at.n ? &at.steps[at.n - 1] : NULL;
    const struct lcm_extent by = object->steps[0];
    at.why = at.why ? at.why : object->why;
    if (last && !last->field && last->lower && by.lower)
      last->lower = lcm_expr_add(c->l->ctx, last->lower, by.lower);
    else if (!by.lower || !lcm_expr_is_int(by.lower, 0))
      lcm_place_move(&at);
    lcm_place_add(c->l, out, &at);
  }
  return found.n > 0;
}

void lcm_points_call(struct lcm_objects *out, struct lcm_collection *c,
                     const lcm_ast *ast) {
  const struct returned *returned = find_returned(c, ast->name);
  if (!returned || returned->unknown || returned->fresh)
    return;
  bool known = true;
  for (size_t i = 0; i < returned->objects.n && known; i++) {
    const struct lcm_object *object = &returned->objects.at[i];
    const bool given =
        object->through && lcm_flow_owner(c->l, object->base->key);
    if (given)
      known = add_behind(out, c, ast, object);
    else
      lcm_place_add(c->l, out, object);
  }
  out->n = known ? out->n : 0;
  for (size_t i = 0; i < out->n && out->n > 1; i++)
    out->at[i].why = "a pointer to it may point elsewhere";
}

/* ---- between files -------------------------------------------------------
 */

const char *lcm_points_elsewhere(struct lcm_lowering *l, const lcm_ast *ast) {
  size_t known = 0;
  return ast->kind == LCM_AST_CALL && ast->is_function && !ast->is_system &&
                 ast->name && *ast->name &&
                 !lcm_map_get(&l->defined, ast->name, &known)
             ? lcm_flow_returned(l, lcm_lower_key(l, ast->name, false))
             : NULL;
}

const char *lcm_points_shared(const lcm_ast *ref) {
  return ref->is_local || ref->is_static || ref->is_function ? NULL : ref->key;
}

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
  if (lcm_place_has_names(l->ctx, &place))
    lcm_place_move(&place);
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
  const struct returned *returned = find_returned(&c, function->name);
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
