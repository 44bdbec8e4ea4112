/* How long texts are: by what fills their arrays. */
#include "analyzer/lower/values/elements/length.h"

#include <string.h>

#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/cost/spelling.h"
#include "analyzer/lower/values/flow.h"
#include "analyzer/lower/values/names.h"

/* Callers are followed so far up. */
enum { CALLERS = 3 };

/* A text whose length is looked for. */
struct text {
  struct lcm_lowering *l;
  const char *key;     /* of its array, or the pointer to it */
  const lcm_expr *out; /* how long it is at most; NULL: not known so far */
};

/* Return "ast" without what only wraps it, and the array that it is the first
 * element of. */
static const lcm_ast *bare(const lcm_ast *ast) {
  while (ast->first && ast->first == ast->last && ast->kind == LCM_AST_OTHER)
    ast = ast->first;
  if (ast->kind == LCM_AST_ADDRESS && ast->first &&
      ast->first->kind == LCM_AST_SUBSCRIPT && ast->first->last->is_zero)
    return bare(ast->first->first);
  return ast;
}

/* Note that the text has as many bytes as "ast" says. */
static void note(struct text *t, const lcm_ast *ast) {
  struct lcm_lowering *l = t->l;
  const lcm_ast *of = ast;
  while (of && of->kind != LCM_AST_FUNCTION)
    of = of->parent;
  const lcm_expr *both[] = {lcm_spelling_number(l, ast), t->out};
  if (!both[0] && of == l->function)
    both[0] = lcm_lower_expr(l, ast->begin, ast->end);
  if (both[0])
    t->out = t->out && t->out != both[0]
                 ? lcm_expr_nary(l->ctx, LCM_X_MAX, both, 2)
                 : both[0];
}

/* Return whether "ast" is 0, which ends a text. */
static bool is_end(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_expr *value = lcm_spelling_number(l, ast);
  return value && lcm_expr_is_int(value, 0);
}

/* Look at the call "ast" of memset(). */
static void look_at_call(struct text *t, const lcm_ast *ast) {
  const lcm_ast *to = lcm_syntax_argument(ast, 0);
  const lcm_ast *by = lcm_syntax_argument(ast, 1);
  const lcm_ast *n = lcm_syntax_argument(ast, 2);
  if (to && by && n && ast->is_system && !strcmp(ast->name, "memset") &&
      bare(to)->key == t->key && !is_end(t->l, by))
    note(t, n);
}

/* Return what the index "key" of the loop "ast" is less than, NULL where it
 * says no such thing. */
static const lcm_ast *bound_of(const lcm_ast *ast, const char *key) {
  for (const lcm_ast *at = ast->first; at && at != ast->last; at = at->next)
    if (at->kind == LCM_AST_OTHER && at->first && at->first != at->last &&
        at->first->kind == LCM_AST_REF && at->first->key == key)
      return at->last;
  return NULL;
}

/* Look at what is put below "ast" into elements of the array. */
static void walk(struct text *t, const lcm_ast *ast) {
  const lcm_ast *to = ast->kind == LCM_AST_ASSIGN ? ast->first : NULL;
  if (to && to->next && to->kind == LCM_AST_SUBSCRIPT && to->size == 1 &&
      to->first->key == t->key && to->last->kind == LCM_AST_REF &&
      !is_end(t->l, to->next)) {
    const lcm_ast *loop = ast->parent;
    while (loop && !lcm_ast_is_loop(loop))
      loop = loop->parent;
    const lcm_ast *bound = loop && loop->kind == LCM_AST_FOR
                               ? bound_of(loop, to->last->key)
                               : NULL;
    if (bound)
      note(t, bound);
  }
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (at->holds & LCM_AST_HOLDS_CHANGE)
      walk(t, at);
}

/* As lcm_text_length, where so many "callers" may be asked. */
static const lcm_expr *length(struct lcm_lowering *l, const lcm_ast *ast,
                              unsigned callers);

/* Return the length of the longest text that the file gives the parameter
 * "key" of the function "of". */
static const lcm_expr *given(struct lcm_lowering *l, const lcm_ast *of,
                             const char *key, unsigned callers) {
  const lcm_expr *out = NULL;
  double number = 0;
  size_t i = 0;
  const lcm_ast *param = of->first;
  while (param && param->key != key) {
    i += param->kind == LCM_AST_PARAM;
    param = param->next;
  }
  for (size_t k = 0; k < l->syntax->calls.n; k++) {
    const lcm_ast *call = l->syntax->calls.at[k].call;
    const lcm_ast *arg =
        call->name == of->name ? lcm_syntax_argument(call, i) : NULL;
    const lcm_expr *both[] = {arg ? length(l, arg, callers - 1) : NULL, out};
    if (both[0] && lcm_expr_is_number(both[0], &number))
      out = out ? lcm_expr_nary(l->ctx, LCM_X_MAX, both, 2) : both[0];
  }
  return out;
}

static const lcm_expr *length(struct lcm_lowering *l, const lcm_ast *ast,
                              unsigned callers) {
  const char *call =
      lcm_arena_printf(lcm_ctx_arena(l->ctx), "strlen(%.*s)",
                       (int)(ast->end - ast->begin), l->text + ast->begin);
  const lcm_expr *said = ast->end <= l->len ? lcm_lower_clause(l, call) : NULL;
  const lcm_ast *place = bare(ast);
  if (said || place->kind != LCM_AST_REF || !place->key)
    return said;
  struct text t = {.l = l, .key = place->key};
  for (size_t k = 0; k < l->syntax->calls.n; k++)
    if (l->syntax->calls.at[k].call->name)
      look_at_call(&t, l->syntax->calls.at[k].call);
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION)
      walk(&t, top);
  const lcm_ast *owner = t.out ? NULL : lcm_flow_owner(l, place->key);
  return owner && callers ? given(l, owner, place->key, callers) : t.out;
}

const lcm_expr *lcm_text_length(struct lcm_lowering *l, const lcm_ast *ast) {
  return length(l, ast, CALLERS);
}
