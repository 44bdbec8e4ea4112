/* Calls of thread libraries: what they do, and with which objects. */
#include <string.h>

#include "analyzer/lower/threads/thread_call.h"
#include "analyzer/lower/values/pointer_name.h"

/* Return the function of threads called "name", or NULL. */
static const struct lcm_thread_function *known(const char *name) {
  static const struct lcm_thread_function KNOWN[] = {
#define LCM_THREAD(name, act, object, routine, value)                          \
  {name, LCM_THREAD_##act, object, routine, value},
#include "analyzer/text/threads.def"
#undef LCM_THREAD
  };
  if (!lcm_call_model(name) && strncmp(name, "sem_", 4) != 0 &&
      strncmp(name, "omp_", 4) != 0)
    return NULL;
  for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++)
    if (!strcmp(KNOWN[i].name, name))
      return &KNOWN[i];
  return NULL;
}

const lcm_ast *lcm_thread_defined(const struct lcm_lowering *l,
                                  const char *name) {
  size_t at = 0;
  return l->threads && name && lcm_map_get(&l->threads->defined, name, &at)
             ? (const lcm_ast *)(uintptr_t)at
             : NULL;
}

/* Return argument "i" of the call "ast", NULL for none. */
static const lcm_ast *argument(const lcm_ast *ast, int i) {
  const lcm_ast *at = ast->first;
  for (; at && i >= 0; i--)
    at = at->next;
  return i == -1 && at != ast->first ? at : NULL;
}

/* Return what the function called "name" does with threads, or NULL. */
static const struct lcm_thread_function *
function_of(const struct lcm_lowering *l, const char *name) {
  const struct lcm_thread_function *found =
      lcm_thread_defined(l, name) ? NULL : known(name);
  for (size_t i = 0; l->threads && !found && i < l->threads->wrappers.n; i++)
    if (l->threads->wrappers.at[i].name == name)
      found = &l->threads->wrappers.at[i];
  return found;
}

bool lcm_thread_call_of(struct lcm_thread_call *out,
                        const struct lcm_lowering *l, const lcm_ast *ast) {
  if (ast->kind != LCM_AST_CALL || !ast->is_function || !ast->name)
    return false;
  const struct lcm_thread_function *f = function_of(l, ast->name);
  if (!f)
    return false;
  *out = (struct lcm_thread_call){f->act, ast, argument(ast, f->object),
                                  argument(ast, f->routine),
                                  argument(ast, f->value)};
  return true;
}

bool lcm_call_is_thread(const struct lcm_lowering *l, const lcm_ast *ast) {
  struct lcm_thread_call call;
  return lcm_thread_call_of(&call, l, ast);
}

bool lcm_thread_does(const struct lcm_lowering *l, const lcm_ast *ast,
                     enum lcm_thread_act act) {
  struct lcm_thread_call call;
  if (!(ast->holds & LCM_AST_HOLDS_CALL))
    return false;
  if (lcm_thread_call_of(&call, l, ast) && call.act == act)
    return true;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (lcm_thread_does(l, child, act))
      return true;
  return false;
}

/* Return the reference to a function that the variable "key" is set to in and
 * below "ast"; "*n" counts how often it is set. */
static const lcm_ast *set_to(const lcm_ast *ast, const char *key, unsigned *n) {
  const lcm_ast *found = NULL;
  if (!(ast->holds & (LCM_AST_HOLDS_CHANGE | LCM_AST_HOLDS_VARIABLE)))
    return NULL;
  const bool declares = ast->kind == LCM_AST_VAR && ast->key == key;
  const bool assigns = ast->kind == LCM_AST_ASSIGN && ast->first &&
                       ast->first->kind == LCM_AST_REF &&
                       ast->first->key == key;
  if (assigns || (declares && ast->last)) {
    const lcm_ast *value = lcm_thread_target(ast->last);
    (*n)++;
    if (value && value->kind == LCM_AST_REF && value->is_function)
      found = value;
  }
  for (const lcm_ast *child = ast->first; child; child = child->next) {
    const lcm_ast *below = set_to(child, key, n);
    found = below ? below : found;
  }
  return found;
}

const lcm_ast *lcm_thread_target(const lcm_ast *ast) {
  while (ast && ast->kind == LCM_AST_ADDRESS)
    ast = ast->first;
  return ast;
}

const lcm_ast *lcm_thread_routine(const struct lcm_lowering *l,
                                  const lcm_ast *ast) {
  unsigned n = 0;
  const lcm_ast *found = NULL;
  ast = lcm_thread_target(ast);
  if (!ast || ast->kind != LCM_AST_REF || ast->is_function)
    return ast && ast->kind == LCM_AST_REF ? ast : NULL;
  const lcm_ast *own = ast->is_local ? lcm_pointer_function(ast) : NULL;
  for (const lcm_ast *top = l->syntax->top; top; top = top->next) {
    const bool sets = top->kind == LCM_AST_FUNCTION && (!own || own == top);
    const lcm_ast *value = sets ? set_to(top, ast->key, &n) : NULL;
    found = value ? value : found;
  }
  return n == 1 ? found : NULL;
}

/* Return the name of the type whose member has the identity "key", "" where
 * that does not say. */
static const char *type_in(const struct lcm_lowering *l, const char *key) {
  static const char *const MARKS[] = {"@S@", "@SA@", "@U@", "@UA@"};
  const char *end = key ? strstr(key, "@FI@") : NULL;
  const char *from = NULL;
  for (size_t i = 0; end && i < sizeof MARKS / sizeof *MARKS; i++)
    for (const char *at = strstr(key, MARKS[i]); at && at < end;
         at = strstr(at + 1, MARKS[i]))
      from = at + strlen(MARKS[i]);
  return from && from < end ? lcm_intern_n(l->ctx, from, (size_t)(end - from))
                            : "";
}

/* Return whether more than its own name may lead to the variable "base". */
static bool has_aliases(const struct lcm_lowering *l, const lcm_ast *base) {
  size_t at = 0;
  if (base->kind != LCM_AST_REF || base->is_pointer)
    return true;
  return base->is_local || lcm_map_get(&l->globals.changing, base->key, &at);
}

const char *lcm_thread_name(const struct lcm_lowering *l, const lcm_ast *ast) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const char *members = "";
  const lcm_ast *member = NULL;
  ast = lcm_thread_target(ast);
  if (!ast)
    return lcm_intern(l->ctx, "lock");
  const lcm_ast *base = lcm_thread_base(ast);
  for (const lcm_ast *at = ast; at != base; at = at->first)
    if (at->kind == LCM_AST_MEMBER && at->name) {
      member = member ? member : at;
      members = lcm_arena_printf(arena, ".%s%s", at->name, members);
    }
  if (member && has_aliases(l, base))
    return lcm_intern(l->ctx,
                      lcm_arena_printf(arena, "%s.%s", type_in(l, member->key),
                                       member->name));
  return lcm_intern(l->ctx, lcm_arena_printf(arena, "%s%s",
                                             base->name ? base->name : "lock",
                                             members));
}

int lcm_thread_parameter(const lcm_ast *function, const lcm_ast *ast) {
  int i = 0;
  ast = lcm_thread_target(ast);
  if (!ast || ast->kind != LCM_AST_REF || ast->is_function)
    return -1;
  for (const lcm_ast *at = function->first; at; at = at->next)
    if (at->kind == LCM_AST_PARAM) {
      if (at->key == ast->key)
        return i;
      i++;
    }
  return -1;
}

bool lcm_thread_is_passed_on(const struct lcm_lowering *l, const lcm_ast *ast) {
  struct lcm_thread_call call;
  if (!(ast->holds & LCM_AST_HOLDS_CALL))
    return false;
  if (lcm_thread_call_of(&call, l, ast) && call.act == LCM_THREAD_CREATE)
    return lcm_thread_parameter(l->function, call.routine) >= 0;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (lcm_thread_is_passed_on(l, child))
      return true;
  return false;
}

struct lcm_awaited *lcm_thread_awaited(const struct lcm_lowering *l,
                                       const char *name) {
  for (size_t i = 0; i < l->threads->awaited.n; i++)
    if (l->threads->awaited.at[i].name == name)
      return &l->threads->awaited.at[i];
  return NULL;
}

bool lcm_thread_is_awaited(const struct lcm_lowering *l, const lcm_ast *ast) {
  return l->threads->awaited.n &&
         lcm_thread_awaited(l, lcm_thread_name(l, ast));
}

const lcm_ast *lcm_thread_base(const lcm_ast *ast) {
  while (ast->first && ast->kind != LCM_AST_REF)
    ast = ast->first;
  return ast;
}
