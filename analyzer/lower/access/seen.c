/* The variables that parallel regions touch behind their declaration. */
#include <ctype.h>
#include <string.h>

#include "analyzer/lower/access/seen.h"
#include "analyzer/lower/control/anchor.h"
#include "analyzer/lower/control/order.h"
#include "analyzer/lower/values/local.h"

/* What governs a piece of syntax. */
struct governed {
  /* the parallel construct around that is outermost, or NULL */
  const lcm_pragma *region;
  /* a construct that stands before it, or before what is around */
  const lcm_pragma *pragma;
  /* the variable of a loop that "pragma" divides, or that edits may make
   * parallel, or NULL */
  const char *index;
  /* where the innermost such loop begins; 0: there is none */
  unsigned loop;
  const struct governed *outer; /* what governs that */
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

/* Return whether "pragma" gives each member or task a copy of "name" that
 * no other reads. */
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
  here.pragma = &l->bound.pragmas.at[i];
  here.region = around ? around->region : NULL;
  here.loop = around ? around->loop : 0;
  if (!here.region && !here.pragma->standalone &&
      (strstr(here.pragma->construct, "parallel") ||
       strstr(here.pragma->construct, "teams")))
    here.region = here.pragma;
  here.index = divides(here.pragma) ? index_of(ast) : NULL;
  walk_governed(l, ast, &here, i + 1, end);
}

/* Return whether "ast" is a loop that edits may make parallel: one that has a
 * node of its own, or any where edits are announced. */
static bool is_candidate(const struct lcm_lowering *l, const lcm_ast *ast) {
  if (!lcm_ast_is_loop(ast))
    return false;
  return l->options->n_kept ||
         (!l->options->costs &&
          (lcm_lower_needs_nodes(l, ast) ||
           (ast->anchor && l->bound.on[ast->anchor - 1].n)));
}

/* Where edits are announced: note that the loop "ast" in another one, which
 * begins at "loop", sets a variable that is declared before that. */
static void note_counter(struct lcm_lowering *l, const lcm_ast *ast,
                         unsigned loop) {
  const lcm_ast *init = index_of(ast) ? ast->first->first : NULL;
  struct lcm_local *local = init ? lcm_lower_local_of(l, init->key) : NULL;
  if (local && l->options->n_kept && local->begin < loop)
    local->is_seen = true;
}

/* As walk_governed; "ast" may be a loop that edits make parallel, or one in
 * such a loop. */
static void walk_child(struct lcm_lowering *l, const lcm_ast *ast,
                       const struct governed *around, size_t i, size_t end) {
  const bool candidate = is_candidate(l, ast);
  const bool inside = around && around->loop && ast->kind == LCM_AST_FOR;
  const struct governed here = {.region = around ? around->region : NULL,
                                .index = index_of(ast),
                                .loop = candidate ? ast->begin
                                        : inside  ? around->loop
                                                  : 0,
                                .outer = around};
  if (inside)
    note_counter(l, ast, around->loop);
  walk_governed(l, ast, candidate || inside ? &here : around, i, end);
}

/* Return whether "ast", a reference, may change its variable. */
static bool is_changed(const lcm_ast *ast) {
  const lcm_ast *above = ast->parent;
  return above && above->first == ast && (lcm_ast_is_change(above));
}

/* Return whether something around "ast", as "around" says, that is or may
 * become parallel begins behind the declaration of "local", to which "ast"
 * refers.  Of loops that only may become parallel, and that no edit names so
 * far, only what they hand on from round to round matters. */
static bool is_behind(const struct lcm_lowering *l,
                      const struct lcm_local *local,
                      const struct governed *around, const lcm_ast *ast) {
  return (around->region && local->begin < around->region->loc.begin) ||
         (local->begin < around->loop &&
          (l->options->n_kept || is_changed(ast)));
}

/* Note which variables of the function "ast" and what is below it, which is
 * "around", touch. */
static void walk(struct lcm_lowering *l, const lcm_ast *ast,
                 const struct governed *around) {
  unsigned from = ast->begin;
  struct lcm_local *local = ast->kind == LCM_AST_REF && around
                                ? lcm_lower_local_of(l, ast->key)
                                : NULL;
  if (local && !local->is_seen && is_behind(l, local, around, ast))
    local->is_seen = !is_copied(around, local->name);
  for (const lcm_ast *child = ast->first; child; child = child->next) {
    const size_t i = lcm_lower_pragma(l, from);
    size_t end = i;
    while (end < l->bound.pragmas.n &&
           l->bound.pragmas.at[end].loc.begin < child->begin)
      end++;
    walk_child(l, child, around, i, end);
    from = child->end;
  }
}

void lcm_lower_seen(struct lcm_lowering *l, const lcm_ast *function) {
  const size_t first = lcm_lower_pragma(l, function->begin);
  if ((function->holds & LCM_AST_HOLDS_LOOP) ||
      (first < l->bound.pragmas.n &&
       l->bound.pragmas.at[first].loc.begin < function->end))
    walk(l, function, NULL);
}
