/* Assignments to a place of what it holds, where the text of the place is more
 * than a name and subscripts. */
#include "analyzer/lower/access/itself.h"

#include <string.h>

/* Return whether "ast" and "other" are the same text. */
static bool is_same(const struct lcm_lowering *l, const lcm_ast *ast,
                    const lcm_ast *other) {
  const size_t n = ast->end - ast->begin;
  return n && ast->end <= l->len && other->end <= l->len &&
         n == other->end - other->begin &&
         !memcmp(l->text + ast->begin, l->text + other->begin, n);
}

/* Return whether "ast" is a sum or the like of which "place" is an operand. */
static bool is_made_of(const struct lcm_lowering *l, const lcm_ast *ast,
                       const lcm_ast *place) {
  while (ast && ast->kind == LCM_AST_OTHER && ast->first &&
         ast->first == ast->last)
    ast = ast->first;
  return ast && ast->kind == LCM_AST_OTHER && ast->first &&
         ast->first->next == ast->last &&
         (is_same(l, ast->first, place) || is_same(l, ast->last, place));
}

/* Return whether "ast" or something below it combines "section" so. */
static bool combines(const struct lcm_lowering *l, const lcm_section *section,
                     const lcm_ast *ast) {
  const lcm_ast *place = ast->first;
  const bool changes =
      ast->kind == LCM_AST_UPDATE || ast->kind == LCM_AST_ASSIGN;
  if (changes && place && place->kind == LCM_AST_DEREF && place->first &&
      place->first->kind != LCM_AST_REF && place->begin == section->loc.begin)
    return ast->kind == LCM_AST_UPDATE || is_made_of(l, ast->last, place);
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (combines(l, section, at))
      return true;
  return false;
}

bool lcm_itself_combines(const struct lcm_lowering *l,
                         const lcm_section *section, const lcm_ast *first,
                         const lcm_ast *last) {
  for (const lcm_ast *ast = first; ast; ast = ast == last ? NULL : ast->next)
    if (combines(l, section, ast))
      return true;
  return false;
}
