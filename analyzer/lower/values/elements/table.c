/* Arrays of whole numbers that nothing changes. */
#include "analyzer/lower/values/elements/table.h"

#include <ctype.h>
#include <string.h>

#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/values/local.h"

/* Return the declaration of the variable "key" in or below "ast", NULL for
 * none. */
static const lcm_ast *declaration_in(const lcm_ast *ast, const char *key) {
  const lcm_ast *found =
      ast->kind == LCM_AST_VAR && ast->key == key ? ast : NULL;
  if (!(ast->holds & LCM_AST_HOLDS_VARIABLE))
    return found;
  for (const lcm_ast *at = ast->first; at && !found; at = at->next)
    found = declaration_in(at, key);
  return found;
}

/* Return whether "word" is among the words of the declaration "ast" before its
 * first bracket or brace. */
static bool says(const struct lcm_lowering *l, const lcm_ast *ast,
                 const char *word) {
  const size_t n = strlen(word);
  size_t at = ast->begin;
  while (at < ast->end && at < l->len && !strchr("[{=", l->text[at])) {
    const size_t from = at;
    while (at < ast->end &&
           (isalnum((unsigned char)l->text[at]) || l->text[at] == '_'))
      at++;
    if (at - from == n && !memcmp(l->text + from, word, n))
      return true;
    at += at == from;
  }
  return false;
}

static bool is_only_read(const struct lcm_lowering *l, const lcm_ast *ast,
                         const char *key, unsigned deep);

/* Return whether the function of the file that the call "call" is of only reads
 * what its argument "ast" points to, by calls "deep" in one another. */
static bool is_read_by(const struct lcm_lowering *l, const lcm_ast *call,
                       const lcm_ast *ast, unsigned deep) {
  enum { MOST_DEEP = 4 };
  const lcm_ast *top = l->syntax->top;
  const lcm_ast *given = lcm_syntax_arguments(call);
  while (top && !(top->kind == LCM_AST_FUNCTION && call->is_function &&
                  call->name && top->name == call->name))
    top = top->next;
  const lcm_ast *param = top && deep < MOST_DEEP ? top->first : NULL;
  while (given && param && given != ast) {
    given = given->next;
    param = param->next;
  }
  return given == ast && param && param->kind == LCM_AST_PARAM && param->key &&
         is_only_read(l, top, param->key, deep + 1);
}

/* Return whether "ast", a reference to an array or a pointer to it, only reads
 * an element of it or its size. */
static bool is_read(const struct lcm_lowering *l, const lcm_ast *ast,
                    unsigned deep) {
  const lcm_ast *at = ast->parent;
  for (const lcm_ast *in = at; in && in->kind != LCM_AST_COMPOUND;
       in = in->parent)
    if (in->kind == LCM_AST_SIZEOF)
      return true;
  if (at && at->kind == LCM_AST_CALL && at->first != ast)
    return is_read_by(l, at, ast, deep);
  if (!at || at->kind != LCM_AST_SUBSCRIPT || at->first != ast)
    return false;
  const lcm_ast *above = at->parent;
  return !above || !lcm_ast_is_change(above) || above->first != at;
}

/* Return whether everything in and below "ast" that refers to the array "key"
 * only reads it. */
static bool is_only_read(const struct lcm_lowering *l, const lcm_ast *ast,
                         const char *key, unsigned deep) {
  if (ast->kind == LCM_AST_REF && ast->key == key)
    return is_read(l, ast, deep);
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (!is_only_read(l, at, key, deep))
      return false;
  return true;
}

/* Return whether nothing changes the array that "ast" declares, at file scope
 * or in the function that is lowered. */
static bool is_steady(const struct lcm_lowering *l, const lcm_ast *ast,
                      bool local) {
  if (says(l, ast, "volatile"))
    return false;
  if (says(l, ast, "const"))
    return true;
  if (local)
    return is_only_read(l, l->function, ast->key, 0);
  if (!says(l, ast, "static"))
    return false;
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    if (top != ast && !is_only_read(l, top, ast->key, 0))
      return false;
  return l->syntax->n_beside <= 1;
}

size_t lcm_table_length(const lcm_ast *ast) {
  const long long *sizes = ast->sizes;
  return sizes && sizes[0] > 0 && sizes[1] > 0 && sizes[1] <= 8 && !sizes[2]
             ? (size_t)(sizes[0] / sizes[1])
             : 0;
}

const lcm_ast *lcm_table_of(struct lcm_lowering *l, const char *name) {
  enum { NONE = 1 };
  size_t found = 0;
  const lcm_ast *ast = NULL;
  const struct lcm_local *local = lcm_lower_local(l, name);
  if (!l->function || strpbrk(name, ".[") || (local && local->is_param))
    return NULL;
  if (!local && lcm_map_get(&l->globals.declarations, name, &found))
    ast = (const lcm_ast *)(uintptr_t)found;
  const char *key = local ? local->key : ast ? ast->key : NULL;
  if (!key)
    return NULL;
  if (lcm_map_get(&l->globals.tables, key, &found))
    return found == NONE ? NULL : (const lcm_ast *)(uintptr_t)found;
  if (local)
    ast = declaration_in(l->function, key);
  const bool array = ast && lcm_table_length(ast) && is_steady(l, ast, local);
  lcm_map_put(lcm_ctx_arena(l->ctx), &l->globals.tables, key,
              array ? (size_t)(uintptr_t)ast : NONE);
  return array ? ast : NULL;
}
