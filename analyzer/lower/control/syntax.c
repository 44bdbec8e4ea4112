/* Questions about a piece of syntax that nothing else has to answer. */
#include <string.h>

#include "analyzer/lower/control/syntax.h"

bool lcm_loop_runs_once(const lcm_ast *ast) {
  const lcm_ast *cond = ast->last;
  return ast->kind == LCM_AST_DO && cond != ast->first &&
         cond->kind == LCM_AST_LITERAL && cond->is_zero;
}

const lcm_ast *lcm_outer_block(const lcm_ast *ast, const lcm_ast *home) {
  while (ast && ast != home && ast->kind == LCM_AST_COMPOUND && ast->parent) {
    const lcm_ast *around = ast->parent;
    if (around->kind == LCM_AST_DO && lcm_loop_runs_once(around))
      around = around->parent;
    if (!around || around->kind != LCM_AST_COMPOUND)
      break;
    ast = around;
  }
  return ast;
}

bool lcm_runs_always(const lcm_ast *ast) {
  const lcm_ast *at = ast;
  for (; at->parent && at->parent->kind != LCM_AST_COMPOUND; at = at->parent)
    if (lcm_ast_is_loop(at->parent) || at->parent->kind == LCM_AST_SWITCH ||
        (at->parent->kind == LCM_AST_IF && at != at->parent->first))
      return false;
  const lcm_ast *block = lcm_outer_block(at->parent, NULL);
  return block && block->parent && block->parent->kind == LCM_AST_FUNCTION;
}

bool lcm_call_is_project(const lcm_ast *ast) {
  return ast->kind == LCM_AST_CALL && ast->is_function && !ast->is_system &&
         ast->name && strncmp(ast->name, "__builtin", 9) != 0 &&
         strncmp(ast->name, "omp_", 4) != 0;
}

const lcm_ast *lcm_call_callback(const lcm_ast *ast) {
  const lcm_ast *argument = ast->first ? ast->first->next : NULL;
  if (ast->kind != LCM_AST_CALL || !ast->is_function || !ast->is_system)
    return NULL;
  for (; argument; argument = argument->next) {
    const lcm_ast *at =
        argument->kind == LCM_AST_ADDRESS ? argument->first : argument;
    if (at && at->kind == LCM_AST_REF && at->is_function && !at->is_system)
      return at;
  }
  return NULL;
}

bool lcm_asm_is_empty(const struct lcm_lowering *l, const lcm_ast *ast) {
  const char *quote =
      ast->end > ast->begin && ast->end <= l->len
          ? memchr(l->text + ast->begin, '"', ast->end - ast->begin)
          : NULL;
  return quote && quote[1] == '"';
}

const lcm_ast *lcm_syntax_arguments(const lcm_ast *ast) {
  return ast->first ? ast->first->next : NULL;
}

bool lcm_lower_is_statement(const lcm_ast *ast, const lcm_ast *child) {
  if (ast->kind == LCM_AST_DO)
    return child == ast->first;
  if (ast->kind == LCM_AST_IF)
    return child != ast->first;
  if (ast->kind == LCM_AST_FOR || ast->kind == LCM_AST_WHILE ||
      ast->kind == LCM_AST_SWITCH || ast->kind == LCM_AST_FUNCTION)
    return child == ast->last && child->kind != LCM_AST_PARAM;
  return ast->kind == LCM_AST_COMPOUND;
}

const lcm_ast *lcm_syntax_argument(const lcm_ast *ast, size_t i) {
  const lcm_ast *at = lcm_syntax_arguments(ast);
  while (at && i--)
    at = at->next;
  return at;
}

/* A collection of names, "text" being what is found so far. */
struct naming {
  struct lcm_lowering *l;
  const char *seen[4];
  size_t n;
  const char *text;
};

/* Add the variables that "ast" reads to "names". */
static void add_names(struct naming *names, const lcm_ast *ast) {
  enum { MOST = sizeof names->seen / sizeof *names->seen };
  const bool variable =
      ast->kind == LCM_AST_REF && !ast->is_function && ast->name;
  bool known = !variable || names->n == MOST;
  for (size_t i = 0; i < names->n; i++)
    known = known || names->seen[i] == ast->name;
  if (!known) {
    lcm_arena *arena = lcm_ctx_arena(names->l->ctx);
    names->seen[names->n++] = ast->name;
    names->text =
        names->text ? lcm_arena_printf(arena, "%s, %s", names->text, ast->name)
                    : ast->name;
  }
  for (const lcm_ast *child = ast->first; child; child = child->next)
    add_names(names, child);
}

const char *lcm_lower_reads(struct lcm_lowering *l, const lcm_ast *ast) {
  struct naming names = {.l = l};
  if (ast)
    add_names(&names, ast);
  return names.text;
}
