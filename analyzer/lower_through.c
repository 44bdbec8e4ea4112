#include <string.h>

#include "analyzer/lower_internal.h"

/* Return "ast" without parentheses, casts, `*` and `&` around it. */
static const lcm_ast *bare(const lcm_ast *ast) {
  while (ast && ast->first && ast->first == ast->last &&
         (ast->kind == LCM_AST_OTHER || ast->kind == LCM_AST_DEREF ||
          ast->kind == LCM_AST_ADDRESS))
    ast = ast->first;
  return ast;
}

/* Return whether something in or below "ast" may change the variable "key". */
static bool may_change(const lcm_ast *ast, const char *key) {
  const bool changes = ast->kind == LCM_AST_ASSIGN ||
                       ast->kind == LCM_AST_UPDATE ||
                       ast->kind == LCM_AST_ADDRESS;
  if (changes && ast->first && ast->first->kind == LCM_AST_REF &&
      ast->first->key == key)
    return true;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (may_change(child, key))
      return true;
  return false;
}

/* Return the parameter of the function around it that "ast", a reference, is
 * and that keeps its value there; else NULL. */
static const lcm_ast *param_of(const lcm_ast *ast) {
  const lcm_ast *function = ast;
  if (ast->kind != LCM_AST_REF || ast->is_function || !ast->key)
    return NULL;
  while (function && function->kind != LCM_AST_FUNCTION)
    function = function->parent;
  const lcm_ast *param = function ? function->first : NULL;
  while (param && (param->kind != LCM_AST_PARAM || param->key != ast->key))
    param = param->next;
  return param && !may_change(function, ast->key) ? param : NULL;
}

const char *lcm_lower_through(const lcm_ast *ast) {
  const lcm_ast *callee = bare(ast->first);
  const lcm_ast *param = callee ? param_of(callee) : NULL;
  return param ? param->name : NULL;
}

void lcm_lower_passes(struct lcm_lowering *l, lcm_node *node,
                      const lcm_ast *ast) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const lcm_ast *argument = ast->first ? ast->first->next : NULL;
  const char *list = NULL;
  for (unsigned i = 0; argument; argument = argument->next, i++) {
    const lcm_ast *at = bare(argument);
    const bool function =
        at->kind == LCM_AST_REF && at->is_function && !at->is_system;
    const lcm_ast *param =
        !function && argument->is_action ? param_of(at) : NULL;
    if (!function && !param)
      continue;
    list = lcm_arena_printf(arena, "%s%s%u=%s%s", list ? list : "",
                            list ? ";" : "", i, param ? "*" : "",
                            param ? param->name
                                  : lcm_lower_key(l, at->name, at->is_static));
  }
  if (list)
    lcm_lower_attribute(l, node, "passes", list);
}
