/* What is wrong in entries of chares. */
#include <string.h>

#include "analyzer/lower/chares/chare_check.h"
#include "analyzer/lower/chares/chare_reach.h"
#include "analyzer/lower/control/node.h"

/* Return whether the `for` "ast" has no condition: `for (;;)`. */
static bool lacks_condition(const struct lcm_lowering *l, const lcm_ast *ast) {
  const char *end = l->text + (ast->end < l->len ? ast->end : l->len);
  const char *at = l->text + ast->begin;
  at = at < end ? memchr(at, ';', (size_t)(end - at)) : NULL;
  for (at = at ? at + 1 : end; at < end && strchr(" \t\r\n", *at); at++)
    ;
  return at < end && *at == ';';
}

/* Return whether the loop "ast" never ends: nothing leaves it. */
static bool is_endless(const struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *cond = ast->kind == LCM_AST_DO ? ast->last : ast->first;
  const lcm_ast *body = ast->kind == LCM_AST_DO ? ast->first : ast->last;
  const bool always = ast->kind == LCM_AST_FOR
                          ? lacks_condition(l, ast)
                          : cond && cond->kind == LCM_AST_LITERAL &&
                                cond != body && !cond->is_zero;
  return always && body && !lcm_leave_ways(body, LCM_LEAVE_LOOP);
}

/* Return the first loop in or below "ast" that never ends, or NULL. */
static const lcm_ast *endless_in(const struct lcm_lowering *l,
                                 const lcm_ast *ast) {
  const lcm_ast *found = NULL;
  if (lcm_ast_is_loop(ast) && is_endless(l, ast))
    return ast;
  if (!(ast->holds & LCM_AST_HOLDS_LOOP) && ast->kind != LCM_AST_FUNCTION)
    return NULL;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = endless_in(l, at);
  return found;
}

void lcm_chare_check(struct lcm_lowering *l) {
  const size_t n = l->chares ? l->chares->entries.n : 0;
  for (const lcm_ast *top = l->syntax->top; n && top; top = top->next) {
    size_t known = 0;
    const lcm_ast *loop =
        top->kind == LCM_AST_FUNCTION &&
                lcm_map_get(&l->chares->within, top->name, &known)
            ? endless_in(l, top)
            : NULL;
    for (size_t i = 0; loop && i < n; i++) {
      const struct lcm_chare_entry *entry = &l->chares->entries.at[i];
      if (!lcm_chare_calls(l, entry->defined, top))
        continue;
      lcm_report(l->ctx, LCM_DIAG_ENDLESS_ENTRY, lcm_lower_loc(l, loop),
                 "%s does not end: nothing leaves this loop, and meanwhile its "
                 "processor takes no other message",
                 entry->name);
      l->status = LCM_EPARSE;
      loop = NULL;
    }
  }
}
