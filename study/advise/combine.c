/* Message combining (Sinha 1994, 6.4.4): many small messages to one rank, of
 * which it needs none before the last. */
#include "study/advise/combine.h"

#include <string.h>

#include "model/machine/machine.h"
#include "study/advise/site.h"
#include "study/advise/words.h"

/* Return whether the message "node" is only sent: nobody is waited for. */
static bool is_sent(const lcm_node *node) {
  const struct lcm_mpi_function *function =
      lcm_mpi_function(node->u.message->operation);
  return function && (function->kind == LCM_MESSAGE_SEND ||
                      function->kind == LCM_MESSAGE_BSEND);
}

/* Return whether a rank that comes to "send" in or below "node" may wait there
 * for others; of a condition that decides about "send" only that alternative
 * counts.  What is called may do anything if it is a part of the program. */
static bool may_wait(const struct lcm_advising *a, const lcm_node *node,
                     const lcm_node *send) {
  const bool decides =
      node->kind == LCM_NODE_BRANCH && lcm_node_holds(node, send);
  const lcm_function *callee =
      node->kind == LCM_NODE_CALL
          ? lcm_program_function(a->program, node->u.call.callee)
          : NULL;
  if (node->kind == LCM_NODE_MESSAGE && !is_sent(node))
    return true;
  if (node->kind == LCM_NODE_OPAQUE || (callee && callee->body))
    return true;
  for (size_t i = 0; i < node->n_children; i++)
    if ((!decides || lcm_node_holds(node->children[i], send)) &&
        may_wait(a, node->children[i], send))
      return true;
  return false;
}

/* Put the cost of sending "bytes" into "*out"; false where it is not known. */
static bool sending(double *out, const struct lcm_advising *a, double bytes) {
  const lcm_machine *machine = a->plain.machine;
  const struct lcm_cost *cost =
      machine ? lcm_machine_cost(machine, "send") : NULL;
  const lcm_binding env[] = {{lcm_intern(a->ctx, "p"), 2},
                             {lcm_intern(a->ctx, "m"), bytes}};
  return cost && lcm_expr_eval(out, cost->expr, env, 2) == LCM_OK;
}

/* Return whether where the message of "site" goes to depends on the round of
 * "loop". */
static bool is_spread(const lcm_node *loop, const lcm_node *send) {
  const char *index = loop->u.loop.ranges[0].index;
  const struct lcm_mpi_call *call = send->u.message;
  return !call->to || lcm_expr_has(call->to, index) ||
         (call->tag && lcm_expr_has(call->tag, index));
}

bool lcm_advise_combining(struct lcm_advice_note *note, struct lcm_advising *a,
                          const struct lcm_advised_site *site) {
  lcm_arena *arena = lcm_ctx_arena(a->ctx);
  double bytes = 0;
  double one = 0;
  double all = 0;
  if (!site->met || site->node->kind != LCM_NODE_MESSAGE ||
      !is_sent(site->node))
    return false;
  const lcm_node *loop = lcm_site_around(site, LCM_NODE_LOOP);
  if (!loop || !loop->u.loop.n_ranges || is_spread(loop, site->node) ||
      may_wait(a, loop, site->node) || !site->node->u.message->bytes ||
      !lcm_expr_is_number(site->node->u.message->bytes, &bytes))
    return false;
  const double n = lcm_site_iterations(a, lcm_advise_site(a, loop));
  if (n < 2 || !sending(&one, a, bytes) || !sending(&all, a, n * bytes) ||
      n * one - all <= a->options->threshold * a->point->time)
    return false;
  *note = (struct lcm_advice_note){
      "message-combining", site->node->loc,
      lcm_arena_printf(arena, "each of %s rounds sends a message of its own",
                       lcm_advise_number(a->ctx, n)),
      lcm_arena_printf(arena,
                       "if who receives them needs none before the last, one "
                       "message behind the loop costs its sender %s, not %s",
                       lcm_advise_time(a->ctx, all),
                       lcm_advise_time(a->ctx, n * one))};
  return true;
}
