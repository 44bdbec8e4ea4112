/* Subscripts that macros make: `#define IJ(a, i, j) (a)[(i) + (j) * n]`. */
#include <ctype.h>
#include <string.h>

#include "analyzer/lower/control/step.h"
#include "analyzer/lower/values/index.h"
#include "analyzer/lower/values/names.h"

enum { MAX_GROUPS = 4 };

/* Return how many subscripts lie in the base of the subscript "ast" where "ast"
 * is one itself, made by the same macro, and of what that is a part of. */
static size_t depth_of(const lcm_ast *ast) {
  size_t n = 0;
  for (const lcm_ast *at = ast->first; at && at->begin == ast->begin;
       at = at->first)
    n += at->kind == LCM_AST_SUBSCRIPT;
  return n;
}

/* Return the outermost lvalue that "ast" is the base of, made by the same
 * macro. */
static const lcm_ast *top_of(const lcm_ast *ast) {
  const lcm_ast *up = ast->parent;
  while (up && up->first == ast && up->begin == ast->begin &&
         (up->kind == LCM_AST_SUBSCRIPT || up->kind == LCM_AST_MEMBER ||
          up->kind == LCM_AST_DEREF)) {
    ast = up;
    up = ast->parent;
  }
  return ast;
}

/* Put where the text behind each '[' of "text" that lies in no other begins
 * into "groups"; return how many there are, MAX_GROUPS + 1 for more. */
static size_t find_groups(const char *groups[MAX_GROUPS], const char *text) {
  size_t n = 0;
  int nesting = 0;
  for (; *text; text++) {
    if (*text == '"' || *text == '\'')
      return MAX_GROUPS + 1;
    if (*text == '[' && !nesting++) {
      if (n < MAX_GROUPS)
        groups[n] = text + 1;
      n++;
    }
    nesting -= *text == ']';
  }
  return n;
}

/* Return the index of the subscript "ast", before which "at" others stand in
 * its base; NULL where it is not known. */
static const lcm_expr *read_index(struct lcm_lowering *l, const lcm_ast *ast,
                                  size_t at) {
  const char *groups[MAX_GROUPS];
  const lcm_ast *top = top_of(ast);
  const size_t most = depth_of(top) + (top->kind == LCM_AST_SUBSCRIPT);
  const char *text =
      at < most && most <= MAX_GROUPS
          ? lcm_lower_expansion(l, ast->begin, lcm_lower_use_end(l, ast->begin))
          : NULL;
  if (!text || find_groups(groups, text) != most)
    return NULL;
  const size_t n = strcspn(groups[at], "[]");
  return groups[at][n] == ']'
             ? lcm_lower_clause(
                   l, lcm_arena_strndup(lcm_ctx_arena(l->ctx), groups[at], n))
             : NULL;
}

const lcm_expr *lcm_place_macro_index(struct lcm_collection *c,
                                      const lcm_ast *ast) {
  struct lcm_parsed *last = &c->l->parsing.last_index;
  const size_t at = depth_of(ast);
  if (last->begin != ast->begin || last->end != at + 1)
    *last = (struct lcm_parsed){ast->begin, at + 1, read_index(c->l, ast, at)};
  return lcm_place_settle(c, last->expr);
}
