/* Calls of <lcmodel/md.h> as nodes. */
#include <string.h>

#include "analyzer/lower/chares/chare_call.h"
#include "analyzer/lower/chares/chare_find.h"
#include "analyzer/lower/chares/chare_node.h"
#include "analyzer/lower/chares/chare_reach.h"
#include "analyzer/lower/chares/chare_run.h"
#include "analyzer/lower/chares/chare_send.h"
#include "analyzer/lower/chares/chare_share.h"
#include "analyzer/lower/control/node.h"
#include "analyzer/lower/threads/thread_value.h"

/* Return the processor on which the message of "ast" is received; NULL where
 * that is not known. */
static const lcm_expr *target_of(struct lcm_lowering *l, const lcm_ast *ast) {
  const struct lcm_chare_function *call = lcm_chare_call(l, ast);
  const lcm_ast *target = lcm_chare_argument(ast, call->target);
  const char *m = lcm_chare_processor(l, l->function);
  if (!target || !l->chares->placed)
    return NULL;
  if (call->act == LCM_CHARE_CREATE_ON)
    return lcm_thread_expr(l, target);
  if (target->kind != LCM_AST_CALL || !target->name)
    return NULL;
  if (!strcmp(target->name, "md_branch"))
    return lcm_thread_expr(l, lcm_chare_argument(target, 1));
  return m && !strcmp(target->name, "md_self")
             ? lcm_expr_symbol(l->ctx, m, LCM_DIM_NONE)
             : NULL;
}

/* Return how many processors there are. */
static const lcm_expr *processors(struct lcm_lowering *l) {
  return lcm_expr_symbol(l->ctx, lcm_intern(l->ctx, "procs"), LCM_DIM_NONE);
}

/* Return "sending" to all branches: a message on each processor. */
static const lcm_node *to_all(struct lcm_lowering *l,
                              struct lcm_chare_sending *sending) {
  lcm_node *loop = lcm_lower_node(l, LCM_NODE_LOOP, sending->ast);
  lcm_iteration *range = LCM_NEW(lcm_ctx_arena(l->ctx), lcm_iteration);
  loop->label = lcm_intern(l->ctx, "each processor");
  range->index = lcm_intern(l->ctx, "branch");
  range->from = lcm_expr_int(l->ctx, 0);
  range->to = lcm_expr_sub(l->ctx, processors(l), lcm_expr_int(l->ctx, 1));
  if (l->chares->placed) {
    sending->processor = lcm_expr_symbol(l->ctx, range->index, LCM_DIM_NONE);
    loop->u.loop.ranges = range;
    loop->u.loop.n_ranges = 1;
  } else
    loop->u.loop.count = processors(l);
  lcm_lower_child(l, loop, lcm_chare_task(l, sending));
  return loop;
}

/* Return "sending" as nodes. */
static const lcm_node *plain_send(struct lcm_lowering *l,
                                  struct lcm_chare_sending *sending) {
  const struct lcm_chare_function *call = lcm_chare_call(l, sending->ast);
  if (call->act == LCM_CHARE_BROADCAST || call->act == LCM_CHARE_OFFICE)
    return to_all(l, sending);
  const lcm_node *task = lcm_chare_task(l, sending);
  return call->act == LCM_CHARE_REPLY
             ? lcm_chare_system_task(l, sending->ast, task)
             : task;
}

/* Return "sending" as nodes, as often as a comment says. */
static const lcm_node *counted_send(struct lcm_lowering *l,
                                    struct lcm_chare_sending *sending) {
  const lcm_node *node = plain_send(l, sending);
  if (!l->around.said || !l->around.said->count)
    return node;
  lcm_node *loop = lcm_lower_node(l, LCM_NODE_LOOP, sending->ast);
  loop->label = lcm_lower_label(l, sending->ast);
  loop->u.loop.count = l->around.said->count;
  lcm_lower_child(l, loop, node);
  return loop;
}

/* Return an opaque node: nobody knows how often the message "sending" comes
 * back to where it was sent from. */
static const lcm_node *endless(struct lcm_lowering *l,
                               const struct lcm_chare_sending *sending) {
  lcm_node_list nodes = {0};
  lcm_node *node = lcm_lower_opaque(
      l, &nodes, sending->ast,
      lcm_arena_printf(lcm_ctx_arena(l->ctx),
                       "messages to %s lead to more of them: how often is not "
                       "known, say `// lcm: count N` above",
                       sending->entry->name));
  lcm_lower_attribute(l, node, "message", sending->entry->name);
  return node;
}

/* Return the message of "ast" to "entry" as nodes. */
static const lcm_node *send_to(struct lcm_lowering *l, const lcm_ast *ast,
                               const struct lcm_chare_entry *entry) {
  struct lcm_chare_sending sending = {.ast = ast, .entry = entry};
  struct lcm_chare_round *round =
      (struct lcm_chare_round *)(uintptr_t)lcm_chare_round_at(l, ast);
  sending.processor = target_of(l, ast);
  if (!lcm_chare_is_round(l, l->function, ast, entry))
    return counted_send(l, &sending);
  if (!round)
    return lcm_chare_changes(l, &sending) ? plain_send(l, &sending)
                                          : endless(l, &sending);
  if (l->around.said && l->around.said->count)
    round->count = l->around.said->count;
  sending.less = round;
  lcm_node *branch = lcm_lower_node(l, LCM_NODE_BRANCH, ast);
  const lcm_expr **cond = LCM_NEW(lcm_ctx_arena(l->ctx), const lcm_expr *);
  *cond = lcm_expr_binary(l->ctx, LCM_X_LT, lcm_expr_int(l->ctx, 0),
                          lcm_expr_symbol(l->ctx, round->name, LCM_DIM_NONE));
  branch->u.branch.conditions = cond;
  branch->label = lcm_intern(l->ctx, "while messages go round");
  lcm_lower_child(l, branch, plain_send(l, &sending));
  return branch;
}

/* Return the message of "ast" to an entry whose number is "number" as nodes: to
 * each of those that it may be. */
static const lcm_node *send_to_some(struct lcm_lowering *l, const lcm_ast *ast,
                                    const lcm_expr *number) {
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  const size_t most = l->chares->entries.n;
  lcm_node *branch = lcm_lower_node(l, LCM_NODE_BRANCH, ast);
  const lcm_node **children = LCM_NEW_ARRAY(arena, const lcm_node *, most + 1);
  const lcm_expr **conds = LCM_NEW_ARRAY(arena, const lcm_expr *, most + 1);
  size_t n = 0;
  for (size_t i = 0; i < most; i++) {
    const struct lcm_chare_entry *entry = &l->chares->entries.at[i];
    if (!lcm_chare_may_send(l, l->function, ast, entry))
      continue;
    conds[n] = lcm_expr_binary(l->ctx, LCM_X_EQ, number,
                               lcm_expr_int(l->ctx, entry->number));
    children[n++] = send_to(l, ast, entry);
  }
  branch->label = lcm_lower_label(l, ast);
  branch->children = children;
  branch->n_children = n;
  branch->u.branch.conditions = conds;
  return branch;
}

/* Add the message that "ast" sends as "call" says to "nodes". */
static void add_send(struct lcm_lowering *l, lcm_node_list *nodes,
                     const lcm_ast *ast,
                     const struct lcm_chare_function *call) {
  const lcm_ast *given = lcm_chare_argument(ast, call->entry);
  long long number = 0;
  if (!lcm_chare_constant(&number, l, given)) {
    const lcm_expr *value = given ? lcm_thread_expr(l, given) : NULL;
    if (value)
      LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, send_to_some(l, ast, value));
    else
      lcm_lower_opaque(l, nodes, ast, "to which entry it sends is not known");
    return;
  }
  const struct lcm_chare_entry *entry = lcm_chare_entry_at(l, number);
  if (entry && entry->function) {
    LCM_LIST_ADD(lcm_ctx_arena(l->ctx), nodes, send_to(l, ast, entry));
    return;
  }
  lcm_report(l->ctx, LCM_DIAG_UNREGISTERED, lcm_lower_loc(l, ast),
             "%s() sends to entry %lld, and the table of entries has none of "
             "that number: add it there",
             ast->name, number);
  l->status = LCM_EPARSE;
}

bool lcm_chare_lower_call(struct lcm_lowering *l, lcm_node_list *nodes,
                          const lcm_ast *ast) {
  const struct lcm_chare_function *call = lcm_chare_call(l, ast);
  lcm_arena *arena = lcm_ctx_arena(l->ctx);
  if (!call)
    return false;
  switch (call->act) {
  case LCM_CHARE_CREATE:
  case LCM_CHARE_CREATE_ON:
  case LCM_CHARE_SEND:
  case LCM_CHARE_BROADCAST:
  case LCM_CHARE_OFFICE:
  case LCM_CHARE_REPLY:
    add_send(l, nodes, ast, call);
    break;
  case LCM_CHARE_STORE:
    LCM_LIST_ADD(arena, nodes, lcm_chare_system_task(l, ast, NULL));
    break;
  case LCM_CHARE_IMPROVE:
    LCM_LIST_ADD(arena, nodes, lcm_chare_improve(l, ast));
    break;
  case LCM_CHARE_COMPUTE: {
    const lcm_ast *given = lcm_chare_argument(ast, call->size);
    const lcm_expr *seconds = given ? lcm_thread_expr(l, given) : NULL;
    if (seconds)
      LCM_LIST_ADD(arena, nodes, lcm_chare_fragment(l, ast, seconds));
    else
      lcm_lower_opaque(l, nodes, ast, "how long it computes is not known");
    break;
  }
  case LCM_CHARE_RUN:
    LCM_LIST_ADD(arena, nodes, lcm_chare_lower_run(l, ast));
    break;
  case LCM_CHARE_SET:
    lcm_chare_set(l, ast);
    break;
  case LCM_CHARE_QUIESCENCE:
  case LCM_CHARE_EXIT:
  case LCM_CHARE_LOCAL:
    break;
  }
  return true;
}
