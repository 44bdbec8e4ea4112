/* Whether a program can do without what it reads from its arguments. */
#include <limits.h>

#include "analyzer/lower/arguments/need.h"

/* Return whether something in "ast" between the offsets "from" and "to" is a
 * reference to "key". */
static bool refers(const lcm_ast *ast, const char *key, unsigned from,
                   unsigned to) {
  if (ast->begin >= to || ast->end <= from)
    return false;
  if (ast->kind == LCM_AST_REF && ast->key == key && ast->begin >= from)
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (refers(at, key, from, to))
      return true;
  return false;
}

/* Return the function around "ast". */
static const lcm_ast *function_around(const lcm_ast *ast) {
  while (ast && ast->kind != LCM_AST_FUNCTION)
    ast = ast->parent;
  return ast;
}

/* Return the declaration of the variable "key" in "ast", NULL for none. */
static const lcm_ast *declaration(const lcm_ast *ast, const char *key) {
  const lcm_ast *found =
      ast->kind == LCM_AST_VAR && ast->key == key ? ast : NULL;
  if (!(ast->holds & LCM_AST_HOLDS_VARIABLE))
    return found;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = declaration(at, key);
  return found;
}

/* Return whether the variable "key" holds nothing before "need", nor behind the
 * arm that is taken, and is used behind it. */
static bool is_unset(const struct lcm_need *need, const char *key) {
  const lcm_ast *function = function_around(need->branch);
  const lcm_ast *var = function ? declaration(function, key) : NULL;
  return var && !var->first && !var->is_static && !var->is_array &&
         !var->is_record && !refers(function, key, 0, need->branch->begin) &&
         refers(function, key, need->branch->end, UINT_MAX) &&
         !(need->taken && refers(need->taken, key, 0, UINT_MAX));
}

/* Return whether "ast" reads arguments into a variable that is unset. */
static bool sets_unset(const struct lcm_need *need, const lcm_ast *ast) {
  const lcm_ast *target = ast->first;
  const bool sets = lcm_ast_is_change(ast) && target && target->key &&
                    target->kind == LCM_AST_REF;
  if (sets && target->next && refers(target->next, need->vector, 0, UINT_MAX) &&
      is_unset(need, target->key))
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (sets_unset(need, at))
      return true;
  return false;
}

/* Return the jump that the statement "ast" always ends with, NULL for none. */
static const lcm_ast *last_jump(const lcm_ast *ast) {
  while (ast && ast->kind == LCM_AST_COMPOUND)
    ast = ast->last;
  return ast && (ast->kind == LCM_AST_GOTO || ast->kind == LCM_AST_BREAK)
             ? ast
             : NULL;
}

/* Return whether "ast" is where "jump", which stands before it or in it, goes
 * on behind or at. */
static bool is_landing(const lcm_ast *ast, const lcm_ast *jump) {
  return jump->kind == LCM_AST_GOTO
             ? ast->kind == LCM_AST_LABEL && ast->name == jump->name
             : lcm_ast_is_loop(ast) || ast->kind == LCM_AST_SWITCH;
}

/* Return whether statements that "jump" passes over, behind the branch of
 * "need", read arguments into a variable that is unset. */
static bool passes_over(const struct lcm_need *need, const lcm_ast *jump) {
  bool found = false;
  for (const lcm_ast *around = need->branch;
       around && around->kind != LCM_AST_FUNCTION; around = around->parent) {
    if (around != need->branch && is_landing(around, jump))
      return jump->kind == LCM_AST_BREAK && around->kind == LCM_AST_DO && found;
    for (const lcm_ast *at = around->next; at; at = at->next) {
      if (jump->kind == LCM_AST_GOTO && is_landing(at, jump))
        return found;
      found = found || sets_unset(need, at);
    }
  }
  return false;
}

bool lcm_need_is_there(const struct lcm_need *need) {
  const lcm_ast *jump = last_jump(need->taken);
  return (need->other && sets_unset(need, need->other)) ||
         (jump && passes_over(need, jump));
}
