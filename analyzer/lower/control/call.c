/* The node of a call: of the project, of a library that calls back, through a
 * pointer. */
#include "analyzer/lower/control/call.h"
#include "analyzer/lower/access/note.h"
#include "analyzer/lower/access/through.h"
#include "analyzer/lower/chares/chare_hidden.h"
#include "analyzer/lower/chares/chare_send.h"
#include "analyzer/lower/control/argument.h"
#include "analyzer/lower/control/external.h"
#include "analyzer/lower/control/let.h"
#include "analyzer/lower/control/mark.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/control/syntax.h"
#include "analyzer/lower/cost/external_cost.h"
#include "analyzer/lower/mpi/broadcast.h"
#include "analyzer/lower/mpi/message.h"
#include "analyzer/lower/mpi/mpi_call.h"
#include "analyzer/lower/threads/thread_entry.h"
#include "analyzer/lower/threads/thread_sync.h"
#include "analyzer/lower/values/local.h"
#include "analyzer/lower/values/names.h"
#include "analyzer/lower/values/result.h"
#include "analyzer/lower/values/sign.h"
#include "analyzer/lower/values/value.h"
#include "model/link/link.h"

/* Return the name of the variable of a structure type that the call "ast" gives
 * its value, NULL for none. */
static const char *given_to(const lcm_ast *ast) {
  const lcm_ast *around = ast->parent;
  const lcm_ast *target =
      around && around->kind == LCM_AST_ASSIGN ? around->first : around;
  const bool variable =
      target && (target->kind == LCM_AST_VAR || target->kind == LCM_AST_REF);
  return variable && target->is_record && target != ast && around->last == ast
             ? target->name
             : NULL;
}

/* Return the variable of the function that holds what the call "ast" returns,
 * from where it stands, a statement of its own or a declaration, where that is
 * followed and nothing else gives it another value; NULL for none. */
static const char *held_by(struct lcm_lowering *l, const lcm_ast *ast) {
  const lcm_ast *by = ast->parent;
  const bool begins = by && by->kind == LCM_AST_VAR;
  const lcm_ast *statement = begins ? by->parent : by;
  const lcm_ast *to = begins ? by : by ? by->first : NULL;
  if (!ast->range || !by || (!begins && by->kind != LCM_AST_ASSIGN) ||
      by->last != ast || !to->key || (!begins && to->kind != LCM_AST_REF) ||
      !statement->parent || statement->parent->kind != LCM_AST_COMPOUND ||
      lcm_result_own(l, ast->name))
    return NULL;
  for (const lcm_ast *at = lcm_syntax_arguments(ast); at; at = at->next)
    if (lcm_sign_may_be_below(l, at))
      return NULL;
  const lcm_expr *value = lcm_expr_symbol(
      l->ctx, lcm_name_of_source(l->ctx, ast->name), LCM_DIM_NONE);
  const struct lcm_local *local = lcm_lower_local_of(l, to->key);
  return local && local->range && lcm_lower_local(l, to->name) == local &&
                 lcm_let_follows(l, to->name) &&
                 !lcm_lower_is_overridden(l, by, value)
             ? lcm_lower_name(l, to->name)
             : NULL;
}

/* Return the call "ast" of the function with the key "callee", called
 * "name". */
static lcm_node *new_call(struct lcm_lowering *l, const lcm_ast *ast,
                          const char *callee, const char *name) {
  lcm_node *node = lcm_lower_node(l, LCM_NODE_CALL, ast);
  node->u.call.callee = callee;
  node->label = LCM_INTERN_JOINED(l->ctx, name, "()");
  lcm_call_add_arguments(l, node, ast);
  lcm_lower_passes(l, node, ast);
  lcm_external_price(l, node, ast, callee[0] == '*' ? NULL : name);
  const char *into = given_to(ast);
  if (into)
    lcm_lower_attribute(l, node, "into", into);
  const char *held = lcm_call_is_project(ast) ? held_by(l, ast) : NULL;
  if (held)
    lcm_lower_attribute(l, node, LCM_RESULT, held);
  if (l->around.said)
    lcm_call_size(l, node, l->around.said);
  if (ast->is_function) {
    lcm_thread_pass(l, node, ast);
    lcm_chare_pass(l, node, ast);
  }
  return node;
}

/* Return the key of the function that a comment calls "name". */
static const char *target_key(struct lcm_lowering *l, const char *name) {
  size_t i = 0;
  for (const lcm_ast *top = l->syntax->top; top; top = top->next)
    if (top->kind == LCM_AST_FUNCTION && top->name == name)
      return lcm_lower_key(l, name, top->is_static);
  return lcm_lower_key(l, name,
                       l->syntax->of_headers &&
                           lcm_map_get(l->syntax->of_headers, name, &i));
}

/* Return the call "ast" of the functions that a comment names: a branch with
 * the shares that it gives or, where they are several, equal ones. */
static lcm_node *lower_targets(struct lcm_lowering *l, const lcm_ast *ast) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const size_t n = l->around.said->n_targets;
  const lcm_node **calls = LCM_NEW_ARRAY(arena, const lcm_node *, n);
  const lcm_expr **chances = LCM_NEW_ARRAY(arena, const lcm_expr *, n);
  lcm_node *one = NULL;
  bool shared = false;
  for (size_t i = 0; i < n; i++) {
    const char *name = l->around.said->targets[i];
    const lcm_expr *share = l->around.said->shares[i];
    calls[i] = one = new_call(l, ast, target_key(l, name), name);
    size_t known = 0;
    if (!lcm_map_get(&l->globals.defined, name, &known))
      lcm_lower_attribute(l, one, "named", "comment");
    chances[i] = share ? share : lcm_expr_ratio(l->ctx, 1, (long long)n);
    shared = shared || share;
  }
  if (n == 1 && !shared)
    return one;
  lcm_node *branch = lcm_lower_node(l, LCM_NODE_BRANCH, ast);
  branch->label = lcm_lower_label(l, ast);
  branch->children = calls;
  branch->n_children = n;
  branch->u.branch.probabilities = chances;
  if (!shared)
    lcm_lower_attribute(l, branch, "probability", "default");
  return branch;
}

/* Add an opaque node for the call "ast", for "reason".  Where it goes through a
 * pointer that has a name the call of that, "*name", is below it: the linker
 * may know which functions these are. */
static void add_indirect(struct lcm_lowering *l, lcm_node_list *nodes,
                         const lcm_ast *ast, const char *reason) {
  const char *name = ast->is_function ? NULL : lcm_lower_through(l, ast);
  lcm_node *opaque = lcm_lower_opaque(l, nodes, ast, reason);
  if (!name || l->around.covered)
    return;
  const char *callee = LCM_INTERN_JOINED(l->ctx, "*", name);
  const char *shown = ast->name && *ast->name ? ast->name : "(*)";
  lcm_lower_child(l, opaque, new_call(l, ast, callee, shown));
}

/* Return how many parameters the function that "ref" refers to has; 0 where the
 * file does not define it. */
static size_t n_params(const struct lcm_lowering *l, const lcm_ast *ref) {
  const lcm_ast *top = l->syntax->top;
  size_t n = 0;
  while (top && (top->kind != LCM_AST_FUNCTION || top->key != ref->key))
    top = top->next;
  for (const lcm_ast *at = top ? top->first : NULL;
       at && at->kind == LCM_AST_PARAM; at = at->next)
    n++;
  return n;
}

/* Return what the only pointer to data among the arguments of "ast" points to,
 * wherever in it; datum NULL where there is none or another one. */
static lcm_section only_place(struct lcm_lowering *l, const lcm_ast *ast) {
  static const struct lcm_extent SOMEWHERE = {NULL, NULL, NULL};
  lcm_section found = {.datum = NULL};
  for (const lcm_ast *at = lcm_syntax_arguments(ast); at; at = at->next) {
    if (!at->is_pointer || at->is_action)
      continue;
    if (found.datum)
      return (lcm_section){.datum = NULL};
    found = lcm_lower_place(l, at);
  }
  if (!found.n_extents || found.extents[found.n_extents - 1].length) {
    found.extents = &SOMEWHERE;
    found.n_extents = 1;
  }
  found.exact = false;
  found.why = "a library function chooses the element";
  return found;
}

/* Let the parameters of "call", which the call "ast" of a function from
 * elsewhere makes of "called", be pointers into what it is given. */
static void add_places(struct lcm_lowering *l, lcm_node *call,
                       const lcm_ast *ast, const lcm_ast *called) {
  const lcm_section place = only_place(l, ast);
  const size_t n = place.datum ? n_params(l, called) : 0;
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  lcm_section *places = LCM_NEW_ARRAY(arena, lcm_section, n + 1);
  for (size_t i = 0; i < n; i++)
    places[i] = place;
  call->u.call.args = LCM_NEW_ARRAY(arena, const lcm_expr *, n + 1);
  call->u.call.places = places;
  call->u.call.n_args = n;
}

/* Add the calls that "ast", a call of "external", makes of its argument: a loop
 * that runs as often, where that has a model. */
static void add_callbacks(struct lcm_lowering *l, lcm_node_list *nodes,
                          const lcm_ast *ast,
                          const struct lcm_external *external) {
  const lcm_ast *called = lcm_call_callback(ast);
  const char *missing = NULL;
  const lcm_expr *count =
      lcm_external_value(l, ast, external, external->calls, &missing);
  if (!count) {
    (void)lcm_lower_opaque(
        l, nodes, ast,
        lcm_arena_printf(lcm_ctx_arena(l->ctx),
                         "%s() may call '%s': how often is not known",
                         ast->name, called->name));
    return;
  }
  lcm_node *loop = lcm_lower_node(l, LCM_NODE_LOOP, ast);
  lcm_node *call = lcm_lower_node(l, LCM_NODE_CALL, ast);
  call->u.call.callee = lcm_lower_key(l, called->name, called->is_static);
  call->label = lcm_arena_printf(lcm_ctx_arena(l->ctx), "%s()", called->name);
  loop->label = lcm_lower_label(l, ast);
  add_places(l, call, ast, called);
  loop->u.loop.count = count;
  lcm_lower_child(l, loop, call);
  LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, loop);
}

void lcm_call_add(struct lcm_lowering *l, lcm_node_list *nodes,
                  const lcm_ast *ast) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const char *oddity = lcm_call_oddity(l, ast);
  const bool said = l->around.said && l->around.said->n_targets;
  if (lcm_chare_lower_call(l, nodes, ast) ||
      lcm_thread_lower_call(l, nodes, ast))
    return;
  const struct lcm_external *external = lcm_external_calls(l, ast);
  if (lcm_call_is_message(l, ast))
    lcm_lower_message(l, nodes, ast);
  else if (external)
    add_callbacks(l, nodes, ast, external);
  else if (oddity && said && (!ast->is_function || lcm_call_callback(ast)))
    LCM_LIST_ADD(arena, nodes, lower_targets(l, ast));
  else if (oddity)
    add_indirect(l, nodes, ast, oddity);
  else if (lcm_call_is_project(ast) && !lcm_call_mpi(l, ast))
    LCM_LIST_ADD(arena, nodes,
                 new_call(l, ast, lcm_lower_key(l, ast->name, ast->is_static),
                          ast->name));
  lcm_message_told(l, nodes, ast);
  lcm_broadcast_lets(l, nodes, ast);
  lcm_let_set(l, nodes, ast);
}
