/* The names by which pointers to functions are known. */
#include "analyzer/lower/values/pointer_name.h"
#include "analyzer/lower/control/node.h"

const lcm_ast *lcm_pointer_bare(const lcm_ast *ast) {
  while (ast && ast->first && ast->first == ast->last &&
         (ast->kind == LCM_AST_OTHER ||
          (ast->kind == LCM_AST_DEREF && !ast->is_action) ||
          (ast->kind == LCM_AST_ADDRESS && !ast->first->is_action)))
    ast = ast->first;
  return ast;
}

const lcm_ast *lcm_pointer_function(const lcm_ast *ast) {
  while (ast && ast->kind != LCM_AST_FUNCTION)
    ast = ast->parent;
  return ast;
}

const char *lcm_pointer_local(struct lcm_lowering *l, const lcm_ast *ast,
                              const char *name) {
  const lcm_ast *function = lcm_pointer_function(ast);
  return LCM_INTERN_JOINED(l->ctx, l->syntax->file, ":",
                           function ? function->name : "", ":", name);
}

/* Return the name of the variable "ast", a reference or declaration. */
static const char *variable_name(struct lcm_lowering *l, const lcm_ast *ast) {
  if (!ast->name || !*ast->name)
    return NULL;
  return ast->is_local ? lcm_pointer_local(l, ast, ast->name)
                       : lcm_lower_key(l, ast->name, ast->is_static);
}

const char *lcm_pointer_name(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *base = ast;
  if (ast->kind == LCM_AST_CALL)
    return ast->is_function && ast->name
               ? LCM_INTERN_JOINED(
                     l->ctx, lcm_lower_key(l, ast->name, ast->is_static), "()")
               : NULL;
  if (!ast->is_action)
    return NULL;
  if (ast->kind == LCM_AST_MEMBER)
    return ast->key;
  if (ast->kind == LCM_AST_REF || ast->kind == LCM_AST_VAR ||
      ast->kind == LCM_AST_DECLARATION)
    return variable_name(l, ast);
  if (ast->kind != LCM_AST_SUBSCRIPT && ast->kind != LCM_AST_DEREF)
    return NULL;
  while (base &&
         (base->kind == LCM_AST_SUBSCRIPT || base->kind == LCM_AST_DEREF))
    base = base->first;
  return base && base->is_action && base->is_array ? lcm_pointer_name(l, base)
                                                   : ast->type;
}
