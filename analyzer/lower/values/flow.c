/* What the variables of a file are set to anywhere. */
#include <string.h>

#include "analyzer/lower/control/node.h"
#include "analyzer/lower/values/flow.h"
#include "analyzer/lower/values/local.h"

/* The values of a variable. */
typedef LCM_LIST(const lcm_ast *) value_list;

/* Return what is known of the values of the variable "key", a new list where
 * there is none. */
static value_list *values_of(struct lcm_lowering *l, const char *key) {
  size_t found = 0;
  if (lcm_map_get(&l->flows.values, key, &found))
    return (value_list *)(uintptr_t)found;
  value_list *fresh = LCM_NEW(lcm_ctx_arena(l->ctx), value_list);
  lcm_map_put(lcm_ctx_arena(l->ctx), &l->flows.values, key,
              (size_t)(uintptr_t)fresh);
  return fresh;
}

/* Return the interned text of "before", "name" and "behind" in a row. */
static const char *joined(struct lcm_lowering *l, const char *before,
                          const char *name, const char *behind) {
  char text[256];
  const size_t head = strlen(before);
  const size_t n = strlen(name);
  const size_t tail = strlen(behind);
  if (head + n + tail > sizeof text)
    return lcm_intern(l->ctx, lcm_arena_printf(lcm_ctx_arena(l->ctx), "%s%s%s",
                                               before, name, behind));
  memcpy(text, before, head);
  memcpy(text + head, name, n);
  memcpy(text + head + n, behind, tail);
  return lcm_intern_n(l->ctx, text, head + n + tail);
}

const char *lcm_flow_returned(struct lcm_lowering *l, const char *name) {
  return joined(l, "", name, "()");
}

const char *lcm_flow_key(struct lcm_lowering *l, const lcm_ast *place) {
  if (place->kind == LCM_AST_REF)
    return place->key;
  if (!place->is_pointer || place->is_array)
    return NULL;
  if (place->kind == LCM_AST_MEMBER && place->name)
    return joined(l, ".", place->name, "");
  const lcm_ast *base = place;
  while (base &&
         (base->kind == LCM_AST_SUBSCRIPT || base->kind == LCM_AST_DEREF))
    base = base->first;
  return base && base != place && base->kind == LCM_AST_REF && base->key
             ? joined(l, "", base->key, "[]")
             : NULL;
}

/* Return what "ast" sets, as lcm_flow_key; NULL for nothing. */
static const char *set_by(struct lcm_lowering *l, const lcm_ast *ast) {
  if (ast->kind == LCM_AST_VAR)
    return ast->first ? ast->key : NULL;
  if (ast->kind != LCM_AST_ASSIGN && ast->kind != LCM_AST_UPDATE)
    return NULL;
  return ast->first ? lcm_flow_key(l, ast->first) : NULL;
}

/* Note that "ast" sets what is known by "key", NULL: nothing. */
static void note_value(struct lcm_lowering *l, const char *key,
                       const lcm_ast *ast) {
  if (key)
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), values_of(l, key), ast);
}

/* Note in "copied" that the value of "ast", which sets something, is a
 * variable. */
static void note_copy(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *value = ast->last;
  if (value && value->is_pointer && value->kind == LCM_AST_REF && value->key &&
      value->is_local && ast->kind != LCM_AST_UPDATE)
    lcm_map_put(lcm_ctx_arena(l->ctx), &l->flows.copied, value->key, 1);
}

/* Note that "ast", a variable at file scope or a function, may tell other files
 * where a pointer points. */
static void note_giver(struct lcm_lowering *l, const lcm_ast *ast) {
  size_t known = 0;
  if (ast->is_local || ast->is_static || !ast->key ||
      lcm_map_get(&l->flows.gives, ast->key, &known))
    return;
  lcm_map_put(lcm_ctx_arena(l->ctx), &l->flows.gives, ast->key, 1);
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->flows.givers, ast);
}

/* Note what is set below "ast", a part of the function "function", and what
 * that returns where it is a pointer. */
static void walk(struct lcm_lowering *l, const lcm_ast *function,
                 const lcm_ast *ast) {
  const unsigned wanted = LCM_AST_HOLDS_CHANGE | LCM_AST_HOLDS_VARIABLE;
  if (!(ast->holds &
        (function->is_flat ? wanted : wanted | LCM_AST_HOLDS_STATEMENT)))
    return;
  if (ast->kind == LCM_AST_RETURN && ast->last && !function->is_flat) {
    note_value(l, lcm_flow_returned(l, function->name), ast);
    note_giver(l, function);
  } else {
    const char *key = set_by(l, ast);
    note_value(l, key, ast);
    if (key)
      note_copy(l, ast);
    if (key && ast->first && ast->first->kind == LCM_AST_REF &&
        ast->first->is_pointer && !ast->first->is_array)
      note_giver(l, ast->first);
  }
  for (const lcm_ast *child = ast->first; child; child = child->next)
    walk(l, function, child);
}

/* Note what "filled" puts into a pointer. */
static void note_filled(struct lcm_lowering *l,
                        const struct lcm_filled *filled) {
  const lcm_ast *variable = filled->variable;
  note_copy(l, filled->value);
  if (filled->member)
    note_value(l, joined(l, "", strrchr(filled->member, '.'), ""),
               filled->value);
  else if (variable && variable->key)
    note_value(l,
               variable->is_array ? joined(l, "", variable->key, "[]")
                                  : variable->key,
               filled->value);
  if (!filled->member && variable && !variable->is_array)
    note_giver(l, variable);
}

/* Note the values of all variables of the file, once. */
static void find_flows(struct lcm_lowering *l) {
  if (l->flows.known)
    return;
  l->flows.known = true;
  for (const lcm_ast *top = l->syntax->top; top; top = top->next) {
    if (top->kind != LCM_AST_FUNCTION)
      continue;
    for (const lcm_ast *at = top->first; at && at->kind == LCM_AST_PARAM;
         at = at->next)
      if (at->key)
        lcm_map_put(lcm_ctx_arena(l->ctx), &l->flows.owners, at->key,
                    (size_t)(uintptr_t)top);
    walk(l, top, top);
  }
  for (size_t i = 0; i < l->syntax->pointing.n; i++)
    note_filled(l, &l->syntax->pointing.at[i]);
}

const lcm_ast *lcm_flow_owner(struct lcm_lowering *l, const char *key) {
  size_t found = 0;
  find_flows(l);
  return key && lcm_map_get(&l->flows.owners, key, &found)
             ? (const lcm_ast *)(uintptr_t)found
             : NULL;
}

const lcm_ast *const *lcm_flow_values(size_t *n, struct lcm_lowering *l,
                                      const char *key) {
  size_t found = 0;
  find_flows(l);
  *n = 0;
  if (!key || !lcm_map_get(&l->flows.values, key, &found))
    return NULL;
  const value_list *list = (const value_list *)(uintptr_t)found;
  *n = list->n;
  return list->at;
}

/* Return whether a loop around "ast" begins behind the offset "from". */
static bool is_repeated(const lcm_ast *ast, unsigned from) {
  for (; ast && ast->kind != LCM_AST_FUNCTION; ast = ast->parent)
    if (lcm_ast_is_loop(ast) && ast->begin > from)
      return true;
  return false;
}

bool lcm_flow_moves(struct lcm_lowering *l, const lcm_ast *place) {
  size_t n = 0;
  size_t changes = 0;
  const char *key = lcm_flow_key(l, place);
  const struct lcm_local *local =
      place->kind == LCM_AST_REF ? lcm_lower_local_of(l, place->key) : NULL;
  const lcm_ast *const *values = key ? lcm_flow_values(&n, l, key) : NULL;
  for (size_t i = 0; i < n; i++) {
    if (values[i]->kind == LCM_AST_VAR)
      continue;
    changes++;
    if (place->kind == LCM_AST_DEREF ||
        is_repeated(values[i], local ? local->begin : 0))
      return true;
  }
  return local && local->n_assigned > changes;
}

const lcm_ast *const *lcm_flow_givers(size_t *n, struct lcm_lowering *l) {
  find_flows(l);
  *n = l->flows.givers.n;
  return l->flows.givers.at;
}

bool lcm_flow_is_copied(struct lcm_lowering *l, const char *key) {
  size_t found = 0;
  find_flows(l);
  return lcm_map_get(&l->flows.copied, key, &found);
}

bool lcm_flow_allocates(const lcm_ast *ast) {
  return ast->kind == LCM_AST_CALL && ast->is_function && ast->name &&
         (strstr(ast->name, "alloc") || strstr(ast->name, "strdup") ||
          strstr(ast->name, "memalign"));
}

const char *lcm_points_elsewhere(struct lcm_lowering *l, const lcm_ast *ast) {
  size_t known = 0;
  return ast->kind == LCM_AST_CALL && ast->is_function && !ast->is_system &&
                 ast->name && *ast->name &&
                 !lcm_map_get(&l->globals.defined, ast->name, &known)
             ? lcm_flow_returned(l, lcm_lower_key(l, ast->name, false))
             : NULL;
}

const char *lcm_points_shared(const lcm_ast *ref) {
  return ref->is_local || ref->is_static || ref->is_function ? NULL : ref->key;
}
