/* Assignments to variables whose values are followed, as LETs. */
#include "analyzer/lower/control/let.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/mpi/mpi_call.h"
#include "analyzer/lower/values/condition.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/numbers.h"
#include "analyzer/lower/values/value.h"

lcm_node *lcm_lower_let(struct lcm_lowering *l, const lcm_ast *at,
                        const char *name, const lcm_expr *value) {
  const struct lcm_local *local = lcm_lower_local(l, name);
  double number = 0;
  if (!value || !local || local->unstable || local->changed ||
      (lcm_lower_is_given(l, name) && lcm_expr_is_number(value, &number)))
    return NULL;
  lcm_node *node = lcm_lower_node(l, LCM_NODE_LET, at);
  node->u.let = (struct lcm_assign){lcm_lower_name(l, name), value};
  return node;
}

void lcm_let_declare(struct lcm_lowering *l, lcm_node_list *nodes,
                     const lcm_ast *ast) {
  for (const lcm_ast *var = ast->first; var; var = var->next) {
    if (var->kind == LCM_AST_VAR && var->is_array)
      lcm_numbers_declare(l, nodes, var);
    if (var->kind != LCM_AST_VAR || var->is_pointer)
      continue;
    lcm_node *node = lcm_lower_let(l, var, var->name, lcm_lower_value(l, var));
    if (node && !lcm_expr_has(node->u.let.value, node->u.let.name))
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
  }
}

/* Return the assignment to a variable or an element that "ast" is, or is the
 * only branch of; NULL otherwise. */
static const lcm_ast *assignment_in(const lcm_ast *ast) {
  if (ast->kind == LCM_AST_IF && ast->first && ast->first->next == ast->last)
    ast = ast->last;
  if (ast->kind == LCM_AST_COMPOUND && ast->first == ast->last && ast->first)
    ast = ast->first;
  return ast->kind == LCM_AST_ASSIGN && ast->first &&
                 (ast->first->kind == LCM_AST_REF ||
                  ast->first->kind == LCM_AST_SUBSCRIPT)
             ? ast
             : NULL;
}

void lcm_let_assign(struct lcm_lowering *l, lcm_node_list *nodes,
                    const lcm_ast *ast) {
  const lcm_ast *assign = assignment_in(ast);
  if (!assign)
    return;
  if (assign->first->kind == LCM_AST_SUBSCRIPT) {
    (void)lcm_numbers_assign(l, nodes, ast, assign,
                             assign == ast || !l->globals.grids
                                 ? NULL
                                 : lcm_lower_condition(l, ast));
    return;
  }
  const char *name = assign->first->name;
  const lcm_expr *value = lcm_lower_value(l, assign);
  if (assign != ast && ast->kind == LCM_AST_IF)
    value = lcm_expr_if(
        l->ctx, lcm_lower_condition(l, ast), value,
        lcm_expr_symbol(l->ctx, lcm_lower_name(l, name), LCM_DIM_NONE));
  lcm_node *node = lcm_lower_let(l, ast, name, value);
  if (node)
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
}

void lcm_let_codes(struct lcm_lowering *l, lcm_node_list *nodes,
                   const lcm_ast *ast) {
  const lcm_ast *at = ast->kind == LCM_AST_DECLSTMT ? ast->first : ast;
  for (; at; at = ast->kind == LCM_AST_DECLSTMT ? at->next : NULL) {
    const bool sets =
        at->kind == LCM_AST_VAR || (at->kind == LCM_AST_ASSIGN && at->first &&
                                    at->first->kind == LCM_AST_REF);
    if (!sets || !at->last || at->last->kind != LCM_AST_CALL ||
        !lcm_call_mpi(l, at->last))
      continue;
    lcm_node *node = lcm_lower_let(
        l, at, at->kind == LCM_AST_VAR ? at->name : at->first->name,
        lcm_lower_value(l, at));
    if (node)
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
  }
}
