/* Whether variables stay what they are while threads are being started. */
#include <string.h>

#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/threads/thread_steady.h"

bool lcm_thread_names(const lcm_ast *ast, const char *key) {
  if (ast->kind == LCM_AST_REF && ast->key == key)
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (lcm_thread_names(at, key))
      return true;
  return false;
}

bool lcm_thread_changed(const lcm_ast *ast, const char *key, unsigned begin,
                        unsigned end) {
  if (!(ast->holds & LCM_AST_HOLDS_CHANGE) || ast->end <= begin ||
      ast->begin >= end)
    return false;
  if (lcm_ast_is_change(ast) && ast->begin >= begin && ast->first &&
      ast->first->kind == LCM_AST_REF && ast->first->key == key &&
      !(ast->kind == LCM_AST_ADDRESS && ast->parent->kind == LCM_AST_CALL &&
        ast->parent->is_system && ast->parent->name &&
        strstr(ast->parent->name, "create")))
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (lcm_thread_changed(at, key, begin, end))
      return true;
  return false;
}

/* Return whether the name "name" of some variable is set or declared in or
 * below "ast" between "begin" and "end", or, where "global", a function of the
 * program is called. */
static bool is_touched(const lcm_ast *ast, const char *name, bool global,
                       unsigned begin, unsigned end) {
  if (ast->end <= begin || ast->begin >= end)
    return false;
  if (ast->begin >= begin &&
      ((lcm_ast_is_change(ast) && ast->first && ast->first->name &&
        ast->first->kind == LCM_AST_REF && !strcmp(ast->first->name, name) &&
        ast->kind != LCM_AST_ADDRESS) ||
       (ast->kind == LCM_AST_VAR && ast->name && !strcmp(ast->name, name)) ||
       (global && lcm_call_is_project(ast))))
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (is_touched(at, name, global, begin, end))
      return true;
  return false;
}

/* Return whether functions may change the variable "name" at file scope. */
static bool may_change(const struct lcm_lowering *l, const char *name) {
  size_t found = 0;
  size_t changing = 0;
  if (!lcm_map_get(&l->globals.declarations, name, &found))
    return false;
  const lcm_ast *top = (const lcm_ast *)(uintptr_t)found;
  return (!top->is_static && !l->options->alone) ||
         lcm_map_get(&l->globals.changing, top->key, &changing);
}

bool lcm_thread_steady(const struct lcm_lowering *l, const lcm_expr *e,
                       const char *except, unsigned begin, unsigned end) {
  const char *const *names = NULL;
  const size_t n = e ? lcm_expr_names(&names, l->ctx, e) : 0;
  for (size_t i = 0; i < n; i++) {
    const char *name = lcm_name_plain(names[i]);
    const char *base = lcm_intern_n(l->ctx, name, strcspn(name, ".["));
    if (names[i] != except &&
        is_touched(l->function, base, may_change(l, base), begin, end))
      return false;
  }
  return e != NULL;
}
