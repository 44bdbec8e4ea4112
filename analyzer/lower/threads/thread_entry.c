/* The call that a new thread begins with, with what it is given. */

#include "analyzer/lower/threads/thread_entry.h"
#include "analyzer/lower/access/note.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/threads/thread_call.h"
#include "analyzer/lower/threads/thread_fill.h"
#include "analyzer/lower/threads/thread_param.h"
#include "analyzer/lower/threads/thread_value.h"

/* Return the number that the argument "value" is cast from, NULL where it is
 * none. */
static const lcm_expr *number_of(struct lcm_lowering *l, const lcm_ast *value) {
  return !value || value->kind == LCM_AST_ADDRESS ||
                 (value->kind == LCM_AST_REF && value->is_pointer &&
                  value->name != l->threads->argument)
             ? NULL
             : lcm_thread_expr(l, value);
}

lcm_node *lcm_thread_entry(struct lcm_lowering *l, const lcm_ast *at,
                           const lcm_ast *routine, const lcm_ast *value) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const lcm_ast *defined = lcm_thread_defined(l, routine->name);
  const lcm_thread_read_list hidden =
      defined ? lcm_thread_reads_of(l, defined) : (lcm_thread_read_list){0};
  lcm_node *node = lcm_lower_node(l, LCM_NODE_CALL, at);
  const lcm_expr **args = LCM_NEW_ARRAY(arena, const lcm_expr *, hidden.n + 1);
  lcm_section *places = LCM_NEW_ARRAY(arena, lcm_section, hidden.n + 1);
  args[0] = number_of(l, value);
  if (value && value->is_pointer)
    places[0] = lcm_lower_place(l, value);
  for (size_t i = 0; i < hidden.n; i++)
    args[i + 1] = lcm_thread_filled(l, at, value, hidden.at[i].key);
  node->label = lcm_arena_printf(arena, "%s()", routine->name);
  node->u.call.callee = lcm_lower_key(l, routine->name, routine->is_static);
  node->u.call.args = args;
  node->u.call.places = places;
  node->u.call.n_args = hidden.n + 1;
  return node;
}

void lcm_thread_pass(struct lcm_lowering *l, lcm_node *node,
                     const lcm_ast *ast) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const lcm_ast *defined =
      l->threads->any && ast->n_args == 1 && node->u.call.n_args == 1
          ? lcm_thread_defined(l, ast->name)
          : NULL;
  const lcm_thread_read_list hidden =
      defined ? lcm_thread_reads_of(l, defined) : (lcm_thread_read_list){0};
  if (!hidden.n || node->u.call.sizes)
    return;
  const lcm_expr **args = LCM_NEW_ARRAY(arena, const lcm_expr *, hidden.n + 1);
  lcm_section *places = LCM_NEW_ARRAY(arena, lcm_section, hidden.n + 1);
  args[0] = node->u.call.args[0];
  if (node->u.call.places)
    places[0] = node->u.call.places[0];
  for (size_t i = 0; i < hidden.n; i++)
    args[i + 1] = lcm_thread_filled(l, ast, ast->first->next, hidden.at[i].key);
  node->u.call.args = args;
  node->u.call.places = places;
  node->u.call.n_args = hidden.n + 1;
}
