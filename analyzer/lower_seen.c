#include <ctype.h>
#include <string.h>

#include "analyzer/lower_internal.h"

/* What governs a piece of syntax.
 * region  the parallel construct around that is outermost, or NULL
 * pragma  a construct that stands before it, or before what is around; outer:
 *         what governs that
 * index   the variable of a loop that "pragma" divides, or NULL */
struct governed {
  const lcm_pragma *region;
  const lcm_pragma *pragma;
  const char *index;
  const struct governed *outer;
};

/* Return whether "name" is one of the names in "list". */
static bool is_in(const char *list, const char *name) {
  const size_t n = strlen(name);
  for (const char *at = strstr(list, name); at; at = strstr(at + 1, name))
    if ((at == list || (!isalnum((unsigned char)at[-1]) && at[-1] != '_')) &&
        !isalnum((unsigned char)at[n]) && at[n] != '_')
      return true;
  return false;
}

/* Return whether "pragma" gives each member or task a copy of "name" of which
 * nobody else hears. */
static bool copies(const lcm_pragma *pragma, const char *name) {
  for (size_t i = 0; i < pragma->n_clauses; i++) {
    const struct lcm_clause *clause = &pragma->clauses[i];
    if (clause->args &&
        (!strcmp(clause->name, "private") ||
         !strcmp(clause->name, "firstprivate") ||
         !strcmp(clause->name, "linear")) &&
        is_in(clause->args, name))
      return true;
  }
  return false;
}

/* Return whether "name" is another variable below "at" than outside. */
static bool is_copied(const struct governed *at, const char *name) {
  for (; at; at = at->outer)
    if ((at->pragma && copies(at->pragma, name)) || at->index == name)
      return true;
  return false;
}

/* Return the variable that the loop "ast" begins with, NULL for none. */
static const char *index_of(const lcm_ast *ast) {
  const lcm_ast *init = ast->kind == LCM_AST_FOR ? ast->first : NULL;
  return init && init->kind == LCM_AST_ASSIGN && init->first ? init->first->name
                                                             : NULL;
}

/* Return whether the iterations of a loop behind "pragma" are divided. */
static bool divides(const lcm_pragma *pragma) {
  return strstr(pragma->construct, "for") ||
         strstr(pragma->construct, "loop") ||
         strstr(pragma->construct, "distribute") ||
         strstr(pragma->construct, "simd");
}

static void walk(struct lcm_lowering *l, const lcm_ast *ast,
                 const struct governed *around);

/* Walk "ast", before which the pragmas from number "i" to before "end" stand.
 */
static void walk_governed(struct lcm_lowering *l, const lcm_ast *ast,
                          const struct governed *around, size_t i, size_t end) {
  struct governed here = {.outer = around};
  if (i == end) {
    walk(l, ast, around);
    return;
  }
  here.pragma = &l->pragmas.at[i];
  here.region = around ? around->region : NULL;
  if (!here.region && !here.pragma->standalone &&
      (strstr(here.pragma->construct, "parallel") ||
       strstr(here.pragma->construct, "teams")))
    here.region = here.pragma;
  here.index = divides(here.pragma) ? index_of(ast) : NULL;
  walk_governed(l, ast, &here, i + 1, end);
}

/* Note which variables of the function "ast" and what is below it, which is
 * "around", touch. */
static void walk(struct lcm_lowering *l, const lcm_ast *ast,
                 const struct governed *around) {
  unsigned from = ast->begin;
  struct lcm_local *local = ast->kind == LCM_AST_REF && around && around->region
                                ? lcm_lower_local_of(l, ast->key)
                                : NULL;
  if (local && local->begin < around->region->loc.begin && !local->is_seen)
    local->is_seen = !is_copied(around, local->name);
  for (const lcm_ast *child = ast->first; child; child = child->next) {
    const size_t i = lcm_lower_pragma(l, from);
    size_t end = i;
    while (end < l->pragmas.n && l->pragmas.at[end].loc.begin < child->begin)
      end++;
    walk_governed(l, child, around, i, end);
    from = child->end;
  }
}

void lcm_lower_seen(struct lcm_lowering *l, const lcm_ast *function) {
  const size_t first = lcm_lower_pragma(l, function->begin);
  if (first < l->pragmas.n && l->pragmas.at[first].loc.begin < function->end)
    walk(l, function, NULL);
}
