/* Tables of functions that nothing changes: which function a call of one of
 * their entries is of, `table[1].run()`. */
#include <string.h>

#include "analyzer/lower/access/table.h"
#include "analyzer/lower/members/variable.h"
#include "analyzer/lower/values/pointer_name.h"
#include "base/find.h"

/* The tables of a file. */
struct tables {
  struct lcm_lowering *l;
  lcm_map all; /* from keys to what declares them; 1: something changes it */
};

/* Return the variable that "ast" is an entry, member or part of, NULL where it
 * is none. */
static const lcm_ast *base_of(const lcm_ast *ast) {
  while (ast && (ast->kind == LCM_AST_MEMBER || ast->kind == LCM_AST_SUBSCRIPT))
    ast = ast->first;
  return ast && ast->kind == LCM_AST_REF ? ast : NULL;
}

/* Return whether the table "ref" is used for one entry of it alone. */
static bool is_read(const lcm_ast *ref) {
  const lcm_ast *at = ref;
  while (at->parent && at->parent->first == at &&
         (at->parent->kind == LCM_AST_MEMBER ||
          (at->parent->kind == LCM_AST_SUBSCRIPT && at->is_array)))
    at = at->parent;
  if (at->parent->kind == LCM_AST_SIZEOF)
    return true;
  return !at->is_array && !at->is_record &&
         !(lcm_ast_is_change(at->parent) && at->parent->first == at);
}

/* Note which tables are used otherwise in and below "ast". */
static void find_changes(struct tables *t, const lcm_ast *ast) {
  size_t known = 0;
  if (ast->kind == LCM_AST_REF && ast->key &&
      lcm_map_get(&t->all, ast->key, &known) && !is_read(ast))
    lcm_map_put(lcm_ctx_arena(t->l->ctx), &t->all, ast->key, 1);
  for (const lcm_ast *at = ast->first; at; at = at->next)
    find_changes(t, at);
}

/* Put the part of the source that says what "ast", an entry of the table "top"
 * or a part of that, begins with into "*begin" and "*end"; return whether it is
 * known. */
static bool find_entry(struct tables *t, const lcm_ast *top, const lcm_ast *ast,
                       unsigned *begin, unsigned *end) {
  if (ast->kind == LCM_AST_REF) {
    *begin = top->begin;
    *end = top->end;
    return true;
  }
  const char *name = lcm_variable_part(t->l, ast);
  if (!name || !find_entry(t, top, ast->first, begin, end))
    return false;
  const struct lcm_record_note *note =
      lcm_variable_begin(t->l, name, *begin, *end);
  if (!note || note->event != LCM_RECORD_BEGINS)
    return false;
  *begin = note->begin;
  *end = note->end;
  return true;
}

/* Return the function whose name stands from "begin" to "end", NULL where
 * something else does. */
static const lcm_ast *function_at(const struct lcm_lowering *l, unsigned begin,
                                  unsigned end) {
  if (end > l->len || begin >= end)
    return NULL;
  begin += l->text[begin] == '&';
  const char *name = lcm_intern_n(l->ctx, l->text + begin, end - begin);
  if (l->syntax->macros.find &&
      l->syntax->macros.find(l->syntax->macros.user, name))
    return NULL;
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION && top->name == name)
      return top;
  return NULL;
}

/* Let the call "ast" be one of "function". */
static void settle(lcm_ast *ast, const lcm_ast *function) {
  ast->name = function->name;
  ast->key = function->key;
  ast->is_function = true;
  ast->is_static = function->is_static;
}

/* Return whether a comment before the statement of the call "ast" may say what
 * it is of. */
static bool is_said(const struct lcm_lowering *l, const lcm_ast *ast) {
  while (ast->parent && ast->parent->kind != LCM_AST_COMPOUND)
    ast = ast->parent;
  const lcm_ast *before = ast->parent ? ast->parent->first : NULL;
  unsigned from = ast->parent ? ast->parent->begin : 0;
  for (; before && before != ast; before = before->next)
    from = before->end;
  return from > ast->begin || ast->begin > l->len ||
         lcm_find(l->text + from, ast->begin - from, "lcm:");
}

/* Find what calls in and below "ast" are of. */
static void settle_calls(struct tables *t, lcm_ast *ast) {
  size_t found = 0;
  unsigned begin = 0;
  unsigned end = 0;
  if (!(ast->holds & LCM_AST_HOLDS_CALL) && ast->kind != LCM_AST_FUNCTION)
    return;
  for (lcm_ast *at = ast->first; at; at = at->next)
    settle_calls(t, at);
  if (ast->kind != LCM_AST_CALL || ast->is_function || !ast->first)
    return;
  const lcm_ast *callee = lcm_pointer_bare(ast->first);
  const lcm_ast *base = base_of(callee);
  if (!base || !base->key || !lcm_map_get(&t->all, base->key, &found) ||
      found == 1 || is_said(t->l, ast))
    return;
  const lcm_ast *top = (const lcm_ast *)(uintptr_t)found;
  const lcm_ast *function = find_entry(t, top, callee, &begin, &end)
                                ? function_at(t->l, begin, end)
                                : NULL;
  if (function)
    settle(ast, function);
}

void lcm_tables_settle(struct lcm_lowering *l) {
  struct tables t = {.l = l};
  for (size_t i = 0; i < l->syntax->actions.n; i++) {
    const lcm_ast *top = l->syntax->actions.at[i];
    if (top->kind == LCM_AST_DECLARATION && top->key && !top->is_extern &&
        (top->is_array || top->is_record) &&
        (top->is_static || l->options->alone))
      lcm_map_put(lcm_ctx_arena(l->ctx), &t.all, top->key,
                  (size_t)(uintptr_t)top);
  }
  if (!t.all.n || l->options->n_sidecars)
    return;
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION)
      find_changes(&t, top);
  for (lcm_ast *top = l->syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION)
      settle_calls(&t, top);
}
