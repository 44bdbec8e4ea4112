/* What variables hold before loops whose end hangs on them. */
#include "analyzer/lower/cost/law/start.h"

#include "analyzer/lower/control/header/counter.h"
#include "analyzer/lower/control/header/header.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/value.h"

const lcm_ast *lcm_start_change(const lcm_ast *ast, const char *name) {
  const lcm_ast *found = NULL;
  if ((ast->kind == LCM_AST_ASSIGN || ast->kind == LCM_AST_UPDATE) &&
      ast->first && ast->first->kind == LCM_AST_REF && ast->first->name == name)
    return ast;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = lcm_start_change(at, name);
  return found;
}

const lcm_ast *lcm_start_in_header(struct lcm_lowering *l, const lcm_ast *loop,
                                   const char *name) {
  struct lcm_header h;
  if (loop->kind != LCM_AST_FOR || !lcm_header_read(&h, l, loop) || !h.raw)
    return NULL;
  for (const lcm_ast *at = loop->first; at != loop->last; at = at->next) {
    if (lcm_header_part(&h, loop, at) != 0)
      continue;
    const lcm_ast *set = lcm_start_change(at, name);
    for (const lcm_ast *var = at->first; var && !set; var = var->next)
      set = var->kind == LCM_AST_VAR && var->name == name ? var : NULL;
    return set;
  }
  return NULL;
}

/* Return whether a caller may know what "ast", its argument, is worth: it is
 * made of variables and numbers, and not reduced to a few bits. */
static bool is_plain(const lcm_ast *ast) {
  enum { WIDE = 63 };
  const bool wide = (ast->range & LCM_RANGE_BITS) >= WIDE ||
                    !(ast->range & LCM_RANGE_NATURAL);
  if (ast->kind == LCM_AST_REF || ast->kind == LCM_AST_LITERAL)
    return !ast->is_pointer && !ast->is_array;
  if (ast->kind != LCM_AST_OTHER || ast->op == LCM_AST_OP_BITS ||
      ast->op == LCM_AST_OP_REST || (ast->op == LCM_AST_OP_MUL && !wide))
    return false;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (!is_plain(at))
      return false;
  return ast->first;
}

/* Return whether all calls of the function at hand in the file give its
 * parameter "name" a value that may be known; true for other variables. */
static bool is_passed(struct lcm_lowering *l, const char *name) {
  size_t i = 0;
  const lcm_ast *at = l->function ? l->function->first : NULL;
  for (; at && at->kind == LCM_AST_PARAM && at->name != name; at = at->next)
    i++;
  if (!at || at->kind != LCM_AST_PARAM)
    return true;
  for (size_t k = 0; k < l->syntax->calls.n; k++) {
    const lcm_ast *call = l->syntax->calls.at[k].call;
    const lcm_ast *given = call->name == l->function->name ? call->first : NULL;
    for (size_t n = 0; given && n <= i; n++)
      given = given->next;
    if (given && !is_plain(given))
      return false;
  }
  return true;
}

const lcm_expr *lcm_start_of(struct lcm_lowering *l, const lcm_ast *loop,
                             const lcm_ast *ref, bool changed) {
  const char *const *names = NULL;
  const lcm_ast *set = lcm_start_in_header(l, loop, ref->name);
  const lcm_expr *start = set       ? lcm_lower_value(l, set)
                          : changed ? lcm_counter_start(l, loop, ref->name)
                                    : lcm_lower_expr(l, ref->begin, ref->end);
  const size_t n = start ? lcm_expr_names(&names, l->ctx, start) : 0;
  for (size_t i = 0; i < n; i++) {
    const char *plain = lcm_name_plain(names[i]);
    if (!is_passed(l, lcm_intern(l->ctx, plain)))
      return NULL;
  }
  return start;
}
