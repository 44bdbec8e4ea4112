/* Calls through pointers to functions, and pointers to functions that are
 * passed. */
#include <stdio.h>
#include <string.h>

#include "analyzer/lower/access/through.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/values/pointer.h"
#include "analyzer/lower/values/pointer_name.h"

/* Return the parameter of the function around it that "ast", a reference, is
 * and that keeps its value there; else NULL. */
static const lcm_ast *param_of(const lcm_ast *ast) {
  const lcm_ast *function = lcm_pointer_function(ast);
  if (ast->kind != LCM_AST_REF || ast->is_function || !ast->key)
    return NULL;
  const lcm_ast *param = function ? function->first : NULL;
  while (param && (param->kind != LCM_AST_PARAM || param->key != ast->key))
    param = param->next;
  return param && !lcm_syntax_may_change(function, ast->key) ? param : NULL;
}

/* As lcm_pointer_name, but a conditional expression is a pointer too, which
 * holds what its alternatives do. */
static const char *pointer_of(struct lcm_lowering *l, const lcm_ast *ast) {
  char place[64];
  if (ast->kind != LCM_AST_CONDITIONAL)
    return lcm_pointer_name(l, ast);
  const lcm_loc loc = lcm_lower_loc(l, ast);
  snprintf(place, sizeof place, "%u.%u", loc.line, loc.column);
  const char *name = lcm_pointer_local(l, ast, place);
  lcm_pointer_set(l, name, ast);
  return name;
}

const char *lcm_lower_through(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *callee = lcm_pointer_bare(ast->first);
  const lcm_ast *param = callee ? param_of(callee) : NULL;
  return param ? param->name : callee ? pointer_of(l, callee) : NULL;
}

/* Return whether "ast" is written as a null pointer. */
static bool is_null(const struct lcm_lowering *l, const lcm_ast *ast) {
  return ast->kind == LCM_AST_LITERAL && ast->end <= l->len &&
         ast->end - ast->begin == 4 && !memcmp(l->text + ast->begin, "NULL", 4);
}

/* Return what the argument "argument" passes, as in the attribute `passes`;
 * NULL for no pointer to a function. */
static const char *passed(struct lcm_lowering *l, const lcm_ast *argument) {
  const lcm_ast *at = lcm_pointer_bare(argument);
  if (at->kind == LCM_AST_REF && at->is_function)
    return lcm_lower_key(l, at->name, at->is_static);
  if (is_null(l, at))
    return "0";
  if ((!at->is_action && !argument->is_action) || at->is_array)
    return NULL;
  const lcm_ast *param = param_of(at);
  const char *name = param ? param->name : pointer_of(l, at);
  return name ? lcm_arena_printf(lcm_ctx_arena(l->ctx), "*%s", name) : "?";
}

void lcm_lower_passes(struct lcm_lowering *l, lcm_node *node,
                      const lcm_ast *ast) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const lcm_ast *argument = ast->first ? ast->first->next : NULL;
  const char *list = NULL;
  for (unsigned i = 0; argument; argument = argument->next, i++) {
    const char *what = passed(l, argument);
    if (what)
      list = lcm_arena_printf(arena, "%s%s%u=%s", list ? list : "",
                              list ? ";" : "", i, what);
  }
  if (list)
    lcm_lower_attribute(l, node, "passes", list);
}
