/* Variables at file scope that `main` sets once, before anything reads them. */
#include <string.h>

#include "analyzer/lower/values/once.h"
#include "analyzer/lower/values/value.h"
#include "base/find.h"

/* Return whether "ast" or something below it calls a function of the program or
 * speaks of the variable "key", or (where "local") of one of a function. */
static bool touches(const lcm_ast *ast, const char *key, bool local) {
  if ((ast->kind == LCM_AST_CALL && (local || !ast->is_system)) ||
      (ast->kind == LCM_AST_REF &&
       (ast->key == key || (local && ast->is_local))))
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (touches(at, key, local))
      return true;
  return false;
}

/* Return whether "ast" is a statement of the body of "function" before which
 * nothing touches the variable "key". */
static bool is_early(const lcm_ast *function, const lcm_ast *ast,
                     const char *key) {
  const lcm_ast *body = function->last;
  if (!body || body->kind != LCM_AST_COMPOUND || ast->parent != body)
    return false;
  for (const lcm_ast *at = body->first; at && at != ast; at = at->next)
    if (touches(at, key, false))
      return false;
  return true;
}

/* Return whether "set", the only assignment to the variable "key" at file
 * scope, is done before anything in `main` reads that: there, or in a function
 * that `main` calls first. */
static bool is_done_first(const struct lcm_lowering *l, const lcm_ast *set,
                          const char *key) {
  const lcm_ast *home = set->parent ? set->parent->parent : NULL;
  if (!home || home->kind != LCM_AST_FUNCTION || !is_early(home, set, key))
    return false;
  if (!strcmp(home->name, "main"))
    return true;
  for (const lcm_ast *top = l->syntax->top; top; top = top->next) {
    if (top->kind != LCM_AST_FUNCTION || strcmp(top->name, "main") != 0 ||
        !top->last)
      continue;
    for (const lcm_ast *at = top->last->first; at; at = at->next)
      if (at->kind == LCM_AST_CALL && at->name == home->name)
        return is_early(top, at, key);
  }
  return false;
}

/* Return whether "ast" or something below it is a variable that changes. */
static bool is_moving(const struct lcm_lowering *l, const lcm_ast *ast) {
  size_t known = 0;
  if (ast->key && lcm_map_get(&l->globals.changing, ast->key, &known))
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (is_moving(l, at))
      return true;
  return false;
}

/* Return whether each thread may have a variable "top" of its own. */
static bool is_for_threads(const struct lcm_lowering *l, const lcm_ast *top) {
  const size_t n = top->end <= l->len ? top->end - top->begin : 0;
  for (size_t i = 0; i < l->bound.pragmas.n; i++)
    if (!strcmp(l->bound.pragmas.at[i].construct, "threadprivate"))
      return true;
  return n && (lcm_find(l->text + top->begin, n, "thread_local") ||
               lcm_find(l->text + top->begin, n, "_Thread_local") ||
               lcm_find(l->text + top->begin, n, "__thread"));
}

/* Return what the variable "top" at file scope holds that `main` sets once,
 * before anything reads it; NULL for others. */
static const lcm_expr *value_of(struct lcm_lowering *l, const lcm_ast *top) {
  size_t once = 0;
  if ((!top->is_static && !l->options->alone) || top->is_pointer ||
      !lcm_map_get(&l->globals.changing, top->key, &once) || once < 2)
    return NULL;
  const lcm_ast *set = (const lcm_ast *)(uintptr_t)once;
  if (is_for_threads(l, top))
    return NULL;
  if (touches(set->last, top->key, true) || is_moving(l, set->last) ||
      !is_done_first(l, set, top->key))
    return NULL;
  return lcm_lower_value(l, set);
}

void lcm_once_find(struct lcm_lowering *l) {
  for (const lcm_ast *top = l->syntax->top; top; top = top->next) {
    const lcm_expr *value =
        top->kind == LCM_AST_DECLARATION && top->name ? value_of(l, top) : NULL;
    if (value)
      lcm_map_put(lcm_ctx_arena(l->ctx), &l->globals.once, top->name,
                  (size_t)(uintptr_t)value);
  }
}
