/* The values and instances of objects of threads. */
#include <string.h>

#include "analyzer/lower/threads/thread_call.h"
#include "analyzer/lower/threads/thread_value.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"

const lcm_expr *lcm_thread_expr(struct lcm_lowering *l, const lcm_ast *ast) {
  if (!ast)
    return NULL;
  return ast->kind == LCM_AST_REF && !ast->is_function
             ? lcm_lower_clause(l, ast->name)
             : lcm_lower_expr(l, ast->begin, ast->end);
}

/* Return whether the variable "key" does nothing in and below "ast" but to be
 * given to functions of locks. */
static bool only_locks(const lcm_ast *ast, const char *key) {
  if (ast->kind == LCM_AST_REF && ast->key == key) {
    const lcm_ast *at = ast->parent;
    while (at->kind == LCM_AST_MEMBER)
      at = at->parent;
    const lcm_ast *call = at->kind == LCM_AST_ADDRESS ? at->parent : NULL;
    return call && call->kind == LCM_AST_CALL && call->name &&
           (!strncmp(call->name, "pthread_mutex_", strlen("pthread_mutex_")) ||
            !strncmp(call->name, "pthread_spin_", strlen("pthread_spin_")));
  }
  for (const lcm_ast *at = ast->first; at; at = at->next)
    if (!only_locks(at, key))
      return false;
  return true;
}

/* Return whether the lock "base" is a variable of the function, or a member of
 * one, that nobody but the thread that executes the function knows. */
static bool is_own(struct lcm_lowering *l, const lcm_ast *base) {
  const struct lcm_local *local =
      base->key ? lcm_lower_local_of(l, base->key) : NULL;
  const lcm_ast *function = l->function;
  if (!local || local->is_static || local->is_param || local->is_pointer ||
      !function || !strcmp(function->name, "main"))
    return false;
  for (size_t i = 0; i < l->bound.pragmas.n; i++)
    if (l->bound.pragmas.at[i].loc.begin >= function->begin &&
        l->bound.pragmas.at[i].loc.begin < function->end)
      return false;
  return only_locks(function, base->key);
}

/* Add the subscripts in the place "ast" to "out", outermost first; the number
 * of the thread for what each has for itself. */
static void add_indices(struct lcm_instance *out, struct lcm_lowering *l,
                        const lcm_ast *ast) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  LCM_LIST(const lcm_expr *) found = {0};
  for (; ast && ast->kind != LCM_AST_REF; ast = ast->first)
    if (ast->kind == LCM_AST_SUBSCRIPT && ast->last != ast->first) {
      const lcm_expr *index = lcm_thread_expr(l, ast->last);
      LCM_LIST_ADD(
          arena, &found,
          index ? index
                : lcm_expr_symbol(l->ctx, lcm_name_of_source(l->ctx, "unknown"),
                                  LCM_DIM_NONE));
    }
  if (!found.n && ast && is_own(l, ast))
    LCM_LIST_ADD(
        arena, &found,
        lcm_expr_symbol(l->ctx, lcm_intern(l->ctx, "thread"), LCM_DIM_NONE));
  const lcm_expr **indices =
      LCM_NEW_ARRAY(arena, const lcm_expr *, found.n + 1);
  for (size_t i = 0; i < found.n; i++)
    indices[i] = found.at[found.n - 1 - i];
  out->indices = indices;
  out->n_indices = found.n;
}

void lcm_thread_object(struct lcm_instance *out, struct lcm_lowering *l,
                       const lcm_ast *ast) {
  *out = (struct lcm_instance){.name = lcm_thread_name(l, ast)};
  add_indices(out, l, lcm_thread_target(ast));
}

const long long *lcm_thread_sizes(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *target = lcm_thread_target(ast);
  const lcm_ast *base = target ? lcm_thread_base(target) : NULL;
  size_t found = 0;
  if (!base || !base->name)
    return NULL;
  const struct lcm_local *local = lcm_lower_local(l, base->name);
  if (local)
    return local->sizes;
  return lcm_map_get(&l->globals.declarations, base->name, &found)
             ? ((const lcm_ast *)(uintptr_t)found)->sizes
             : NULL;
}
