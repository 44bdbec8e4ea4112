/* The values and instances of objects of threads. */

#include "analyzer/lower/threads/thread_value.h"
#include "analyzer/lower/threads/thread_call.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"

const lcm_expr *lcm_thread_expr(struct lcm_lowering *l, const lcm_ast *ast) {
  if (!ast)
    return NULL;
  return ast->kind == LCM_AST_REF && !ast->is_function
             ? lcm_lower_clause(l, ast->name)
             : lcm_lower_expr(l, ast->begin, ast->end);
}

/* Add the subscripts in the place "ast" to "out", outermost first. */
static void add_indices(struct lcm_instance *out, struct lcm_lowering *l,
                        const lcm_ast *ast) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  LCM_LIST(const lcm_expr *) found = {0};
  for (; ast && ast->kind != LCM_AST_REF; ast = ast->first)
    if (ast->kind == LCM_AST_SUBSCRIPT && ast->last != ast->first) {
      const lcm_expr *index = lcm_thread_expr(l, ast->last);
      if (index)
        LCM_LIST_ADD(arena, &found, index);
    }
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
