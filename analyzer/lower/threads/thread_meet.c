/* Barriers that a program makes itself of a mutex, a condition variable and a
 * number of those who have come. */
#include <string.h>

#include "analyzer/lower/control/node.h"
#include "analyzer/lower/threads/thread_call.h"
#include "analyzer/lower/threads/thread_meet.h"
#include "analyzer/lower/threads/thread_resource.h"
#include "analyzer/lower/threads/thread_value.h"
#include "analyzer/lower/threads/threads.h"

/* Put the first call in or below "ast" that does "act" into "*out"; false where
 * there is none. */
static bool find_act(struct lcm_thread_call *out, const struct lcm_lowering *l,
                     const lcm_ast *ast, enum lcm_thread_act act) {
  if (lcm_thread_call_of(out, l, ast) && out->act == act)
    return true;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (find_act(out, l, child, act))
      return true;
  return false;
}

/* Return whether "text" compares for equality: "==" or "!=". */
static bool compares(const char *text, size_t n) {
  return memmem(text, n, "==", 2) || memmem(text, n, "!=", 2);
}

/* Return the variable that "ast" is, or is a part of, counted up by `++` or
 * not; NULL where it is none. */
static const lcm_ast *counter_of(const lcm_ast *ast) {
  if (ast->kind == LCM_AST_UPDATE)
    ast = ast->first;
  return ast && (ast->kind == LCM_AST_MEMBER || ast->kind == LCM_AST_REF)
             ? ast
             : NULL;
}

/* Return the variable that the condition "ast" compares with how many are to
 * come, NULL where it is no such comparison. */
static const lcm_ast *counted_in(const struct lcm_lowering *l,
                                 const lcm_ast *ast) {
  const lcm_ast *left = ast->first;
  const lcm_ast *right = left ? left->next : NULL;
  if (!right || right != ast->last || left->end > right->begin ||
      right->begin > l->len ||
      !compares(l->text + left->end, right->begin - left->end))
    return NULL;
  const lcm_ast *counter = counter_of(left);
  return left->kind == LCM_AST_UPDATE || right->kind != LCM_AST_UPDATE
             ? counter
             : counter_of(right);
}

/* Return whether "ast" or something below it sets the variable "place" to 0. */
static bool resets(const struct lcm_lowering *l, const lcm_ast *ast,
                   const char *place) {
  if (ast->kind == LCM_AST_ASSIGN && ast->first && ast->last &&
      counter_of(ast->first) && lcm_thread_name(l, ast->first) == place &&
      ast->last->end == ast->last->begin + 1 && ast->last->end <= l->len &&
      l->text[ast->last->begin] == '0')
    return true;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (resets(l, child, place))
      return true;
  return false;
}

/* Return whether "ast" is an `if` in which whoever is not the last to come
 * waits on a condition variable, by "wait", and the last one sets the number
 * back and wakes the others. */
static bool is_barrier(struct lcm_thread_call *wait,
                       const struct lcm_lowering *l, const lcm_ast *ast) {
  struct lcm_thread_call wake;
  const lcm_ast *yes = ast->first ? ast->first->next : NULL;
  const lcm_ast *no = yes ? yes->next : NULL;
  if (ast->kind != LCM_AST_IF || !no || no != ast->last)
    return false;
  const lcm_ast *counter = counted_in(l, ast->first);
  const bool first = find_act(wait, l, yes, LCM_THREAD_AWAIT);
  const lcm_ast *others = first ? yes : no;
  const lcm_ast *last = first ? no : yes;
  return counter && find_act(wait, l, others, LCM_THREAD_AWAIT) &&
         find_act(&wake, l, last, LCM_THREAD_WAKE) &&
         !find_act(&wake, l, last, LCM_THREAD_AWAIT) &&
         resets(l, last, lcm_thread_name(l, counter));
}

bool lcm_thread_is_barrier(const struct lcm_lowering *l, const lcm_ast *ast) {
  struct lcm_thread_call wait;
  return is_barrier(&wait, l, ast);
}

bool lcm_thread_find_barrier(const struct lcm_lowering *l, const lcm_ast *ast) {
  if (!(ast->holds & LCM_AST_HOLDS_CALL))
    return false;
  if (lcm_thread_is_barrier(l, ast))
    return true;
  for (const lcm_ast *child = ast->first; child; child = child->next)
    if (lcm_thread_find_barrier(l, child))
      return true;
  return false;
}

bool lcm_thread_lower_barrier(struct lcm_lowering *l, lcm_node_list *nodes,
                              const lcm_ast *ast) {
  struct lcm_thread_call wait;
  struct lcm_instance lock;
  if (!is_barrier(&wait, l, ast))
    return false;
  lcm_thread_object(&lock, l, wait.value);
  (void)lcm_thread_possess(l, nodes, LCM_NODE_RELEASE, ast, &lock);
  lcm_node *node = lcm_lower_node(l, LCM_NODE_BARRIER, ast);
  lcm_lower_attribute(l, node, "construct", wait.call->name);
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, node);
  (void)lcm_thread_possess(l, nodes, LCM_NODE_ACQUIRE, ast, &lock);
  return true;
}
