/* Trial division: loops that a divisor ends. */
#include <ctype.h>
#include <string.h>

#include "analyzer/lower/cost/trial.h"
#include "base/find.h"

/* Return the innermost loop around "ast", NULL for none. */
static const lcm_ast *loop_around(const lcm_ast *ast) {
  const lcm_ast *at = ast->parent;
  while (at && !lcm_ast_is_loop(at))
    at = at->parent;
  return at;
}

/* Return the remainder of two variables that "ast" compares with 0, NULL where
 * it is something else. */
static const lcm_ast *rest_of(const struct lcm_lowering *l,
                              const lcm_ast *ast) {
  const lcm_ast *rest = ast;
  while (rest && !(rest->kind == LCM_AST_OTHER && rest->op == LCM_AST_OP_REST))
    rest = rest->kind == LCM_AST_OTHER ? rest->first : NULL;
  if (!rest || ast->end > l->len || rest->first->kind != LCM_AST_REF ||
      rest->last->kind != LCM_AST_REF)
    return NULL;
  const bool no = l->text[ast->begin] == '!';
  size_t end = ast->end;
  while (end > rest->end && isspace((unsigned char)l->text[end - 1]))
    end--;
  const char *equals = l->text + rest->end;
  const size_t n = end - rest->end;
  return no || (n > 2 && lcm_find(equals, n, "==") && equals[n - 1] == '0')
             ? rest
             : NULL;
}

/* Return whether something in and below "ast" changes or declares the variable
 * "name". */
static bool sets(const lcm_ast *ast, const char *name) {
  if (ast->name == name && ast->kind == LCM_AST_VAR)
    return true;
  if (ast->first && ast->first->name == name &&
      (ast->kind == LCM_AST_ASSIGN || ast->kind == LCM_AST_UPDATE))
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (sets(at, name))
      return true;
  return false;
}

/* Return whether the variable "ref" is another number in each execution of the
 * loop "loop": a loop around changes it, or calls the function that it is a
 * parameter of. */
static bool varies(const struct lcm_lowering *l, const lcm_ast *loop,
                   const lcm_ast *ref) {
  const lcm_ast *outer = loop_around(loop);
  const lcm_ast *of = loop;
  for (; outer; outer = loop_around(outer))
    if (sets(outer, ref->name))
      return true;
  while (of && of->kind != LCM_AST_FUNCTION)
    of = of->parent;
  const lcm_ast *param = of ? of->first : NULL;
  while (param && !(param->kind == LCM_AST_PARAM && param->key == ref->key))
    param = param->next;
  for (size_t i = 0; param && i < l->syntax->calls.n; i++)
    if (l->syntax->calls.at[i].call->name == of->name &&
        loop_around(l->syntax->calls.at[i].call))
      return true;
  return false;
}

bool lcm_trial_is(const struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *rest = ast->first ? rest_of(l, ast->first) : NULL;
  const lcm_ast *loop = rest ? loop_around(ast) : NULL;
  return loop && sets(loop, rest->last->name) &&
         !sets(loop, rest->first->name) && varies(l, loop, rest->first);
}

/* Return whether such an `if` is in and below "ast", but in no loop there. */
static const lcm_ast *trial_in(const struct lcm_lowering *l,
                               const lcm_ast *ast) {
  const lcm_ast *found = NULL;
  if (ast->kind == LCM_AST_IF && lcm_trial_is(l, ast))
    return ast;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    if (!lcm_ast_is_loop(at))
      found = trial_in(l, at);
  return found;
}

/* Return whether the loop "loop" ends at a root: its header speaks of one, or
 * squares what it counts by, "name". */
static bool ends_at_root(const struct lcm_lowering *l, const lcm_ast *loop,
                         const char *name) {
  const lcm_ast *body = loop->kind == LCM_AST_DO ? loop->first : loop->last;
  const size_t n = body->begin > loop->begin ? body->begin - loop->begin : 0;
  const char *at = l->text + loop->begin;
  const size_t len = strlen(name);
  if (n && lcm_find(at, n, "sqrt"))
    return true;
  for (size_t i = 0; i + len < n; i++) {
    size_t k = i + len;
    if (memcmp(at + i, name, len) != 0)
      continue;
    while (k < n && isspace((unsigned char)at[k]))
      k++;
    if (k < n && (at[k] == '*' || at[k] == '/'))
      return true;
  }
  return false;
}

const lcm_expr *lcm_trial_rounds(struct lcm_lowering *l, const lcm_ast *loop,
                                 const lcm_expr *last, const lcm_expr *all) {
  lcm_ctx *ctx = l->ctx;
  const lcm_ast *found = trial_in(l, loop);
  if (!found)
    return NULL;
  const lcm_ast *d = rest_of(l, found->first)->last;
  const lcm_expr *one = lcm_expr_int(ctx, 1);
  const lcm_expr *floor[] = {last, lcm_expr_int(ctx, 2)};
  const lcm_expr *most = lcm_expr_nary(ctx, LCM_X_MAX, floor, 2);
  const lcm_expr *log = lcm_expr_apply(ctx, LCM_X_LOG, most);
  const lcm_expr *tried =
      lcm_expr_mul(ctx, lcm_expr_div(ctx, most, log),
                   lcm_expr_add(ctx, one, lcm_expr_div(ctx, one, log)));
  if (ends_at_root(l, loop, d->name))
    tried = lcm_expr_mul(ctx, lcm_expr_ratio(ctx, 561, 1000), tried);
  const lcm_expr *both[] = {all, tried};
  return all ? lcm_expr_nary(ctx, LCM_X_MIN, both, 2) : NULL;
}
