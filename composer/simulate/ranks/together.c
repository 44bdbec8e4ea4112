/* What several ranks do together: the rounds of collectives, or a price for
 * all. */
#include <math.h>

#include "composer/simulate/ranks/queue.h"
#include "composer/simulate/ranks/together.h"
#include "composer/simulate/ranks/waiter.h"

static const size_t NOBODY = (size_t)-1;

/* Tags of messages of what ranks do together, above those of neighbours. */
static const double FIRST_TAG = 1e6;

/* Where a part is in its round: it begins, has spent what sending costs, has
 * posted, and has taken what came; or it waits for others to come (GATHERS). */
enum { BEGINS, SENDS, RECEIVES, TAKES, GATHERS, ENDS };

/* What a member does in a round: who it sends to and receives from, or
 * NOBODY. */
struct pass {
  size_t to;
  size_t from;
  double bytes;
};

static const struct pass NOTHING = {(size_t)-1, (size_t)-1, 0};

/* ---- rounds of algorithms -------------------------------------------------
 */

/* Return the least power of two that is "n" or more. */
static size_t power(size_t n) {
  size_t out = 1;
  while (out < n)
    out *= 2;
  return out;
}

/* Return how many rounds halving "n" takes. */
static size_t levels(size_t n) {
  size_t out = 0;
  for (size_t k = 1; k < n; k *= 2)
    out++;
  return out;
}

/* Return what members from number "first" on, counted from the root, up to
 * "size" of them, contribute together. */
static double parts(const struct lcm_vm_collective *of, size_t first,
                    size_t size) {
  const size_t n = of->group->n;
  double bytes = 0;
  for (size_t i = first; i < n && i < first + size; i++) {
    const struct lcm_queued *queued =
        of->collective->queues[(i + of->terms.root) % n];
    bytes += queued ? queued->bytes : 0;
  }
  return bytes;
}

/* Return what the member "me" does at distance "mask" of a binomial tree, of
 * which it is number "i" from the root on: upwards or downwards. */
static struct pass pass_tree(const struct lcm_vm_collective *of, size_t i,
                             size_t mask, bool up) {
  const size_t n = of->group->n;
  const bool upper = i % (2 * mask) == 0 && i + mask < n;
  const bool lower = i % (2 * mask) == mask;
  const size_t first = upper ? i + mask : i;
  const enum lcm_algorithm algorithm = of->terms.algorithm;
  struct pass pass = NOTHING;
  if (!upper && !lower)
    return pass;
  const size_t other = ((upper ? i + mask : i - mask) + of->terms.root) % n;
  *(upper == up ? &pass.from : &pass.to) = other;
  pass.bytes = of->terms.bytes;
  if (algorithm == LCM_GO_DOWN_PARTS)
    pass.bytes *= (double)(n - first < mask ? n - first : mask);
  else if (algorithm == LCM_GO_UP_PARTS)
    pass.bytes = parts(of, first, mask);
  return pass;
}

/* Return what the member "me" does in "round" of recursive doubling: those
 * beyond a power of two leave their part to a neighbour first, and get the
 * result from it at last. */
static struct pass pass_double(const struct lcm_vm_collective *of, size_t me,
                               size_t round) {
  const size_t n = of->group->n;
  const size_t most = power(n) == n ? n : power(n) / 2;
  const size_t rest = n - most;
  const bool paired = me < 2 * rest;
  struct pass pass = {NOBODY, NOBODY, of->terms.bytes};
  if (round == 0 || round == levels(most) + 1) {
    if (paired)
      *((me % 2 == 0) == (round == 0) ? &pass.to : &pass.from) = me ^ 1;
    return pass;
  }
  if (paired && me % 2 == 0)
    return pass;
  const size_t i = paired ? me / 2 : me - rest;
  const size_t other = i ^ ((size_t)1 << (round - 1));
  pass.to = pass.from = other < rest ? 2 * other + 1 : other + rest;
  return pass;
}

/* Return what the member "me" does where each sends to the one "by" behind it:
 * all around, or up to the last. */
static struct pass pass_shift(const struct lcm_vm_collective *of, size_t me,
                              size_t by, bool around) {
  const size_t n = of->group->n;
  struct pass pass = {(me + by) % n, (me + n - by % n) % n, of->terms.passed};
  if (!around && me + by >= n)
    pass.to = NOBODY;
  if (!around && me < by)
    pass.from = NOBODY;
  return pass;
}

/* Return how many rounds "of" has. */
static size_t rounds_of(const struct lcm_vm_collective *of) {
  const size_t n = of->group->n;
  switch (of->terms.algorithm) {
  case LCM_GO_DOWN:
  case LCM_GO_DOWN_PARTS:
  case LCM_GO_UP:
  case LCM_GO_UP_PARTS:
  case LCM_GO_SPREAD:
  case LCM_GO_SCAN:
    return levels(n);
  case LCM_GO_DOUBLE:
    return levels(power(n) == n ? n : power(n) / 2) + 2;
  case LCM_GO_AROUND:
  case LCM_GO_PAIRWISE:
    return n - 1;
  case LCM_GO_MEET:
    break;
  }
  return 0;
}

/* Return what the member "me" does in "round" of "of". */
static struct pass pass_of(const struct lcm_vm_collective *of, size_t me,
                           size_t round) {
  const size_t n = of->group->n;
  const size_t i = (me + n - of->terms.root) % n;
  switch (of->terms.algorithm) {
  case LCM_GO_DOWN:
  case LCM_GO_DOWN_PARTS:
    return pass_tree(of, i, power(n) >> (round + 1), false);
  case LCM_GO_UP:
  case LCM_GO_UP_PARTS:
    return pass_tree(of, i, (size_t)1 << round, true);
  case LCM_GO_DOUBLE:
    return pass_double(of, me, round);
  case LCM_GO_AROUND:
    return pass_shift(of, me, 1, true);
  case LCM_GO_PAIRWISE:
    return pass_shift(of, me, round + 1, true);
  case LCM_GO_SPREAD:
  case LCM_GO_SCAN:
    return pass_shift(of, me, (size_t)1 << round,
                      of->terms.algorithm == LCM_GO_SPREAD);
  case LCM_GO_MEET:
    break;
  }
  return NOTHING;
}

/* ---- collectives ------------------------------------------------------------
 */

/* Return the collectives of "group". */
static struct lcm_vm_collectives *meetings_of(struct lcm_vm_ranks *all,
                                              const struct lcm_group *group) {
  for (size_t i = 0; i < all->collectives.n; i++)
    if (all->collectives.at[i].group == group)
      return &all->collectives.at[i];
  const struct lcm_vm_collectives fresh = {.group = group};
  LCM_LIST_ADD(all->life, &all->collectives, fresh);
  return &all->collectives.at[all->collectives.n - 1];
}

/* Find out which turns at interfaces "of", which has a price, takes. */
static void find_turns(struct lcm_vm_ranks *all, struct lcm_vm_collective *of) {
  const struct lcm_nodes *nodes = all->queue->nodes;
  const size_t n = lcm_nodes_count(nodes);
  const struct lcm_share share = {of->terms.bytes, of->terms.root};
  lcm_arena scratch = lcm_arena_like(all->life);
  struct lcm_node_turn *turns =
      LCM_NEW_ARRAY(&scratch, struct lcm_node_turn, n + 1);
  size_t first = 0;
  while (!of->collective->queues[first])
    first++;
  of->n_turns = lcm_nodes_turns(turns, nodes, &all->vm->run, of->group,
                                of->collective->queues[first], &share);
  of->turns = LCM_NEW_ARRAY(all->life, struct lcm_vm_turn, of->n_turns + 1);
  for (size_t i = 0; i < of->n_turns; i++)
    of->turns[i] = (struct lcm_vm_turn){.is = turns[i], .of = of};
  lcm_arena_reset(&scratch);
}

/* Return operation "number" of "group", and begin it where that is new. */
static struct lcm_vm_collective *meeting_of(struct lcm_vm_ranks *all,
                                            const struct lcm_group *group,
                                            size_t number) {
  struct lcm_vm_collectives *known = meetings_of(all, group);
  struct lcm_run *run = &all->vm->run;
  if (number < known->all.n)
    return known->all.at[number];
  struct lcm_vm_collective *of = LCM_NEW(all->life, struct lcm_vm_collective);
  of->group = group;
  of->collective = group->collectives.at[number];
  of->number = number;
  of->terms = lcm_collective_terms(run, group, of->collective);
  of->eager = lcm_queue_eager(run, of->terms.bytes);
  of->send = lcm_run_machine(run, "send", 2, of->terms.bytes, 1);
  of->receive = lcm_run_machine(run, "receive", 2, of->terms.bytes, 1);
  of->here = LCM_NEW_ARRAY(all->life, bool, group->n + 1);
  if (of->terms.priced)
    find_turns(all, of);
  LCM_LIST_ADD(all->life, &known->all, of);
  return of;
}

/* Return whether those of node "node" have come to "of" who send from it. */
static bool is_ready(const struct lcm_vm_ranks *all,
                     const struct lcm_vm_collective *of,
                     const struct lcm_node_turn *turn) {
  const struct lcm_group *group = of->group;
  if (of->terms.how == LCM_FOR_ALL)
    return of->arrived == group->n;
  if (of->terms.how == LCM_FOR_ROOT)
    return of->here[of->terms.root];
  if (of->terms.how == LCM_FOR_EARLIER)
    return of->row > turn->first;
  for (size_t i = turn->first; i < group->n; i++)
    if (lcm_nodes_of(all->queue->nodes, group->ranks[i]) == turn->node &&
        !of->here[i])
      return false;
  return true;
}

/* Let those turns of "of" begin that can now that "rank" has come. */
static void begin_turns(struct lcm_vm_rank *rank,
                        struct lcm_vm_collective *of) {
  for (size_t i = 0; i < of->n_turns; i++) {
    struct lcm_vm_turn *turn = &of->turns[i];
    if (!turn->begun && is_ready(rank->all, of, &turn->is))
      lcm_vm_take_turn(rank, turn);
  }
}

/* Return whether all have come to "of" for whom its member "me" waits before
 * it does what that costs. */
static bool are_here(const struct lcm_vm_collective *of, size_t me) {
  const struct lcm_collective_terms *terms = &of->terms;
  const bool all = of->arrived == of->group->n;
  switch (terms->how) {
  case LCM_FOR_ALL:
    return all;
  case LCM_FOR_ROOT:
    return of->here[terms->root];
  case LCM_ROOT_FOR_ALL:
    return me != terms->root || all;
  case LCM_FOR_EARLIER:
    return of->row >= me;
  }
  return all;
}

/* Return whether members of "of" wait for others to come and then do what it
 * costs: no messages are sent. */
static bool gathers(const struct lcm_vm_collective *of) {
  return of->terms.priced || of->terms.algorithm == LCM_GO_MEET;
}

/* ---- parts --------------------------------------------------------------- */

/* Return a post of "kind" with "other" and "bytes" in what "hand" does. */
static struct lcm_vm_queue *post_of(struct lcm_vm_hand *hand,
                                    enum lcm_queued_kind kind, size_t other,
                                    double bytes) {
  struct lcm_vm_queue *post = lcm_vm_new_post(hand->all, NULL, &hand->waiter);
  *post->queued =
      (struct lcm_queued){.kind = kind,
                          .node = hand->queued->node,
                          .function = hand->queued->function,
                          .group = hand->queued->group,
                          .me = hand->me,
                          .peer = (double)other,
                          .tag = FIRST_TAG + (double)hand->of->number,
                          .joint = true,
                          .bytes = bytes,
                          .waits = bytes > hand->of->eager};
  return post;
}

/* Post what "hand" sends and receives in its round. */
static void post_round(struct lcm_vm_hand *hand, struct pass pass) {
  hand->out = hand->in = true;
  if (pass.to != NOBODY) {
    struct lcm_vm_queue *post = post_of(hand, LCM_SENDS, pass.to, pass.bytes);
    hand->out = !post->queued->waits;
    post->flag = hand->out ? NULL : &hand->out;
    lcm_vm_enqueue(hand->rank, post);
  }
  if (pass.from != NOBODY) {
    struct lcm_vm_queue *post = post_of(hand, LCM_RECEIVES, pass.from, 0);
    hand->in = false;
    post->flag = &hand->in;
    lcm_vm_enqueue(hand->rank, post);
  }
}

/* Let "process" spend "time" and go on then; return whether it takes none. */
static bool spend(lcm_vm *vm, lcm_process *process, double time) {
  if (!(time > 0))
    return true;
  lcm_sim_delay(vm->sim, process, time);
  return false;
}

/* Go on with the round of "hand", at phase "*phase"; return whether "process"
 * runs on. */
static bool step_round(lcm_vm *vm, lcm_process *process,
                       struct lcm_vm_hand *hand, uint32_t *phase) {
  const struct pass pass = pass_of(hand->of, hand->me, hand->round);
  switch (*phase) {
  case BEGINS:
    *phase = SENDS;
    return pass.to == NOBODY || spend(vm, process, hand->of->send);
  case SENDS:
    *phase = RECEIVES;
    post_round(hand, pass);
    return true;
  case RECEIVES:
    if (!hand->in) {
      lcm_vm_wait(vm, &hand->waiter);
      return false;
    }
    *phase = TAKES;
    return pass.from == NOBODY || spend(vm, process, hand->of->receive);
  case TAKES:
    if (!hand->out) {
      lcm_vm_wait(vm, &hand->waiter);
      return false;
    }
    hand->round++;
    *phase = hand->round < rounds_of(hand->of) ? BEGINS : ENDS;
    return true;
  }
  return true;
}

/* Go on with "hand", which waits for others and then does what the operation
 * costs; return whether "process" runs on. */
static bool step_priced(lcm_vm *vm, lcm_process *process,
                        struct lcm_vm_hand *hand, uint32_t *phase) {
  if (!are_here(hand->of, hand->me) || !lcm_vm_have_left(hand->of, hand->me)) {
    lcm_vm_wait(vm, &hand->waiter);
    return false;
  }
  *phase = ENDS;
  return spend(vm, process, hand->of->terms.cost);
}

/* "hand" has done its part. */
static void end_hand(lcm_vm *vm, struct lcm_vm_hand *hand) {
  struct lcm_vm_ranks *all = hand->all;
  hand->queued->done = true;
  hand->queued->end = lcm_sim_time(vm->sim);
  lcm_vm_look(vm, &hand->rank->waiter);
  hand->next = all->free_hands;
  all->free_hands = hand;
  lcm_vm_helped(all, &hand->helper);
}

bool lcm_vm_step_hand(lcm_vm *vm, lcm_process *process) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  struct lcm_vm_hand *hand = p->actor;
  const struct lcm_vm_collective *of = hand->of;
  p->next = p->at;
  if (p->phase == BEGINS && gathers(of))
    p->phase = GATHERS;
  else if (p->phase == BEGINS && of->group->n < 2)
    p->phase = ENDS;
  if (p->phase == ENDS) {
    end_hand(vm, hand);
    return false;
  }
  return p->phase == GATHERS ? step_priced(vm, process, hand, &p->phase)
                             : step_round(vm, process, hand, &p->phase);
}

/* Let those look who waited for the member "me" to come to "of". */
static void tell_come(lcm_vm *vm, struct lcm_vm_collective *of, size_t me) {
  const enum lcm_together how = of->terms.how;
  const bool all = of->arrived == of->group->n;
  if (!all && (how == LCM_FOR_ALL || how == LCM_ROOT_FOR_ALL ||
               (how == LCM_FOR_ROOT && me != of->terms.root)))
    return;
  for (size_t i = 0; i < of->hands.n; i++)
    if (of->hands.at[i]->of == of && are_here(of, of->hands.at[i]->me))
      lcm_vm_look(vm, &of->hands.at[i]->waiter);
}

/* The member "me" has come to "of". */
static void note_come(struct lcm_vm_collective *of, size_t me) {
  of->here[me] = true;
  of->arrived++;
  while (of->row < of->group->n && of->here[of->row])
    of->row++;
}

/* Return a part of "rank" in "of", by what it posted. */
static struct lcm_vm_hand *new_hand(struct lcm_vm_rank *rank,
                                    struct lcm_vm_collective *of,
                                    struct lcm_queued *queued) {
  struct lcm_vm_ranks *all = rank->all;
  struct lcm_vm_hand *hand = all->free_hands;
  if (hand)
    all->free_hands = hand->next;
  else
    hand = LCM_NEW(all->life, struct lcm_vm_hand);
  *hand = (struct lcm_vm_hand){
      .all = all, .rank = rank, .of = of, .queued = queued, .me = queued->me};
  return hand;
}

void lcm_vm_come(struct lcm_vm_rank *rank, struct lcm_queued *queued) {
  struct lcm_vm_ranks *all = rank->all;
  const struct lcm_group *group = queued->group;
  struct lcm_vm_collective *of =
      meeting_of(all, group, group->met[queued->me]++);
  struct lcm_vm_hand *hand = new_hand(rank, of, queued);
  queued->posted = true;
  queued->post = lcm_sim_time(all->vm->sim);
  note_come(of, queued->me);
  lcm_vm_help(rank, &hand->helper, 2, hand);
  hand->waiter.process = hand->helper.process;
  begin_turns(rank, of);
  if (!gathers(of))
    return;
  tell_come(all->vm, of, queued->me);
  LCM_LIST_ADD(all->life, &of->hands, hand);
}
