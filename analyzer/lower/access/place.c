#include <stdint.h>
#include <string.h>

#include "analyzer/lower/access/access.h"
#include "analyzer/lower/access/place.h"
#include "analyzer/lower/control/step.h"
#include "analyzer/lower/control/stmt.h"
#include "analyzer/lower/values/flow.h"
#include "analyzer/lower/values/index.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/points.h"
#include "model/expr/build.h"
#include "model/expr/change.h"
#include "model/expr/intern.h"
#include "model/sections/section.h"

enum { MAX_DEPTH = 24, MAX_FOLLOWED = 64, MAX_VALUES = 64, MAX_FURTHER = 2048 };

/* Let "object" be all of what it is so far, for the reason "why". */
static void close_object(struct lcm_object *object, const char *why) {
  object->closed = true;
  object->why = why;
}

/* Add the step "step" to "object"; one too many makes it inexact. */
static void add_step(struct lcm_object *object, struct lcm_extent step) {
  if (object->closed)
    return;
  if (object->n < LCM_MAX_STEPS)
    object->steps[object->n++] = step;
  else
    close_object(object, "it is nested too deeply");
}

void lcm_place_move(struct lcm_object *object) {
  object->why = object->why ? object->why : "the pointer to it moves";
  if (object->n && !object->closed)
    object->steps[object->n - 1] = (struct lcm_extent){NULL, NULL, NULL};
}

/* Return whether "a" and "b" are of one variable and one member of it: only
 * subscripts may differ. */
static bool is_alike(const struct lcm_object *a, const struct lcm_object *b) {
  if (a->base->key != b->base->key || a->n != b->n || a->through != b->through)
    return false;
  for (size_t i = 0; i < a->n; i++)
    if (a->steps[i].field != b->steps[i].field)
      return false;
  return true;
}

/* Make room for one more object in "out". */
static void make_room(lcm_ctx *ctx, struct lcm_objects *out) {
  if (out->n < LCM_FEW_OBJECTS || (out->n & (out->n - 1)))
    return;
  struct lcm_object *more =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct lcm_object, 2 * out->n);
  memcpy(more, out->at, out->n * sizeof *more);
  out->at = more;
}

void lcm_place_add(struct lcm_lowering *l, struct lcm_objects *out,
                   const struct lcm_object *object) {
  for (size_t i = 0; i < out->n; i++) {
    struct lcm_object *known = &out->at[i];
    bool same = known->n > 0;
    if (!is_alike(known, object))
      continue;
    for (size_t k = 0; k < known->n; k++)
      if (memcmp(&known->steps[k], &object->steps[k], sizeof *known->steps)) {
        known->steps[k] = (struct lcm_extent){NULL, NULL, NULL};
        same = false;
      }
    if (same && (known->why || !object->why))
      return;
    known->why = same ? object->why : known->why;
    lcm_place_move(known);
    return;
  }
  if (out->n >= LCM_FEW_OBJECTS && l->n_further++ >= MAX_FURTHER) {
    for (size_t i = 0; i < out->n; i++)
      out->at[i].why = "more than is followed may be there";
    return;
  }
  make_room(l->ctx, out);
  out->at[out->n++] = *object;
}

/* ---- values in a fragment ------------------------------------------------ */

/* Return whether "name" is the index of a loop of the fragment around. */
static bool is_inner(const struct lcm_collection *c, const char *name) {
  for (size_t i = 0; i < c->inner.n; i++)
    if (c->inner.at[i].index == name)
      return true;
  return false;
}

/* Return whether the fragment sets something in "values". */
static bool is_set_inside(const struct lcm_collection *c,
                          const lcm_ast *const *values, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (values[i]->begin >= c->begin && values[i]->begin < c->end)
      return true;
  return false;
}

/* Put what the variable "name" stands for inside the fragment into "*value":
 * itself where the fragment does not set it; false where that is not known.
 * "at": the expression that speaks of it, or NULL. */
static bool value_inside(const lcm_expr **value, struct lcm_collection *c,
                         const char *name, const lcm_ast *at) {
  size_t n = 0;
  const char *plain = strncmp(name, "c.", 2) ? name : name + 2;
  const struct lcm_local *local =
      lcm_lower_local(c->l, lcm_intern(c->l->ctx, plain));
  *value = NULL;
  if (!local || is_inner(c, name))
    return true;
  const lcm_ast *const *values = lcm_flow_values(&n, c->l, local->key);
  const bool changes = c->l->unsettled && local->unstable;
  if (!changes && !is_set_inside(c, values, n))
    return true;
  if (n != 1 || changes || values[0]->kind == LCM_AST_UPDATE) {
    *value = at ? lcm_step_number(c, at, local->key) : NULL;
    return *value;
  }
  *value = lcm_lower_value(c->l, values[0]);
  return *value && !lcm_expr_has(*value, name);
}

const lcm_expr *lcm_place_settle(struct lcm_collection *c, const lcm_expr *e) {
  for (unsigned round = 0; e && round < 8; round++) {
    const char *const *names = NULL;
    LCM_LIST(struct lcm_subst) found = {0};
    const size_t n = lcm_expr_names(&names, c->l->ctx, e);
    for (size_t i = 0; i < n; i++) {
      struct lcm_subst by = {names[i], NULL};
      if (!value_inside(&by.by, c, names[i], round ? NULL : c->at))
        return NULL;
      if (by.by)
        LCM_LIST_ADD(lcm_ctx_arena(c->l->ctx), &found, by);
    }
    if (!found.n)
      return e;
    e = lcm_expr_subst(c->l->ctx, e, found.at, found.n);
  }
  return NULL;
}

const lcm_expr *lcm_place_expr(struct lcm_collection *c, size_t begin,
                               size_t end) {
  return lcm_place_settle(c, lcm_lower_expr(c->l, begin, end));
}

/* ---- steps --------------------------------------------------------------- */

void lcm_place_advance(struct lcm_lowering *l, struct lcm_object *object,
                       const lcm_expr *index, const lcm_expr *length) {
  struct lcm_extent *last = object->n ? &object->steps[object->n - 1] : NULL;
  if (!last || object->closed)
    return;
  if (last->field) {
    object->n--;
    if (!index || !lcm_expr_is_int(index, 0) || !length ||
        !lcm_expr_is_int(length, 1))
      object->why = "an address is used as an array";
    return;
  }
  if (!last->lower || !index || !length) {
    object->why = object->why   ? object->why
                  : last->lower ? "a subscript that is not followed"
                                : "the pointer to it moves";
    *last = (struct lcm_extent){NULL, NULL, NULL};
    return;
  }
  last->lower = lcm_expr_add(l->ctx, last->lower, index);
  last->length = length;
}

/* Return the value of "ast", an expression of the fragment, as
 * lcm_place_expr. */
static const lcm_expr *number_at(struct lcm_collection *c, const lcm_ast *ast) {
  const lcm_ast *before = c->at;
  const lcm_expr *value = NULL;
  if (ast->kind == LCM_AST_UPDATE && ast->first &&
      ast->first->kind == LCM_AST_REF && ast->first->key)
    return lcm_step_number(c, ast, ast->first->key);
  c->at = ast;
  value = lcm_place_expr(c, ast->begin, ast->end);
  if (!value && c->end && !c->l->unsettled) {
    c->l->last_parsed = (struct lcm_parsed){0};
    c->l->unsettled = true;
    value = lcm_place_expr(c, ast->begin, ast->end);
    c->l->unsettled = false;
    c->l->last_parsed = (struct lcm_parsed){0};
  }
  c->at = before;
  return value;
}

/* Put the object at the subscript "ast" into "*out". */
static void subscript(struct lcm_objects *out, struct lcm_collection *c,
                      const lcm_ast *ast) {
  size_t begin = ast->last->begin;
  size_t end = ast->last->end;
  lcm_place_pointee(out, c, ast->first);
  if (ast->last == ast->first) {
    const char *open =
        memrchr(c->l->text + ast->begin, '[', ast->end - ast->begin);
    begin = open ? (size_t)(open - c->l->text) + 1 : ast->end;
    end = ast->end ? ast->end - 1 : 0;
  }
  const lcm_expr *index = NULL;
  if (out->n && begin == ast->begin)
    index = lcm_place_macro_index(c, ast);
  else if (ast->last != ast->first)
    index = number_at(c, ast->last);
  else
    index = lcm_place_expr(c, begin, end);
  for (size_t i = 0; i < out->n; i++)
    lcm_place_advance(c->l, &out->at[i], index, lcm_expr_int(c->l->ctx, 1));
}

/* Put the member "ast" into "*out". */
static void member(struct lcm_objects *out, struct lcm_collection *c,
                   const lcm_ast *ast) {
  const lcm_ast *whole = ast->first;
  const lcm_expr *one = lcm_expr_int(c->l->ctx, 1);
  const bool arrow =
      whole &&
      (whole->is_pointer ||
       (whole->kind != LCM_AST_REF && whole->kind != LCM_AST_MEMBER &&
        whole->kind != LCM_AST_SUBSCRIPT && whole->kind != LCM_AST_DEREF));
  lcm_place_nothing(out);
  if (!whole)
    return;
  if (arrow)
    lcm_place_pointee(out, c, whole);
  else
    lcm_place_object(out, c, whole);
  for (size_t i = 0; i < out->n; i++) {
    if (arrow)
      lcm_place_advance(c->l, &out->at[i], lcm_expr_int(c->l->ctx, 0), one);
    if (ast->is_union)
      close_object(&out->at[i], "a member of a union");
    else if (ast->name && *ast->name)
      add_step(&out->at[i], (struct lcm_extent){NULL, NULL, ast->name});
  }
}

void lcm_place_object(struct lcm_objects *out, struct lcm_collection *c,
                      const lcm_ast *ast) {
  lcm_place_nothing(out);
  c->l->n_followed = c->depth ? c->l->n_followed : 0;
  if (!ast || c->depth > MAX_DEPTH)
    return;
  c->depth++;
  if (ast->kind == LCM_AST_REF && !ast->is_function && ast->key)
    lcm_place_only(out, ast);
  else if (ast->kind == LCM_AST_SUBSCRIPT && ast->first)
    subscript(out, c, ast);
  else if (ast->kind == LCM_AST_MEMBER)
    member(out, c, ast);
  else if (ast->kind == LCM_AST_DEREF && ast->first) {
    lcm_place_pointee(out, c, ast->first);
    for (size_t i = 0; i < out->n; i++)
      lcm_place_advance(c->l, &out->at[i], lcm_expr_int(c->l->ctx, 0),
                        lcm_expr_int(c->l->ctx, 1));
  }
  c->depth--;
}

/* ---- pointers ------------------------------------------------------------ */

/* Let "object", an array or what holds a pointer, be what that points to. */
static void decay(struct lcm_lowering *l, struct lcm_object *object) {
  if (!object->why)
    add_step(object, (struct lcm_extent){lcm_expr_int(l->ctx, 0), NULL, NULL});
  else
    add_step(object, (struct lcm_extent){NULL, NULL, NULL});
}

/* Put the memory that only the pointer "ref" is known to point to into
 * "*object". */
static void own_memory(struct lcm_object *object, struct lcm_lowering *l,
                       const lcm_ast *ref, const char *why) {
  *object = (struct lcm_object){.base = ref, .through = true};
  decay(l, object);
  object->why = why;
}

bool lcm_place_has_names(lcm_ctx *ctx, const struct lcm_object *object) {
  const char *const *names = NULL;
  for (size_t i = 0; i < object->n; i++)
    if (object->steps[i].lower &&
        lcm_expr_names(&names, ctx, object->steps[i].lower))
      return true;
  return false;
}

const lcm_ast *lcm_place_value(const lcm_ast *value) {
  while (value && value->kind == LCM_AST_ASSIGN && value->last != value->first)
    value = value->last;
  return value;
}

/* Let "own", memory that only a pointer is known to point to, be what "value"
 * gives to that. */
static void give(struct lcm_object *own, struct lcm_collection *c,
                 const lcm_ast *value) {
  own->why = NULL;
  if (lcm_points_new(c, value))
    return;
  own->via = lcm_points_elsewhere(c->l, value);
  if (!own->via)
    own->why = value->kind == LCM_AST_CALL
                   ? "a call returns the pointer to it"
                   : "the pointer to it is not followed";
}

/* Add what the pointer "ref", set by "ast", points to to "out". */
static void add_value(struct lcm_objects *out, struct lcm_collection *c,
                      const lcm_ast *ref, const lcm_ast *ast) {
  const lcm_ast *value = lcm_place_value(ast->last);
  const lcm_ast *function = c->l->function;
  struct lcm_objects found;
  struct lcm_object own;
  lcm_place_nothing(&found);
  for (size_t i = 0; i < out->n && ast->kind == LCM_AST_UPDATE; i++)
    lcm_place_move(&out->at[i]);
  if (ast->kind == LCM_AST_UPDATE || value->kind == LCM_AST_LITERAL)
    return;
  struct lcm_collection inner = *c;
  if (ast->begin < c->begin)
    inner = (struct lcm_collection){.l = c->l, .depth = c->depth};
  lcm_place_pointee(&found, &inner, value);
  for (size_t i = 0; i < found.n; i++) {
    const bool here =
        function && ast->begin >= function->begin && ast->begin < function->end;
    if (!here && lcm_place_has_names(c->l->ctx, &found.at[i]))
      lcm_place_move(&found.at[i]);
    lcm_place_add(c->l, out, &found.at[i]);
  }
  if (found.n || value->kind == LCM_AST_REF)
    return;
  own_memory(&own, c->l, ref, NULL);
  give(&own, c, value);
  lcm_place_add(c->l, out, &own);
}

/* Let "object" be what other files may let the pointer "name" point to, too. */
static void share(struct lcm_object *object, const char *name) {
  if (object->via && object->via != name && !object->why)
    object->why = "a pointer to it may point elsewhere";
  object->via = object->via ? object->via : name;
}

void lcm_place_follow(struct lcm_objects *out, struct lcm_collection *c,
                      const lcm_ast *ref) {
  size_t n = 0;
  struct lcm_object own;
  const lcm_ast *const *values = lcm_flow_values(&n, c->l, ref->key);
  const struct lcm_followed here = {ref->key, c->l->following};
  own_memory(&own, c->l, ref, NULL);
  own.via = lcm_points_shared(ref);
  lcm_place_nothing(out);
  for (const struct lcm_followed *at = c->l->following; at; at = at->outer)
    if (at->key == ref->key)
      return;
  if (c->l->n_followed++ > MAX_FOLLOWED) {
    own.why = "too many pointers lead to it";
    lcm_place_add(c->l, out, &own);
    return;
  }
  c->l->following = &here;
  if (!n || lcm_flow_owner(c->l, ref->key))
    lcm_place_add(c->l, out, &own);
  for (unsigned moves = 0; moves < 2; moves++)
    for (size_t i = 0; i < n && i < MAX_VALUES; i++)
      if ((values[i]->kind == LCM_AST_UPDATE) == moves)
        add_value(out, c, ref, values[i]);
  c->l->following = here.outer;
  if (n > MAX_VALUES)
    own.why = "too many pointers lead to it";
  if (n > MAX_VALUES || (!out->n && !c->l->following))
    lcm_place_add(c->l, out, &own);
  size_t n_names = 0;
  for (size_t i = 0; i < out->n; i++)
    n_names += !out->at[i].also;
  for (size_t i = 0; i < out->n && (n_names > 1 || n > MAX_VALUES); i++)
    out->at[i].why = "a pointer to it may point elsewhere";
  for (size_t i = 0; i < out->n && own.via; i++)
    share(&out->at[i], own.via);
}

/* Let what "out" points to be "by" elements further on. */
static void shift(struct lcm_objects *out, struct lcm_collection *c,
                  const lcm_expr *by) {
  for (size_t i = 0; i < out->n; i++) {
    struct lcm_extent *last = &out->at[i].steps[out->at[i].n - 1];
    if (out->at[i].closed || !out->at[i].n)
      continue;
    last->lower = last->field ? NULL : last->lower;
    last->lower = lcm_expr_add(c->l->ctx, last->lower, by);
    last->field = NULL;
    if (!last->lower && !out->at[i].why)
      out->at[i].why = "the pointer to it moves";
  }
}

/* Put what the pointer "ref", which the fragment moves, points to where "at",
 * itself or its update, stands into "*out"; false where that is not known. */
static bool follow_steps(struct lcm_objects *out, struct lcm_collection *c,
                         const lcm_ast *at, const lcm_ast *ref) {
  size_t n = 0;
  size_t n_moves = 0;
  struct lcm_held held;
  const lcm_ast *const *values = lcm_flow_values(&n, c->l, ref->key);
  for (size_t i = 0; i < n; i++)
    n_moves += values[i]->kind == LCM_AST_UPDATE;
  if (!n || !is_set_inside(c, values, n) ||
      !lcm_step_back(&held, c, at, ref->key))
    return false;
  const lcm_ast *value = held.set ? lcm_place_value(held.set->last) : NULL;
  lcm_place_nothing(out);
  if (!value || (lcm_points_new(c, value) && n == n_moves + 1)) {
    struct lcm_object own;
    own_memory(&own, c->l, ref, NULL);
    lcm_place_add(c->l, out, &own);
  } else if (value->kind != LCM_AST_LITERAL && !lcm_points_new(c, value))
    lcm_place_pointee(out, c, value);
  for (size_t i = 0; i < out->n; i++)
    if (held.set && held.set->begin < c->begin &&
        lcm_place_has_names(c->l->ctx, &out->at[i]))
      return false;
  if (out->n && !lcm_expr_is_int(held.more, 0))
    shift(out, c, held.more);
  return out->n;
}

/* Return 1 for a sum, -1 for a difference of the operands of "ast", 0 for
 * something else. */
static int operator_of(const struct lcm_lowering *l, const lcm_ast *ast) {
  int found = 0;
  for (size_t i = ast->first->end; i < ast->last->begin && i < l->len; i++) {
    const char ch = l->text[i];
    if (ch == '+' || ch == '-') {
      if (found)
        return 0;
      found = ch == '+' ? 1 : -1;
    } else if (!strchr(" \t\n()", ch))
      return 0;
  }
  return found;
}

/* Return whether "ast" can be a pointer to data that are followed. */
static bool is_pointing(const lcm_ast *ast) {
  return ast->is_pointer || ast->kind == LCM_AST_ADDRESS ||
         (ast->kind == LCM_AST_OTHER && ast->first && ast->first->next &&
          (is_pointing(ast->first) || is_pointing(ast->last)));
}

/* Put what the sum "ast" of a pointer and a number points to into "*out". */
static void arithmetic(struct lcm_objects *out, struct lcm_collection *c,
                       const lcm_ast *ast) {
  const lcm_ast *pointer = is_pointing(ast->first) ? ast->first : ast->last;
  const lcm_ast *number = pointer == ast->first ? ast->last : ast->first;
  const int sign = operator_of(c->l, ast);
  lcm_place_nothing(out);
  if (!sign || is_pointing(number) || !is_pointing(pointer) ||
      (sign < 0 && pointer == ast->last))
    return;
  lcm_place_pointee(out, c, pointer);
  const lcm_expr *by = number_at(c, number);
  shift(out, c, sign < 0 ? lcm_expr_neg(c->l->ctx, by) : by);
}

/* Put what `&` of "ast" points to into "*out". */
static void address(struct lcm_objects *out, struct lcm_collection *c,
                    const lcm_ast *ast) {
  lcm_place_object(out, c, ast);
  for (size_t i = 0; i < out->n; i++) {
    struct lcm_object *object = &out->at[i];
    struct lcm_extent *last = object->n ? &object->steps[object->n - 1] : NULL;
    if (last && !last->field && !object->closed)
      last->length = NULL;
    else
      add_step(object, (struct lcm_extent){NULL, NULL, LCM_FIELD_ADDRESS});
  }
}

/* Return whether "ref" is a parameter of a function other than the one at
 * hand: what it points to is not known here. */
static bool is_foreign(struct lcm_lowering *l, const lcm_ast *ref) {
  const lcm_ast *owner = lcm_flow_owner(l, ref->key);
  return owner && owner != l->function;
}

/* What pointers that are kept in memory may point to beside memory of their
 * own; other: anything that was not allocated for them. */
struct kept {
  struct lcm_objects objects;
  bool other;
};

bool lcm_place_is_new(struct lcm_collection *c, const lcm_ast *ref) {
  struct lcm_lowering *l = c->l;
  size_t n = 0;
  bool allocated = false;
  const lcm_ast *const *values =
      ref->kind == LCM_AST_REF && ref->is_local && !lcm_flow_owner(l, ref->key)
          ? lcm_flow_values(&n, l, ref->key)
          : NULL;
  for (size_t i = 0; i < n; i++) {
    const lcm_ast *value = lcm_place_value(values[i]->last);
    if (values[i]->kind == LCM_AST_UPDATE || !value ||
        (value->kind != LCM_AST_LITERAL && !lcm_points_new(c, value)))
      return false;
    allocated = allocated || value->kind != LCM_AST_LITERAL;
  }
  return allocated;
}

/* Add what "value", which is kept in memory, points to to "kept". */
static void add_stored(struct kept *kept, struct lcm_collection *c,
                       const lcm_ast *value) {
  struct lcm_objects found;
  struct lcm_collection home = {.l = c->l, .depth = c->depth};
  value = lcm_place_value(value);
  if (!value || value->kind == LCM_AST_LITERAL || lcm_points_new(c, value))
    return;
  lcm_place_pointee(&found, &home, value);
  const bool fresh = lcm_place_is_new(c, value);
  kept->other = kept->other || !fresh;
  for (size_t i = 0; i < found.n; i++) {
    found.at[i].also = fresh;
    lcm_place_move(&found.at[i]);
    lcm_place_add(c->l, &kept->objects, &found.at[i]);
  }
}

/* Return what the pointers under "key" point to. */
static const struct kept *find_kept(struct lcm_collection *c, const char *key) {
  size_t n = 0;
  size_t known = 0;
  if (lcm_map_get(&c->l->kept, key, &known))
    return (const struct kept *)(uintptr_t)known;
  struct kept *kept = LCM_NEW(lcm_ctx_arena(c->l->ctx), struct kept);
  lcm_place_nothing(&kept->objects);
  lcm_map_put(lcm_ctx_arena(c->l->ctx), &c->l->kept, key,
              (size_t)(uintptr_t)kept);
  const lcm_ast *const *values = lcm_flow_values(&n, c->l, key);
  for (size_t i = 0; i < n; i++)
    add_stored(kept, c,
               values[i]->kind == LCM_AST_UPDATE ? values[i]->first
                                                 : values[i]->last);
  return kept;
}

/* Return the number of the last member among the steps of "object"; the number
 * of its steps where there is none. */
static size_t last_field(const struct lcm_object *object) {
  size_t i = object->n;
  while (i > 0 && !object->steps[i - 1].field)
    i--;
  return i ? i - 1 : object->n;
}

/* Add what "own", which lies behind a member, is where that has been set to
 * another one, behind which "object" lies in terms of another function: they
 * are taken to be members of the same structure. */
static void add_sibling(struct lcm_lowering *l, struct lcm_objects *out,
                        const struct lcm_object *own,
                        const struct lcm_object *object) {
  const size_t at = last_field(own);
  const size_t from = last_field(object);
  if (at == own->n || from == object->n ||
      own->steps[at].field == object->steps[from].field ||
      at + object->n - from > LCM_MAX_STEPS)
    return;
  struct lcm_object other = *own;
  other.n = at;
  for (size_t i = from; i < object->n; i++)
    other.steps[other.n++] = object->steps[i];
  lcm_place_move(&other);
  lcm_place_add(l, out, &other);
}

/* Add what the pointer "ast", a member or an element, may point to to "out",
 * which is memory of its own. */
static void add_kept(struct lcm_objects *out, struct lcm_collection *c,
                     const lcm_ast *ast) {
  const char *key = lcm_flow_key(c->l, ast);
  const struct kept *kept = key ? find_kept(c, key) : NULL;
  if (!kept)
    return;
  for (size_t i = 0; i < kept->objects.n && out->n; i++)
    if (is_foreign(c->l, kept->objects.at[i].base))
      add_sibling(c->l, out, &out->at[0], &kept->objects.at[i]);
  for (size_t i = 0; i < kept->objects.n; i++)
    if (!is_foreign(c->l, kept->objects.at[i].base))
      lcm_place_add(c->l, out, &kept->objects.at[i]);
  for (size_t i = 0; i < out->n; i++)
    if (kept->other || out->at[i].also)
      out->at[i].why = "a pointer to it is kept in memory";
}

/* Put what either alternative of the conditional "ast" points to into
 * "*out". */
static void either(struct lcm_objects *out, struct lcm_collection *c,
                   const lcm_ast *ast) {
  struct lcm_objects other;
  const lcm_ast *yes = ast->first->next;
  lcm_place_pointee(out, c, yes);
  lcm_place_pointee(&other, c, yes ? yes->next : NULL);
  for (size_t i = 0; i < other.n; i++)
    lcm_place_add(c->l, out, &other.at[i]);
  for (size_t i = 0; i < out->n; i++)
    out->at[i].why = "a condition decides what is pointed to";
}

void lcm_place_pointee(struct lcm_objects *out, struct lcm_collection *c,
                       const lcm_ast *ast) {
  lcm_place_nothing(out);
  c->l->n_followed = c->depth ? c->l->n_followed : 0;
  if (!ast || c->depth > MAX_DEPTH)
    return;
  c->depth++;
  if (ast->kind == LCM_AST_REF && !ast->is_function && ast->key &&
      ast->is_pointer && !ast->is_array) {
    if (!follow_steps(out, c, ast, ast))
      lcm_place_follow(out, c, ast);
  } else if (ast->kind == LCM_AST_ADDRESS && ast->first)
    address(out, c, ast->first);
  else if (ast->kind == LCM_AST_OTHER && ast->first && ast->first->next &&
           ast->first->next == ast->last)
    arithmetic(out, c, ast);
  else if (ast->kind == LCM_AST_ASSIGN && ast->first)
    lcm_place_pointee(out, c, ast->last);
  else if (ast->kind == LCM_AST_CALL && ast->is_function)
    lcm_points_call(out, c, ast);
  else if (ast->kind == LCM_AST_CONDITIONAL && ast->first)
    either(out, c, ast);
  else if (ast->kind == LCM_AST_UPDATE && ast->first) {
    if (ast->first->kind != LCM_AST_REF || !ast->first->key ||
        !follow_steps(out, c, ast, ast->first)) {
      lcm_place_pointee(out, c, ast->first);
      for (size_t i = 0; i < out->n; i++)
        lcm_place_move(&out->at[i]);
    }
  } else if (ast->is_pointer && !ast->is_function &&
             ast->kind != LCM_AST_CALL) {
    lcm_place_object(out, c, ast);
    for (size_t i = 0; i < out->n; i++)
      decay(c->l, &out->at[i]);
    if (!ast->is_array)
      add_kept(out, c, ast);
  }
  c->depth--;
}

/* ---- sections ------------------------------------------------------------ */

/* Return the sizes of the variable "ref", NULL where they are not known. */
static const long long *sizes_of(struct lcm_lowering *l, const lcm_ast *ref) {
  const char *key = NULL;
  const struct lcm_local *local = lcm_lower_local_of(l, ref->key);
  return local ? local->sizes : lcm_lower_declared(&key, l, ref->name);
}

long long lcm_place_element(struct lcm_lowering *l,
                            const struct lcm_object *object) {
  const long long *sizes = sizes_of(l, object->base);
  for (size_t i = 0; i < object->n; i++)
    if (object->steps[i].field)
      return 0;
  return sizes && object->n < 4 ? sizes[object->n] : 0;
}

/* Return whether "name" may have another value each time a loop comes by. */
static bool is_varying(const char *name, void *user) {
  struct lcm_lowering *l = user;
  const char *plain = strncmp(name, "c.", 2) ? name : name + 2;
  const struct lcm_local *local = lcm_lower_local(l, lcm_intern(l->ctx, plain));
  return local && local->n_assigned;
}

/* Return whether "object" is seen as something else than its variable is: its
 * elements are then not of "size" bytes. */
static bool is_cast(struct lcm_lowering *l, const struct lcm_object *object,
                    long long size) {
  const long long own = lcm_place_element(l, object);
  return own > 0 && size > 0 && own != size;
}

/* Return whether "section" speaks of a loop in which it may differ whether it
 * is touched. */
static bool depends_on(const lcm_section *section,
                       const struct lcm_collection *c) {
  for (size_t i = 0; i < c->n_doubtful && i < c->inner.n; i++)
    for (size_t d = 0; d < section->n_extents; d++) {
      const struct lcm_extent *e = &section->extents[d];
      const char *index = c->inner.at[i].index;
      if ((e->lower && lcm_expr_has(e->lower, index)) ||
          (e->length && lcm_expr_has(e->length, index)))
        return true;
    }
  return false;
}

lcm_section lcm_place_section(struct lcm_collection *c,
                              const struct lcm_object *object, long long size,
                              const lcm_ast *ast) {
  lcm_ctx *ctx = c->l->ctx;
  lcm_section section = {.datum = object->base->name,
                         .key = object->base->key,
                         .why = object->why ? object->why : c->doubt,
                         .via = object->via,
                         .extents = object->steps,
                         .n_extents = object->n,
                         .loc = lcm_lower_loc(c->l, ast)};
  if (is_cast(c->l, object, size)) {
    section.why = "it is seen as another type";
    section.n_extents = 0;
  } else if (size > 0)
    section.element = lcm_expr_int(ctx, size);
  section.exact = !section.why;
  section.maybe =
      section.why && section.why == c->doubt && !depends_on(&section, c);
  const struct lcm_varying ranges = {c->inner.at, c->inner.n, is_varying, c->l};
  return lcm_section_over(ctx, &section, &ranges);
}
