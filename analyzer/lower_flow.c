#include <stdint.h>
#include <string.h>

#include "analyzer/access_internal.h"

/* The values of a variable. */
typedef LCM_LIST(const lcm_ast *) value_list;

/* Return what is known of the values of the variable "key", a new list where
 * there is none. */
static value_list *values_of(struct lcm_lowering *l, const char *key) {
  size_t found = 0;
  if (lcm_map_get(&l->flows, key, &found))
    return (value_list *)(uintptr_t)found;
  value_list *fresh = LCM_NEW(lcm_ctx_arena(l->ctx), value_list);
  lcm_map_put(lcm_ctx_arena(l->ctx), &l->flows, key, (size_t)(uintptr_t)fresh);
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

/* Note what is set below "ast". */
static void walk(struct lcm_lowering *l, const lcm_ast *ast) {
  if (!(ast->holds & (LCM_AST_HOLDS_CHANGE | LCM_AST_HOLDS_VARIABLE)))
    return;
  const char *key = set_by(l, ast);
  if (key)
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), values_of(l, key), ast);
  for (const lcm_ast *child = ast->first; child; child = child->next)
    walk(l, child);
}

/* Note the values of all variables of the file, once. */
static void find_flows(struct lcm_lowering *l) {
  if (l->flowed)
    return;
  l->flowed = true;
  for (const lcm_ast *top = l->syntax->top; top; top = top->next) {
    if (top->kind != LCM_AST_FUNCTION)
      continue;
    for (const lcm_ast *at = top->first; at && at->kind == LCM_AST_PARAM;
         at = at->next)
      if (at->key)
        lcm_map_put(lcm_ctx_arena(l->ctx), &l->owners, at->key,
                    (size_t)(uintptr_t)top);
    walk(l, top);
  }
}

const lcm_ast *lcm_flow_owner(struct lcm_lowering *l, const char *key) {
  size_t found = 0;
  find_flows(l);
  return key && lcm_map_get(&l->owners, key, &found)
             ? (const lcm_ast *)(uintptr_t)found
             : NULL;
}

const lcm_ast *const *lcm_flow_values(size_t *n, struct lcm_lowering *l,
                                      const char *key) {
  size_t found = 0;
  find_flows(l);
  *n = 0;
  if (!key || !lcm_map_get(&l->flows, key, &found))
    return NULL;
  const value_list *list = (const value_list *)(uintptr_t)found;
  *n = list->n;
  return list->at;
}

bool lcm_flow_allocates(const lcm_ast *ast) {
  return ast->kind == LCM_AST_CALL && ast->is_function && ast->name &&
         (strstr(ast->name, "alloc") || strstr(ast->name, "strdup") ||
          strstr(ast->name, "memalign"));
}
