/* Pointers to functions: what the file puts into them. */
#include <string.h>

#include "analyzer/lower/control/node.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/values/pointer.h"
#include "analyzer/lower/values/pointer_name.h"

/* Note "fact". */
static void put(struct lcm_lowering *l, lcm_pointer fact) {
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->held, fact);
}

/* Return a list that has "word" alone. */
static const char *const *one(struct lcm_lowering *l, const char *word) {
  const char **list = LCM_NEW(lcm_ctx_arena(l->ctx), const char *);
  *list = word;
  return list;
}

/* Note that the pointer "name" may hold the function "key". */
static void put_holds(struct lcm_lowering *l, const char *name,
                      const char *key) {
  put(l, (lcm_pointer){.name = name, .holds = one(l, key), .n_holds = 1});
}

/* Note that the pointer "name" may hold what the pointer "from" does. */
static void put_from(struct lcm_lowering *l, const char *name,
                     const char *from) {
  if (name != from)
    put(l, (lcm_pointer){.name = name, .from = one(l, from), .n_from = 1});
}

/* Note that the function "key" is given the address of the pointer "name". */
static void put_given(struct lcm_lowering *l, const char *name,
                      const char *key) {
  put(l, (lcm_pointer){.name = name, .given = one(l, key), .n_given = 1});
}

/* Note that nobody knows what the pointer "name" may hold, for "why". */
static void put_unknown(struct lcm_lowering *l, const char *name,
                        const char *why) {
  put(l, (lcm_pointer){.name = name, .unknown = why});
}

/* Return the name under which what is put into the pointers "name" is known:
 * its own; but for those that pointers point to "name=", which they hold and
 * those variables whose address is taken. */
static const char *target_name(struct lcm_lowering *l, const char *name) {
  if (name[0] != '*')
    return name;
  const char *target =
      lcm_intern(l->ctx, lcm_arena_printf(lcm_ctx_arena(l->ctx), "%s=", name));
  put_from(l, name, target);
  return target;
}

/* Return the name of all pointers that the world outside the program has. */
static const char *outside(struct lcm_lowering *l) {
  return lcm_intern(l->ctx, "?");
}

/* Return the key of the function that "ast", a call or reference, names. */
static const char *key_of(struct lcm_lowering *l, const lcm_ast *ast) {
  return lcm_lower_key(l, ast->name, ast->is_static);
}

void lcm_pointer_set(struct lcm_lowering *l, const char *name,
                     const lcm_ast *ast) {
  const lcm_ast *at = lcm_pointer_bare(ast);
  const char *from = at ? lcm_pointer_name(l, at) : NULL;
  if (!at || at->kind == LCM_AST_LITERAL)
    return;
  if (at->kind == LCM_AST_REF && at->is_function)
    put_holds(l, name, key_of(l, at));
  else if (from)
    put_from(l, name, from);
  else if (at->kind == LCM_AST_CONDITIONAL && at->first) {
    lcm_pointer_set(l, name, at->first->next);
    lcm_pointer_set(l, name, at->last);
  } else if ((at->kind == LCM_AST_ASSIGN || at->kind == LCM_AST_OTHER ||
              at->kind == LCM_AST_BLOCK || at->kind == LCM_AST_COMPOUND) &&
             at->last)
    lcm_pointer_set(l, name, at->last);
  else
    put_unknown(l, name,
                at->kind == LCM_AST_CALL
                    ? "which a call through a pointer returns"
                    : "which is made of what is not followed");
}

/* Return what takes the value of "ast", whose part "*part" is or leads to it:
 * what is around conversions and conditional expressions. */
static const lcm_ast *taker_of(const lcm_ast **part) {
  const lcm_ast *at = (*part)->parent;
  while (at && ((at->first == at->last &&
                 (at->kind == LCM_AST_OTHER || at->kind == LCM_AST_ADDRESS ||
                  at->kind == LCM_AST_DEREF)) ||
                (at->kind == LCM_AST_CONDITIONAL && at->first != *part))) {
    *part = at;
    at = at->parent;
  }
  return at;
}

/* Return whether the function of the system that "call" calls leaves pointers
 * to functions alone where it is given their address. */
static bool leaves_alone(const lcm_ast *call) {
  static const char *const NAMES[] = {"memset",
                                      "bzero",
                                      "free",
                                      "memcmp",
                                      "__builtin_memset",
                                      "__builtin___memset_chk"};
  bool found = false;
  for (size_t i = 0; call->name && i < sizeof NAMES / sizeof *NAMES; i++)
    found = found || !strcmp(call->name, NAMES[i]);
  return found;
}

/* Return whether the file defines the function that "call" calls. */
static bool is_defined(const struct lcm_lowering *l, const lcm_ast *call) {
  size_t found = 0;
  return lcm_map_get(&l->globals.defined, call->name, &found);
}

/* Note that "ast" is the address of the pointer "pointer", or of the first of
 * an array of such: all pointers of its type that pointers point to may be
 * it. */
static void note_address(struct lcm_lowering *l, const lcm_ast *pointer,
                         const lcm_ast *ast) {
  const lcm_ast *part = ast;
  const lcm_ast *taker = taker_of(&part);
  const char *name = lcm_pointer_name(l, pointer);
  if (!name || !pointer->type)
    return;
  put_from(l, name, target_name(l, pointer->type));
  put_from(l, pointer->type, name);
  if (!taker || taker->kind != LCM_AST_CALL || taker->first == part ||
      !taker->is_function || !taker->name)
    return;
  if (taker->is_system && !leaves_alone(taker))
    put_unknown(l, name,
                lcm_arena_printf(lcm_ctx_arena(l->ctx), "which '%s' may set",
                                 taker->name));
  else if (!taker->is_system && !is_defined(l, taker))
    put_given(l, name, key_of(l, taker));
}

/* Return whether "taker" takes "part", a pointer to a function, out of sight:
 * into a function of the system, or into what is no such pointer. */
static bool is_lost(const lcm_ast *taker, const lcm_ast *part) {
  const lcm_ast *function = NULL;
  switch (taker ? (int)taker->kind : -1) {
  case LCM_AST_CALL:
    return taker->first != part && taker->is_function && taker->is_system;
  case LCM_AST_ASSIGN:
    return taker->first != part && taker->first && !taker->first->is_action;
  case LCM_AST_VAR:
    return !taker->is_action;
  case LCM_AST_RETURN:
    function = lcm_pointer_function(taker);
    return function && !function->is_action;
  }
  return false;
}

/* Note where the value of "ast" goes, a function or a pointer to one. */
static void note_use(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *part = ast;
  const lcm_ast *taker = taker_of(&part);
  if (is_lost(taker, part))
    lcm_pointer_set(l, outside(l), ast);
}

/* Note what happens to the place "ast", a pointer to a function. */
static void note_place(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *parent = ast->parent;
  const char *name = lcm_pointer_name(l, ast);
  if (!name || !parent)
    return;
  if (parent->kind == LCM_AST_ADDRESS)
    note_address(l, ast, parent);
  else if (ast->is_array && parent->kind != LCM_AST_SUBSCRIPT &&
           parent->kind != LCM_AST_DEREF && parent->kind != LCM_AST_SIZEOF)
    note_address(l, ast, ast);
  else if (parent->kind == LCM_AST_ASSIGN && parent->first == ast)
    lcm_pointer_set(l, target_name(l, name), parent->last);
  else
    note_use(l, ast);
}

/* Note whether the variable "ast", a reference or declaration at file scope, is
 * defined here. */
static void note_variable(struct lcm_lowering *l, const lcm_ast *ast) {
  const bool here = ast->kind == LCM_AST_DECLARATION && !ast->is_extern;
  if (ast->name && *ast->name && !ast->is_local && !ast->is_static)
    put(l,
        (lcm_pointer){.name = ast->name, .defined = here, .external = !here});
}

/* Note that members of the structure of the member "ast", a pointer, have what
 * the variable that it is a part of begins with, which another unit may
 * define. */
static void note_whole(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *base = ast->first;
  while (base && base->first && (!base->is_pointer || base->is_array) &&
         (base->kind == LCM_AST_MEMBER || base->kind == LCM_AST_SUBSCRIPT))
    base = base->first;
  if (!base || base->kind != LCM_AST_REF || base->is_local || base->is_static ||
      base->is_function || !base->name || (base->is_pointer && !base->is_array))
    return;
  const int n = (int)(strrchr(ast->key, '.') - ast->key);
  put_from(l,
           lcm_intern(l->ctx, lcm_arena_printf(lcm_ctx_arena(l->ctx), "%.*s.*",
                                               n, ast->key)),
           base->name);
  note_variable(l, base);
}

/* Note what "ast" among the actions of the file does. */
static void note_action(struct lcm_lowering *l, const lcm_ast *ast) {
  const char *name = NULL;
  if (ast->kind == LCM_AST_VAR) {
    name = lcm_pointer_name(l, ast);
    if (name && ast->last && !ast->is_array)
      lcm_pointer_set(l, name, ast->last);
    return;
  }
  if (ast->kind == LCM_AST_RETURN) {
    name = lcm_intern(l->ctx,
                      lcm_arena_printf(lcm_ctx_arena(l->ctx), "%s()",
                                       key_of(l, lcm_pointer_function(ast))));
    if (ast->last)
      lcm_pointer_set(l, name, ast->last);
    return;
  }
  if (ast->kind == LCM_AST_REF && ast->is_function) {
    note_use(l, ast);
    return;
  }
  if (ast->kind == LCM_AST_DECLARATION || ast->kind == LCM_AST_REF)
    note_variable(l, ast);
  else if (ast->kind == LCM_AST_MEMBER)
    note_whole(l, ast);
  if (ast->kind != LCM_AST_DECLARATION)
    note_place(l, ast);
}

/* Note that the call of "exposed" may put anything into the members of the
 * structures that it is given. */
static void note_exposed(struct lcm_lowering *l,
                         const struct lcm_exposed *exposed) {
  const char *record = exposed->records;
  if (!exposed->call->name || is_defined(l, exposed->call) ||
      !lcm_call_is_project(exposed->call))
    return;
  while (*record) {
    const size_t n = strcspn(record, ";");
    put_given(l,
              lcm_intern(l->ctx, lcm_arena_printf(lcm_ctx_arena(l->ctx),
                                                  "%.*s.*", (int)n, record)),
              key_of(l, exposed->call));
    record += n + (record[n] == ';');
  }
}

void lcm_pointers_find(struct lcm_lowering *l) {
  const struct lcm_syntax *syntax = l->syntax;
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  for (size_t i = 0; i < syntax->actions.n; i++)
    note_action(l, syntax->actions.at[i]);
  for (size_t i = 0; i < syntax->filled.n; i++) {
    const struct lcm_filled *filled = &syntax->filled.at[i];
    const char *name = filled->member ? filled->member
                       : filled->variable
                           ? lcm_pointer_name(l, filled->variable)
                           : NULL;
    if (name)
      lcm_pointer_set(l, target_name(l, name), filled->value);
  }
  for (size_t i = 0; i < syntax->exposed.n; i++)
    note_exposed(l, &syntax->exposed.at[i]);
  for (size_t i = 0; i < syntax->foreign.n; i++)
    put_unknown(l,
                lcm_intern(l->ctx, lcm_arena_printf(arena, "%s.*",
                                                    syntax->foreign.at[i])),
                "which the system may set");
}
