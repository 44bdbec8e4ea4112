/* What the functions of a file do with threads, found before they are lowered.
 * */

#include "analyzer/lower/threads/thread_find.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/threads/thread_call.h"
#include "analyzer/lower/threads/thread_meet.h"
#include "analyzer/lower/threads/thread_wait.h"

/* Return whether "function" is known to pass its arguments on. */
static bool is_wrapper(const struct lcm_lowering *l, const lcm_ast *function) {
  for (size_t i = 0; i < l->threads->wrappers.n; i++)
    if (l->threads->wrappers.at[i].name == function->name)
      return true;
  return false;
}

/* Note that "function" passes its arguments on to "call", if it does: the
 * function of a new thread, or the object of another call. */
static void note_wrapper(struct lcm_lowering *l, const lcm_ast *function,
                         const struct lcm_thread_call *call) {
  const struct lcm_thread_function wrapper = {
      function->name, call->act, lcm_thread_parameter(function, call->object),
      lcm_thread_parameter(function, call->routine),
      lcm_thread_parameter(function, call->value)};
  const bool starts = call->act == LCM_THREAD_CREATE;
  if ((starts ? wrapper.routine : wrapper.object) >= 0 &&
      call->act != LCM_THREAD_JOIN && !is_wrapper(l, function))
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), &l->threads->wrappers, wrapper);
}

/* Note the function that the threads run that "call" starts. */
static void note_routine(struct lcm_lowering *l,
                         const struct lcm_thread_call *call) {
  const lcm_ast *routine = lcm_thread_routine(l, call->routine);
  const lcm_ast *at = call->call;
  size_t before = 0;
  l->threads->creates = true;
  if (!routine)
    return;
  while (at && at->kind != LCM_AST_FOR && at->kind != LCM_AST_WHILE)
    at = at->parent;
  (void)lcm_map_get(&l->threads->routines, routine->name, &before);
  lcm_map_put(lcm_ctx_arena(l->ctx), &l->threads->routines, routine->name,
              at || before == 2 ? 2 : 1);
}

/* Note the call "ast", the last one if it is one of threads; return whether it
 * is one of threads or of the project. */
static bool note_call(struct lcm_lowering *l, const lcm_ast *ast,
                      struct lcm_thread_call *last) {
  struct lcm_thread_call call;
  if (!lcm_thread_call_of(&call, l, ast))
    return lcm_call_is_project(ast);
  l->threads->any = true;
  l->threads->meets = l->threads->meets || call.act == LCM_THREAD_MEET;
  if (call.act == LCM_THREAD_CREATE)
    note_routine(l, &call);
  *last = call;
  return true;
}

/* Note the calls of all functions, and which functions do nothing but one of
 * threads. */
static void note_calls(struct lcm_lowering *l) {
  const struct lcm_syntax *syntax = l->syntax;
  for (size_t i = 0; i < syntax->calls.n;) {
    const lcm_ast *function = syntax->calls.at[i].function;
    struct lcm_thread_call last = {.call = NULL};
    unsigned n = 0;
    for (; i < syntax->calls.n && syntax->calls.at[i].function == function; i++)
      n += note_call(l, syntax->calls.at[i].call, &last);
    if (n == 1 && last.call)
      note_wrapper(l, function, &last);
  }
}

void lcm_threads_find(struct lcm_lowering *l) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  size_t known_wrappers = 0;
  l->threads = LCM_NEW(arena, struct lcm_threads);
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION && top->name)
      lcm_map_put(arena, &l->threads->defined, top->name,
                  (size_t)(uintptr_t)top);
  do {
    known_wrappers = l->threads->wrappers.n;
    note_calls(l);
  } while (l->threads->wrappers.n > known_wrappers);
  for (const lcm_ast *top = l->syntax->top; top && l->threads->any;
       top = top->next)
    l->threads->meets = l->threads->meets || (top->kind == LCM_AST_FUNCTION &&
                                              lcm_thread_find_barrier(l, top));
  lcm_thread_find_awaited(l);
}
