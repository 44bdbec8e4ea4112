/* Finds which iterations of a loop are alike. */
#include "composer/engine/again/alike.h"

#include "composer/engine/env.h"

/* Loops of fewer iterations are executed as they are; those with more kinds
 * are, too, and with more conditions. */
enum { LEAST = 4, MOST_KINDS = 64, MOST_CONDITIONS = 64 };

/* Return whether anybody asks for each message in "run". */
static bool asks_for_messages(const struct lcm_run *run) {
  return run->messages.log || run->messages.traffic;
}

/* Return whether the iterations of "node" differ by no more than the conditions
 * of "turns", each of which is the same for all members of a team. */
static bool are_settled(struct lcm_run *run, const struct lcm_turns *turns) {
  bool settled = turns->settled && turns->n && turns->n <= MOST_CONDITIONS;
  for (size_t i = 0; i < turns->n && settled; i++)
    settled = !lcm_run_by_member(run, turns->at[i]);
  return settled;
}

/* Kinds, and for each what its conditions come to. */
struct kinds {
  lcm_alike_list all;
  uint64_t keys[MOST_KINDS];
  lcm_alike_order *order; /* or NULL */
};

/* Note that the next iteration is of the kind number "at". */
static void put_in_order(struct lcm_run *run, struct kinds *kinds, size_t at) {
  lcm_alike_order *order = kinds->order;
  if (!order)
    return;
  if (!order->n || order->at[order->n - 1].kind != at) {
    const struct lcm_alike_stretch fresh = {at, 0};
    LCM_LIST_ADD(lcm_ctx_stack(run->ctx), order, fresh);
  }
  order->at[order->n - 1].n++;
}

/* Add iteration number "i" with "key"; false where there are too many kinds. */
static bool add(struct lcm_run *run, struct kinds *kinds, double i,
                uint64_t key) {
  size_t at = 0;
  while (at < kinds->all.n && kinds->keys[at] != key)
    at++;
  if (at == MOST_KINDS)
    return false;
  if (at == kinds->all.n) {
    const struct lcm_alike fresh = {i, 0};
    LCM_LIST_ADD(lcm_ctx_stack(run->ctx), &kinds->all, fresh);
    kinds->keys[at] = key;
  }
  kinds->all.at[at].n++;
  put_in_order(run, kinds, at);
  return true;
}

lcm_alike_list lcm_run_alike(lcm_alike_order *order, struct lcm_run *run,
                             const lcm_node *node,
                             const struct lcm_walk *walk) {
  struct kinds kinds = {.order = order};
  if (walk->each != 1 || walk->steps < LEAST || !walk->index ||
      !node->n_children || asks_for_messages(run))
    return kinds.all;
  const struct lcm_turns *turns = lcm_facts_turns(lcm_run_knowledge(run), node);
  const size_t bound = run->env.n;
  bool known = are_settled(run, turns);
  for (double i = 0; i < walk->steps && known; i++) {
    uint64_t key = 0;
    lcm_run_step(run, walk, i);
    known = lcm_run_turns_key(&key, run, turns) && add(run, &kinds, i, key);
    run->env.n = bound;
  }
  if (!known)
    kinds.all.n = 0;
  return kinds.all;
}
