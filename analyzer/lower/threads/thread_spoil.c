/* Whether functions change memory that threads are given. */

#include "analyzer/lower/threads/thread_spoil.h"
#include "analyzer/lower/chares/chare_call.h"
#include "analyzer/lower/threads/thread_call.h"
#include "analyzer/lower/threads/thread_use.h"

/* How deep calls are followed. */
enum { MOST_DEEP = 6 };

/* A function that is looked at. */
struct looking {
  const struct lcm_lowering *l;
  const char *member;
  LCM_LIST(const char *) keys; /* the variable, and those that are set to it */
  unsigned depth;
  bool spoiled;
};

bool lcm_thread_writes(const lcm_ast *ast, const char *member) {
  if (!(ast->holds & LCM_AST_HOLDS_CHANGE))
    return false;
  if (lcm_ast_is_change(ast) && ast->first &&
      ast->first->kind == LCM_AST_MEMBER && ast->first->key == member)
    return true;
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (lcm_thread_writes(at, member))
      return true;
  return false;
}

static bool is_spoiled(const struct lcm_lowering *l, const lcm_ast *function,
                       const char *variable, const char *member,
                       unsigned depth);

/* Return whether the thread that "call" starts may change "member" of what it
 * is given. */
static bool start_spoils(const struct lcm_lowering *l, const lcm_ast *call,
                         const char *member, unsigned depth) {
  struct lcm_thread_call start;
  if (!lcm_thread_call_of(&start, l, call) || start.act != LCM_THREAD_CREATE)
    return false;
  const lcm_ast *routine = lcm_thread_routine(l, start.routine);
  const lcm_ast *defined =
      routine ? lcm_thread_defined(l, routine->name) : NULL;
  const lcm_ast *param = defined ? lcm_thread_param_at(defined, 0) : NULL;
  return !param || is_spoiled(l, defined, param->key, member, depth + 1);
}

bool lcm_thread_start_spoils(const struct lcm_lowering *l, const lcm_ast *call,
                             const char *member) {
  return start_spoils(l, call, member, 0);
}

/* Return whether the call "call" may change what its argument "at" points to,
 * or keep it. */
static bool call_spoils(const struct looking *k, const lcm_ast *call,
                        const lcm_ast *at) {
  const int i = lcm_thread_argument_of(call, at);
  if (lcm_chare_call(k->l, call))
    return false;
  if (lcm_call_is_thread(k->l, call))
    return start_spoils(k->l, call, k->member, k->depth);
  if (i < 0 || !call->is_function)
    return true;
  if (call->is_system)
    return !lcm_thread_leaves(call, i);
  const lcm_ast *callee = lcm_thread_defined(k->l, call->name);
  const lcm_ast *param = callee ? lcm_thread_param_at(callee, i) : NULL;
  return !param ||
         is_spoiled(k->l, callee, param->key, k->member, k->depth + 1);
}

/* Look at the use "use" of a variable that leads to the memory. */
static void look_at(struct looking *k, const struct lcm_thread_use *use) {
  const lcm_ast *at = use->at;
  const lcm_ast *user = at->parent;
  if (use->kind == LCM_USE_MEMBER)
    k->spoiled = at->is_union;
  else if (use->kind == LCM_USE_WHOLE)
    k->spoiled = (lcm_ast_is_change(user) && user->first == at) ||
                 user->kind == LCM_AST_SUBSCRIPT;
  else if (user->kind == LCM_AST_VAR && user->key)
    LCM_LIST_ADD(lcm_ctx_arena(k->l->ctx), &k->keys, user->key);
  else
    k->spoiled = user->kind == LCM_AST_CALL ? call_spoils(k, user, at)
                                            : !lcm_thread_is_harmless(at);
}

/* Look at what stands in and below "ast". */
static void look(struct looking *k, const lcm_ast *ast) {
  struct lcm_thread_use use;
  if (k->spoiled)
    return;
  for (size_t i = 0; i < k->keys.n; i++)
    if (ast->kind == LCM_AST_REF && ast->key == k->keys.at[i]) {
      lcm_thread_use_of(&use, k->l, ast);
      look_at(k, &use);
      break;
    }
  for (const lcm_ast *at = ast->first; at && !k->spoiled; at = at->next)
    look(k, at);
}

/* As lcm_thread_spoils, "depth" calls down. */
static bool is_spoiled(const struct lcm_lowering *l, const lcm_ast *function,
                       const char *variable, const char *member,
                       unsigned depth) {
  struct looking k = {.l = l, .member = member, .depth = depth};
  if (depth > MOST_DEEP || !variable ||
      (member && lcm_thread_writes(function, member)))
    return true;
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &k.keys, variable);
  look(&k, function);
  return k.spoiled;
}

bool lcm_thread_spoils(const struct lcm_lowering *l, const lcm_ast *function,
                       const char *variable, const char *member) {
  return is_spoiled(l, function, variable, member, 0);
}
