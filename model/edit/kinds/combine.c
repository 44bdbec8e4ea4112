/* The verb combine (message combining, Sinha 1994, 6.4.4): one message instead
 * of one in each round of a loop. */
#include "model/edit/kinds/combine.h"

#include "model/edit/core/nodes.h"
#include "model/edit/core/say.h"
#include "model/edit/core/spot.h"

/* Return what the message "node" does, LCM_MESSAGE_COUNT for another node. */
static lcm_message_kind kind_of(const lcm_node *node) {
  const struct lcm_mpi_function *function =
      node->kind == LCM_NODE_MESSAGE
          ? lcm_mpi_function(node->u.message->operation)
          : NULL;
  return function && function->mode == LCM_MODE_NOW ? function->kind
                                                    : LCM_MESSAGE_COUNT;
}

/* Return whether "node" sends, and goes on when its buffer is free again. */
static bool sends(const lcm_node *node) {
  const lcm_message_kind kind = kind_of(node);
  return kind == LCM_MESSAGE_SEND || kind == LCM_MESSAGE_SSEND ||
         kind == LCM_MESSAGE_BSEND;
}

/* Return whether "e", which may be NULL, depends on the round of "loop". */
static bool differs(const lcm_expr *e, const lcm_node *loop) {
  const char *index = loop->u.loop.ranges[0].index;
  return e && index && lcm_expr_has(e, index);
}

/* Return whether all rounds of "loop" come to the same alternative of "node",
 * a branch in it. */
static bool is_settled(const lcm_node *node, const lcm_node *loop) {
  if (!node->u.branch.conditions || node->u.branch.probabilities)
    return false;
  for (size_t i = 0; i < node->n_children; i++)
    if (differs(node->u.branch.conditions[i], loop))
      return false;
  return true;
}

/* Return the loop in all of whose rounds, or none of them, the node at "spot"
 * is executed; NULL where there is none. */
static const lcm_node *loop_of(const struct lcm_edit_spot *spot) {
  const lcm_node *loop = NULL;
  size_t at = spot->n_above;
  while (at && spot->above[at - 1]->kind != LCM_NODE_LOOP)
    at--;
  loop = at ? spot->above[at - 1] : NULL;
  if (!loop || loop->u.loop.n_ranges != 1 || loop->u.loop.condition)
    return NULL;
  for (size_t i = at; i < spot->n_above; i++) {
    const lcm_node *node = spot->above[i];
    const bool decides =
        node->kind == LCM_NODE_BRANCH && is_settled(node, loop);
    if (node->n_models || (node->kind != LCM_NODE_SERIES && !decides))
      return NULL;
  }
  return loop->n_models ? NULL : loop;
}

bool lcm_edit_can_combine(const struct lcm_edit_spot *spot) {
  return (sends(spot->node) || kind_of(spot->node) == LCM_MESSAGE_RECV) &&
         loop_of(spot);
}

/* Return how many rounds "loop" has; NULL where no expression says that. */
static const lcm_expr *rounds(lcm_ctx *ctx, const lcm_node *loop) {
  const lcm_iteration *range = &loop->u.loop.ranges[0];
  if (loop->u.loop.count)
    return loop->u.loop.count;
  return range->from && range->to && !range->step && !range->factor
             ? lcm_expr_add(ctx, lcm_expr_sub(ctx, range->to, range->from),
                            lcm_expr_int(ctx, 1))
             : NULL;
}

/* Return "node", which is or has "gone", without that; NULL where nothing is
 * left. */
static const lcm_node *without(struct lcm_editing *e, const lcm_node *node,
                               const lcm_node *gone) {
  const lcm_node **kept = LCM_NEW_ARRAY(lcm_ctx_arena(e->ctx), const lcm_node *,
                                        node->n_children + 1);
  size_t n = 0;
  if (node == gone)
    return NULL;
  if (!lcm_node_holds(node, gone))
    return node;
  for (size_t i = 0; i < node->n_children; i++) {
    kept[n] = without(e, node->children[i], gone);
    if (!kept[n] && node->kind == LCM_NODE_BRANCH)
      kept[n] = lcm_edit_node(e, LCM_NODE_SERIES, gone, NULL, 0);
    n += kept[n] != NULL;
  }
  return n ? lcm_edit_with_children(e, node, kept, n) : NULL;
}

/* Return "all" where the conditions hold that decide in "node" about "one". */
static const lcm_node *guarded(struct lcm_editing *e, const lcm_node *node,
                               const lcm_node *one, const lcm_node *all) {
  const lcm_node **ways = LCM_NEW_ARRAY(lcm_ctx_arena(e->ctx), const lcm_node *,
                                        node->n_children + 1);
  if (node == one)
    return all;
  for (size_t i = 0; i < node->n_children; i++) {
    const bool own =
        node->children[i] == one || lcm_node_holds(node->children[i], one);
    ways[i] = own ? guarded(e, node->children[i], one, all)
                  : lcm_edit_node(e, LCM_NODE_SERIES, one, NULL, 0);
    if (own && node->kind != LCM_NODE_BRANCH)
      return ways[i];
  }
  return lcm_edit_with_children(e, node, ways, node->n_children);
}

/* Return the message at "spot" for all rounds of its loop. */
static const lcm_node *all_rounds(struct lcm_editing *e,
                                  const struct lcm_edit_spot *spot) {
  const lcm_node *loop = loop_of(spot);
  struct lcm_mpi_call *call =
      LCM_NEW(lcm_ctx_arena(e->ctx), struct lcm_mpi_call);
  lcm_node *copy = lcm_edit_copy(e, spot->node);
  *call = *spot->node->u.message;
  if (call->bytes)
    call->bytes = lcm_expr_mul(e->ctx, rounds(e->ctx, loop), call->bytes);
  copy->u.message = call;
  return guarded(e, loop, spot->node, copy);
}

/* Check that the messages at "spot" are alike, and as many as is known. */
static lcm_status check_alike(struct lcm_editing *e,
                              const struct lcm_edit_spot *spot) {
  const lcm_node *loop = loop_of(spot);
  const struct lcm_mpi_call *call = spot->node->u.message;
  if (!rounds(e->ctx, loop))
    return lcm_edit_wrong(e, spot->node,
                          "how many rounds the loop around it has is not "
                          "known");
  if (differs(call->to, loop) || differs(call->from, loop) ||
      differs(call->tag, loop) || differs(call->from_tag, loop) ||
      differs(call->bytes, loop))
    return lcm_edit_wrong(e, spot->node,
                          "its messages differ from round to round");
  return LCM_OK;
}

/* Put the "n" of "parts" that are not NULL in the place of "loop". */
static void replace(struct lcm_editing *e, const lcm_node *loop,
                    const lcm_node *const *parts, size_t n) {
  const lcm_node **kept =
      LCM_NEW_ARRAY(lcm_ctx_arena(e->ctx), const lcm_node *, n + 1);
  size_t left = 0;
  for (size_t i = 0; i < n; i++)
    if (parts[i])
      kept[left++] = parts[i];
  lcm_edit_change(e, loop, lcm_edit_node(e, LCM_NODE_SERIES, loop, kept, left));
}

/* Return whether who executes "a" in a round of "loop" does not execute "b": a
 * condition decides between them. */
static bool are_apart(const lcm_node *node, const lcm_node *a,
                      const lcm_node *b) {
  for (size_t i = 0; i < node->n_children; i++) {
    const lcm_node *child = node->children[i];
    const bool has_a = child == a || lcm_node_holds(child, a);
    const bool has_b = child == b || lcm_node_holds(child, b);
    if (has_a && has_b)
      return are_apart(child, a, b);
    if (has_a || has_b)
      return node->kind == LCM_NODE_BRANCH;
  }
  return false;
}

/* Let both messages, at "spots", come once. */
static void combine(struct lcm_editing *e, const struct lcm_edit_spot *spots) {
  const lcm_node *loops[] = {loop_of(&spots[0]), loop_of(&spots[1])};
  const lcm_node *send = all_rounds(e, &spots[0]);
  const lcm_node *receive = all_rounds(e, &spots[1]);
  const lcm_node *rest = without(e, loops[0], spots[0].node);
  if (loops[0] != loops[1]) {
    replace(e, loops[0], (const lcm_node *const[]){rest, send}, 2);
    rest = without(e, loops[1], spots[1].node);
    replace(e, loops[1], (const lcm_node *const[]){receive, rest}, 2);
    return;
  }
  rest = rest ? without(e, rest, spots[1].node) : NULL;
  replace(e, loops[0], (const lcm_node *const[]){receive, rest, send}, 3);
}

lcm_status lcm_edit_combine(struct lcm_editing *e,
                            const struct lcm_edit_spot *spots, size_t n) {
  if (n < 2 || !sends(spots[0].node) || sends(spots[1].node))
    return lcm_edit_wrong(e, spots[0].node,
                          "say what sends and then what receives");
  if (loop_of(&spots[0]) == loop_of(&spots[1]) &&
      !are_apart(loop_of(&spots[0]), spots[0].node, spots[1].node))
    return lcm_edit_wrong(e, spots[0].node,
                          "who sends in a round receives in it as well");
  lcm_status status = check_alike(e, &spots[0]);
  status = status ? status : check_alike(e, &spots[1]);
  if (status)
    return status;
  lcm_edit_premise(e, false,
                   "who receives needs none of the messages before the last is "
                   "made");
  lcm_edit_premise(e, false,
                   "what is sent in each round stays where it is until then");
  combine(e, spots);
  return LCM_OK;
}
