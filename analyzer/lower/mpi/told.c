/* Members of structures that MPI sets once: neighbours and communicators. */
#include "analyzer/lower/mpi/told.h"

#include <string.h>

#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/mpi/mpi_call.h"
#include "analyzer/lower/values/elements/elements.h"

/* How the file sets the member with the key "key". */
struct telling {
  struct lcm_lowering *l;
  const char *key;
  const lcm_ast *call; /* the last call of MPI that does */
  size_t n;            /* so many places do */
};

/* Note what in or below "ast" may set the member. */
static void note_sets(struct telling *t, const lcm_ast *ast) {
  const lcm_ast *target = ast->first;
  if (!(ast->holds & (LCM_AST_HOLDS_CHANGE | LCM_AST_HOLDS_MEMBER)))
    return;
  if (lcm_ast_is_change(ast) && target && target->kind == LCM_AST_MEMBER &&
      target->key == t->key) {
    const char role =
        ast->kind == LCM_AST_ADDRESS ? lcm_message_role(t->l, ast) : '\0';
    const bool told = role == 'o' || role == 'm';
    t->n++;
    t->call = told ? ast->parent : t->call;
    t->n += !told;
  }
  for (const lcm_ast *at = ast->first; at; at = at->next)
    note_sets(t, at);
}

/* What the file does with a function. */
struct using {
  const char *name;
  const lcm_ast *call; /* the last call */
  size_t n;            /* calls and other uses */
};

/* Note what in or below "ast" speaks of the function. */
static void note_uses(struct using *u, const lcm_ast *ast) {
  const bool calls = ast->kind == LCM_AST_CALL && ast->name == u->name;
  if (calls) {
    u->call = ast;
    u->n++;
  } else if (ast->kind == LCM_AST_REF && ast->is_function &&
             ast->name == u->name)
    u->n++;
  const lcm_ast *at = calls ? lcm_syntax_arguments(ast) : ast->first;
  for (; at; at = at->next)
    note_uses(u, at);
}

/* Return whether the program executes "ast" once, as far as the file says. */
static bool is_executed_once(const struct lcm_lowering *l, const lcm_ast *ast) {
  enum { DEEPEST = 16 };
  for (size_t depth = 0; depth < DEEPEST; depth++) {
    const lcm_ast *function = ast;
    while (function && function->kind != LCM_AST_FUNCTION)
      function = function->parent;
    if (!function || !lcm_runs_always(ast))
      return false;
    if (!strcmp(function->name, "main"))
      return true;
    struct using used = {.name = function->name};
    for (const lcm_ast *top = l->syntax->top; top; top = top->next)
      if (top->kind == LCM_AST_FUNCTION && top->last)
        note_uses(&used, top->last);
    if (used.n != 1 || !used.call ||
        !(function->is_static || l->options->alone))
      return false;
    ast = used.call;
  }
  return false;
}

/* Return the name of the member with the key "key", "...@S@record@FI@member",
 * where it is told; NULL where it is not. */
static const char *find(struct lcm_lowering *l, const char *key) {
  struct telling t = {.l = l, .key = key};
  const char *field = strstr(key, "@FI@");
  if (!l->globals.grids || !field)
    return NULL;
  for (const lcm_ast *top = l->syntax->top; top && t.n < 2; top = top->next)
    if (top->kind == LCM_AST_FUNCTION)
      note_sets(&t, top);
  if (t.n != 1 || !t.call || !is_executed_once(l, t.call))
    return NULL;
  const char *record = field;
  while (record > key && record[-1] != '@')
    record--;
  return lcm_intern(l->ctx,
                    lcm_arena_printf(lcm_ctx_arena(l->ctx), "%s%.*s.%s",
                                     LCM_GLOBAL_PREFIX, (int)(field - record),
                                     record, field + strlen("@FI@")));
}

const char *lcm_told_member(struct lcm_lowering *l, const char *member) {
  size_t key = 0;
  size_t name = 0;
  if (!lcm_map_get(&l->globals.members, member, &key) ||
      key == LCM_MEMBER_AMBIGUOUS)
    return NULL;
  const char *usr = (const char *)(uintptr_t)key;
  if (!lcm_map_get(&l->globals.told_members, usr, &name)) {
    name = (size_t)(uintptr_t)find(l, usr);
    lcm_map_put(lcm_ctx_arena(l->ctx), &l->globals.told_members, usr, name);
  }
  return (const char *)(uintptr_t)name;
}

const char *lcm_told_text(struct lcm_lowering *l, const char *text,
                          bool number) {
  const char *arrow = text ? strrchr(text, '>') : NULL;
  const char *dot = text ? strrchr(text, '.') : NULL;
  const char *member = arrow && (!dot || arrow > dot) ? arrow + 1
                       : dot                          ? dot + 1
                                                      : NULL;
  const char *name =
      member && member[strspn(member, "abcdefghijklmnopqrstuvwxyz"
                                      "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                      "0123456789_")] == '\0'
          ? lcm_told_member(l, lcm_intern(l->ctx, member))
          : NULL;
  if (!name)
    return text;
  return number ? name : lcm_intern(l->ctx, name + strlen(LCM_GLOBAL_PREFIX));
}
