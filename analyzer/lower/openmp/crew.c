/* How many threads a parallel region has by omp_set_num_threads(), and what it
 * tells of that to the code behind it. */
#include <string.h>

#include "analyzer/lower/control/node.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/openmp/crew.h"
#include "analyzer/lower/values/condition.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "base/find.h"

/* Return whether "ast" calls the function "name". */
static bool calls(const lcm_ast *ast, const char *name) {
  return ast->kind == LCM_AST_CALL && ast->name && !strcmp(ast->name, name);
}

/* Return the first call of omp_set_num_threads() that "ast" is or that stands
 * below it, NULL for none. */
static const lcm_ast *setting_in(const lcm_ast *ast) {
  const lcm_ast *found = NULL;
  if (calls(ast, "omp_set_num_threads"))
    return ast;
  if (!(ast->holds & LCM_AST_HOLDS_CALL))
    return NULL;
  for (const lcm_ast *child = ast->first; child && !found; child = child->next)
    found = setting_in(child);
  return found;
}

/* Return the last statement before "ast" in the same block, or in one around
 * it, in which omp_set_num_threads() is called; NULL for none. */
static const lcm_ast *setting_before(const lcm_ast *ast) {
  for (; ast->parent; ast = ast->parent) {
    const lcm_ast *last = NULL;
    for (const lcm_ast *at = ast->parent->first; at && at != ast; at = at->next)
      last = setting_in(at) ? at : last;
    if (last)
      return last;
  }
  return NULL;
}

/* Return the number of threads that the call "call" asks for, NULL where that
 * is not known. */
static const lcm_expr *asked_by(struct lcm_lowering *l, const lcm_ast *call) {
  const lcm_ast *argument = lcm_syntax_argument(call, 0);
  return argument ? lcm_lower_expr(l, argument->begin, argument->end) : NULL;
}

/* What the functions of a file but one ask for. */
struct elsewhere {
  const lcm_ast *call;   /* a call there; NULL: there is none */
  const lcm_expr *value; /* what all of them ask for; NULL: not one number */
};

/* Add the calls in "ast" to "e". */
static void add_settings(struct lcm_lowering *l, struct elsewhere *e,
                         const lcm_ast *ast) {
  double number = 0;
  if (calls(ast, "omp_set_num_threads")) {
    const lcm_expr *value = asked_by(l, ast);
    const bool same = value && lcm_expr_is_number(value, &number) &&
                      (!e->call || e->value == value);
    e->value = same ? value : NULL;
    e->call = ast;
  }
  if (ast->holds & LCM_AST_HOLDS_CALL)
    for (const lcm_ast *child = ast->first; child; child = child->next)
      add_settings(l, e, child);
}

/* Return what the functions of the file but the one that is lowered ask for. */
static struct elsewhere find_elsewhere(struct lcm_lowering *l) {
  struct elsewhere e = {NULL, NULL};
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION && top != l->function)
      add_settings(l, &e, top);
  return e;
}

/* Return whether all that "e" speaks of has a value: by default, or one that
 * the user gives. */
static bool is_decided(struct lcm_lowering *l, const lcm_expr *e) {
  const char *const *names = NULL;
  const size_t n = lcm_expr_names(&names, l->ctx, e);
  bool decided = true;
  for (size_t i = 0; i < n && decided; i++) {
    decided = lcm_lower_is_asked(l, names[i]);
    for (size_t k = 0; k < l->declared.params.n && !decided; k++)
      decided = l->declared.params.at[k].value &&
                !strcmp(l->declared.params.at[k].name, names[i]);
  }
  return decided;
}

/* Return the number of threads where the statement "ast" is nothing but `if
 * (...) omp_set_num_threads(...)` and nothing before it asks for a number; NULL
 * where it is something else, or something is not known. */
static const lcm_expr *asked_perhaps(struct lcm_lowering *l,
                                     const lcm_ast *ast) {
  const lcm_ast *yes =
      ast->kind == LCM_AST_IF && ast->first ? ast->first->next : NULL;
  while (yes && yes->kind == LCM_AST_COMPOUND && yes->first == yes->last &&
         yes->first)
    yes = yes->first;
  if (!yes || !calls(yes, "omp_set_num_threads") || ast->first->next->next ||
      setting_before(ast))
    return NULL;
  const lcm_expr *cond = lcm_lower_condition(l, ast);
  const lcm_expr *asked = cond && is_decided(l, cond) ? asked_by(l, yes) : NULL;
  return asked ? lcm_expr_if(l->ctx, cond, asked,
                             lcm_expr_symbol(l->ctx, lcm_intern(l->ctx, "p"),
                                             LCM_DIM_NONE))
               : NULL;
}

const lcm_expr *lcm_omp_crew_set(struct lcm_lowering *l,
                                 const lcm_pragma *pragma, const lcm_ast *ast) {
  const lcm_ast *before = setting_before(ast);
  const lcm_expr *perhaps = before ? asked_perhaps(l, before) : NULL;
  const lcm_ast *call = before ? setting_in(before) : NULL;
  const bool main =
      l->function && l->function->name && !strcmp(l->function->name, "main");
  if (perhaps)
    return perhaps;
  if (call && call == before)
    return asked_by(l, call);
  if (!call && l->sets_crew) {
    const struct elsewhere e = find_elsewhere(l);
    if (e.value && !main)
      return e.value;
    call = e.call;
  }
  if (call)
    lcm_report(l->ctx, LCM_DIAG_TEAM_SIZE, pragma->loc,
               "the call of omp_set_num_threads() in line %u may set how many "
               "threads there are here: taken as p; say num_threads(N)",
               lcm_lower_loc(l, call).line);
  return NULL;
}

/* Return whether a parallel construct governs "ast": its pragma stands before
 * it, behind what is before that. */
static bool is_region(const struct lcm_lowering *l, const lcm_ast *ast) {
  unsigned from = ast->parent->begin;
  for (const lcm_ast *at = ast->parent->first; at && at != ast; at = at->next)
    from = at->end;
  for (size_t i = 0; i < l->bound.pragmas.n; i++) {
    const lcm_pragma *pragma = &l->bound.pragmas.at[i];
    if (pragma->loc.begin >= from && pragma->loc.begin < ast->begin &&
        strstr(pragma->construct, "parallel"))
      return true;
  }
  return false;
}

bool lcm_omp_crew_is_told(const struct lcm_lowering *l, const lcm_ast *assign,
                          const lcm_ast *home) {
  bool region = false;
  if (assign->kind != LCM_AST_ASSIGN || !assign->last ||
      !calls(assign->last, "omp_get_num_threads"))
    return false;
  for (const lcm_ast *at = assign; at && at != home; at = at->parent) {
    if (at != assign && at->kind != LCM_AST_COMPOUND && at->kind != LCM_AST_IF)
      return false;
    region = region || is_region(l, at);
  }
  return region;
}

/* Return whether a clause makes the variable "name" private to the members of
 * the region "pragma". */
static bool is_private(const lcm_pragma *pragma, const char *name) {
  const size_t n = strlen(name);
  for (size_t i = 0; i < pragma->n_clauses; i++) {
    const struct lcm_clause *clause = &pragma->clauses[i];
    const char *at = clause->args;
    if (!strstr(clause->name, "private"))
      continue;
    for (; at && (at = strstr(at, name)); at += n)
      if ((at == clause->args || strchr(" ,", at[-1])) &&
          (!at[n] || strchr(" ,", at[n])))
        return true;
  }
  return false;
}

/* Add to "nodes" what the assignments in "ast", which the region "pragma"
 * governs, make of variables that all members share: "size". */
static void add_told(struct lcm_lowering *l, lcm_node_list *nodes,
                     const lcm_pragma *pragma, const lcm_ast *ast,
                     const lcm_expr *size) {
  if (ast->kind == LCM_AST_ASSIGN && ast->first &&
      ast->first->kind == LCM_AST_REF) {
    const struct lcm_local *local = lcm_lower_local(l, ast->first->name);
    if (!local || local->unstable || local->changed ||
        local->begin >= pragma->loc.begin || is_private(pragma, local->name) ||
        !ast->last || !calls(ast->last, "omp_get_num_threads"))
      return;
    lcm_node *node = lcm_lower_node(l, LCM_NODE_LET, ast);
    node->u.let = (struct lcm_assign){lcm_lower_name(l, local->name), size};
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
  }
  for (const lcm_ast *child = ast->first; child; child = child->next)
    add_told(l, nodes, pragma, child, size);
}

/* Return the team that "node" is, or has as its only child, NULL for none. */
static const lcm_node *team_of(const lcm_node *node) {
  while (node->kind == LCM_NODE_SERIES && node->n_children == 1)
    node = node->children[0];
  return node->kind == LCM_NODE_TEAM ? node : NULL;
}

void lcm_omp_crew_tells(struct lcm_lowering *l, lcm_node_list *nodes,
                        const lcm_node *node, size_t at, const lcm_ast *ast) {
  const lcm_pragma *pragma = &l->bound.pragmas.at[at];
  const lcm_node *team = team_of(node);
  if (l->region.begin || !team || team->u.team.when ||
      team->u.team.kind != LCM_TEAM_THREADS ||
      !strstr(pragma->construct, "parallel"))
    return;
  const lcm_expr *size =
      team->u.team.size
          ? team->u.team.size
          : lcm_expr_symbol(l->ctx, lcm_intern(l->ctx, "p"), LCM_DIM_NONE);
  add_told(l, nodes, pragma, ast, size);
}
