/* Messages between ranks: posting, matching, and their way through the
 * interfaces of nodes. */
#include <string.h>

#include "composer/simulate/ranks/queue.h"
#include "composer/simulate/ranks/waiter.h"

/* What comes next for a message; TO_RELEASE gives the interface back. */
enum { TO_ASK, TO_LEAVE, TO_ARRIVE, TO_RELEASE, TO_FREE };

struct lcm_vm_queue *lcm_vm_new_post(struct lcm_vm_ranks *all,
                                     struct lcm_queued *queued,
                                     struct lcm_vm_waiter *owner) {
  struct lcm_vm_queue *post = all->free_posts;
  if (post)
    all->free_posts = post->next;
  else
    post = LCM_NEW(all->life, struct lcm_vm_queue);
  memset(post, 0, sizeof *post);
  post->queued = queued ? queued : &post->own;
  post->owner = owner;
  return post;
}

/* "post" is not needed any more. */
static void free_post(struct lcm_vm_ranks *all, struct lcm_vm_queue *post) {
  post->next = all->free_posts;
  all->free_posts = post;
}

/* Take number "k" out of "posts". */
static struct lcm_vm_queue *take(lcm_vm_queue *posts, size_t k) {
  struct lcm_vm_queue *post = posts->at[k];
  memmove(&posts->at[k], &posts->at[k + 1],
          (posts->n - k - 1) * sizeof *posts->at);
  posts->n--;
  return post;
}

/* "post" is done now. */
static void finish(struct lcm_vm_ranks *all, struct lcm_vm_queue *post) {
  post->queued->done = true;
  post->queued->end = lcm_sim_time(all->vm->sim);
  if (post->flag)
    *post->flag = true;
  lcm_vm_look(all->vm, post->owner);
}

/* What "sent" says is there, for the other side, which wants it. */
static void deliver(struct lcm_vm_ranks *all, struct lcm_vm_queue *sent) {
  struct lcm_vm_queue *wanted = sent->match;
  wanted->queued->match = sent->queued;
  if (sent->queued->waits)
    finish(all, sent);
  finish(all, wanted);
  free_post(all, sent);
  free_post(all, wanted);
}

/* ---- on the way ---------------------------------------------------------- */

/* The way of a message between ranks of the team. */
struct way {
  size_t from;
  size_t to;
};

/* Return the way of "message", sent or moved. */
static struct way way_of(const struct lcm_queued *queued) {
  if (queued->kind == LCM_AWAY)
    return (struct way){queued->leaves, queued->comes};
  return (struct way){queued->group->ranks[queued->me],
                      lcm_queued_place(queued)};
}

/* Return whether "message" leaves its node by an interface that others share.
 */
static bool crosses(const struct lcm_vm_ranks *all,
                    const struct lcm_queued *queued) {
  const struct lcm_nodes *nodes = all->queue->nodes;
  const bool known =
      queued->kind == LCM_SENDS ? !queued->priced : queued->crosses;
  const struct way way = known ? way_of(queued) : (struct way){0, 0};
  return nodes && known &&
         lcm_nodes_of(nodes, way.from) != lcm_nodes_of(nodes, way.to);
}

/* Return a parcel that is "is". */
static struct lcm_vm_parcel *new_parcel(struct lcm_vm_ranks *all,
                                        struct lcm_vm_parcel is) {
  struct lcm_vm_parcel *parcel = all->free_parcels;
  if (parcel)
    all->free_parcels = parcel->next;
  else
    parcel = LCM_NEW(all->life, struct lcm_vm_parcel);
  *parcel = is;
  return parcel;
}

/* Let "post" be on its way from now on. */
static void send_off(struct lcm_vm_ranks *all, struct lcm_vm_queue *post) {
  const struct lcm_queued *queued = post->queued;
  struct lcm_run *run = &all->vm->run;
  struct lcm_vm_parcel *parcel = new_parcel(
      all, (struct lcm_vm_parcel){.all = all,
                                  .post = post,
                                  .crosses = crosses(all, queued),
                                  .transit = lcm_queued_transit(run, queued)});
  if (parcel->crosses) {
    parcel->inject = lcm_run_machine(run, "inject", 2, queued->bytes, 1);
    parcel->interface =
        all->interfaces +
        (lcm_sim_index)lcm_nodes_of(all->queue->nodes, way_of(queued).from);
  }
  lcm_vm_help(&all->at[queued->group->ranks[queued->me]], &parcel->helper, 1,
              parcel);
}

void lcm_vm_take_turn(struct lcm_vm_rank *rank, struct lcm_vm_turn *turn) {
  struct lcm_vm_ranks *all = rank->all;
  struct lcm_vm_parcel *parcel = new_parcel(
      all, (struct lcm_vm_parcel){.all = all,
                                  .turn = turn,
                                  .crosses = true,
                                  .inject = turn->is.hold,
                                  .interface = all->interfaces +
                                               (lcm_sim_index)turn->is.node});
  turn->begun = true;
  lcm_vm_help(rank, &parcel->helper, 1, parcel);
}

/* Return whether "wanted" can be given "sent" now: where any will do, or it
 * only looks, what has come, or what waits for being taken. */
static bool may_take(const struct lcm_vm_queue *wanted,
                     const struct lcm_vm_queue *sent) {
  return (wanted->queued->peer != LCM_RANK_ANY && !wanted->queued->looks) ||
         sent->arrived || sent->queued->waits;
}

/* Return whether "sent" has to let another one of its sender go first, which
 * nobody has taken and "wanted" may take as well. */
static bool is_behind(const struct lcm_vm_ranks *all,
                      const struct lcm_vm_queue *sent,
                      const struct lcm_vm_queue *wanted) {
  const lcm_vm_queue *posts = &all->sent[lcm_queued_place(sent->queued)];
  for (size_t k = 0; k < posts->n && posts->at[k] != sent; k++)
    if (lcm_queued_is_of_one(posts->at[k]->queued, sent->queued) &&
        lcm_queued_matches(posts->at[k]->queued, wanted->queued))
      return true;
  return false;
}

/* "wanted" looks at "sent", which stays where it is. */
static void look_at(struct lcm_vm_ranks *all, const struct lcm_vm_queue *sent,
                    struct lcm_vm_queue *wanted) {
  wanted->queued->match = sent->queued;
  finish(all, wanted);
  free_post(all, wanted);
}

/* Let those who look for "sent" see it. */
static void show(struct lcm_vm_ranks *all, const struct lcm_vm_queue *sent) {
  lcm_vm_queue *wanted = &all->wanted[lcm_queued_place(sent->queued)];
  size_t kept = 0;
  for (size_t k = 0; k < wanted->n; k++) {
    struct lcm_vm_queue *post = wanted->at[k];
    if (post->queued->looks && lcm_queued_matches(sent->queued, post->queued) &&
        may_take(post, sent) && !is_behind(all, sent, post))
      look_at(all, sent, post);
    else
      wanted->at[kept++] = post;
  }
  wanted->n = kept;
}

/* "sent" goes to "wanted": from now on, if it waited for that. */
static void match(struct lcm_vm_ranks *all, struct lcm_vm_queue *sent,
                  struct lcm_vm_queue *wanted) {
  sent->match = wanted;
  if (sent->queued->waits)
    send_off(all, sent);
  else if (sent->arrived)
    deliver(all, sent);
}

/* Return the place of the first who wants "sent" among those who want
 * something; their number where there is none, or who may not take it yet. */
static size_t taker_of(const struct lcm_vm_ranks *all,
                       const struct lcm_vm_queue *sent) {
  const lcm_vm_queue *wanted = &all->wanted[lcm_queued_place(sent->queued)];
  for (size_t k = 0; k < wanted->n; k++)
    if (!wanted->at[k]->queued->looks &&
        lcm_queued_matches(sent->queued, wanted->at[k]->queued))
      return may_take(wanted->at[k], sent) &&
                     !is_behind(all, sent, wanted->at[k])
                 ? k
                 : wanted->n;
  return wanted->n;
}

/* Take "sent" out of what nobody has taken. */
static void withdraw(struct lcm_vm_ranks *all,
                     const struct lcm_vm_queue *sent) {
  lcm_vm_queue *posts = &all->sent[lcm_queued_place(sent->queued)];
  for (size_t k = 0; k < posts->n; k++)
    if (posts->at[k] == sent) {
      (void)take(posts, k);
      return;
    }
}

/* Give "sent", which has come or waits, to who wants it; return whether anyone
 * does. */
static bool offer(struct lcm_vm_ranks *all, struct lcm_vm_queue *sent) {
  lcm_vm_queue *wanted = &all->wanted[lcm_queued_place(sent->queued)];
  show(all, sent);
  const size_t k = taker_of(all, sent);
  if (k == wanted->n)
    return false;
  withdraw(all, sent);
  match(all, sent, take(wanted, k));
  return true;
}

/* "sent" has come, and nobody has been given it before: what its sender has
 * sent behind it may then go, too. */
static void come(struct lcm_vm_ranks *all, struct lcm_vm_queue *sent) {
  const lcm_vm_queue *posts = &all->sent[lcm_queued_place(sent->queued)];
  size_t k = 0;
  sent->arrived = true;
  sent->queued->start = lcm_sim_time(all->vm->sim);
  if (!offer(all, sent))
    return;
  while (k < posts->n)
    k = (posts->at[k]->arrived || posts->at[k]->queued->waits) &&
                offer(all, posts->at[k])
            ? 0
            : k + 1;
}

/* "post" has arrived. */
static void arrive(struct lcm_vm_ranks *all, struct lcm_vm_queue *post) {
  if (post->queued->kind == LCM_AWAY) {
    finish(all, post);
    free_post(all, post);
  } else if (post->match) {
    deliver(all, post);
  } else {
    come(all, post);
  }
}

/* Let "process" wait up to "when"; return whether that is later. */
static bool delay_to(lcm_vm *vm, lcm_process *process, double when) {
  const double wait = when - lcm_sim_time(vm->sim);
  if (!(wait > 0))
    return false;
  lcm_sim_delay(vm->sim, process, wait);
  return true;
}

/* Let "parcel" leave its node now; its "phase" is what comes next. */
static uint32_t leave(lcm_vm *vm, struct lcm_vm_parcel *parcel) {
  parcel->left = lcm_sim_time(vm->sim);
  return parcel->crosses && parcel->inject < parcel->transit ? TO_RELEASE
                                                             : TO_ARRIVE;
}

/* Do what "phase" of "parcel" says, or wait until it is time; return the next
 * phase, the same one while it waits. */
static uint32_t go_on(lcm_vm *vm, lcm_process *process,
                      struct lcm_vm_parcel *parcel, uint32_t phase) {
  const struct lcm_claim claim = {parcel->interface, 1};
  const bool arrives = phase == TO_ARRIVE;
  if (phase == TO_LEAVE)
    return leave(vm, parcel);
  if (delay_to(vm, process,
               parcel->left + (arrives ? parcel->transit : parcel->inject)))
    return phase;
  if (arrives && parcel->turn)
    lcm_vm_turn_leaves(vm, parcel->turn);
  else if (arrives)
    arrive(parcel->all, parcel->post);
  else
    lcm_sim_release(vm->sim, &claim, 1);
  if (!parcel->crosses)
    return TO_FREE;
  if (arrives)
    return parcel->inject < parcel->transit ? TO_FREE : TO_RELEASE;
  return parcel->inject < parcel->transit ? TO_ARRIVE : TO_FREE;
}

void lcm_vm_carry(lcm_vm *vm, lcm_process *process) {
  struct lcm_vm_process *p = lcm_process_extra(process);
  struct lcm_vm_parcel *parcel = p->actor;
  struct lcm_vm_ranks *all = parcel->all;
  const struct lcm_claim claim = {parcel->interface, 1};
  p->next = p->at;
  if (p->phase == TO_ASK) {
    p->phase = TO_LEAVE;
    if (parcel->crosses && !lcm_sim_acquire(vm->sim, process, &claim, 1))
      return;
  }
  while (p->phase != TO_FREE) {
    const uint32_t next = go_on(vm, process, parcel, p->phase);
    if (next == p->phase)
      return;
    p->phase = next;
  }
  parcel->next = all->free_parcels;
  all->free_parcels = parcel;
  lcm_vm_helped(all, &parcel->helper);
}

/* ---- posting ------------------------------------------------------------- */

/* Post "sent": its sender goes on unless it waits. */
static void post_sent(struct lcm_vm_ranks *all, struct lcm_vm_queue *sent) {
  const size_t to = lcm_queued_place(sent->queued);
  if (sent->queued->waits)
    show(all, sent);
  const size_t k = taker_of(all, sent);
  if (!sent->queued->waits) {
    finish(all, sent);
    send_off(all, sent);
  }
  if (k < all->wanted[to].n)
    match(all, sent, take(&all->wanted[to], k));
  else
    LCM_LIST_ADD(all->life, &all->sent[to], sent);
}

/* Return the place of what "wanted" is given among "sent"; its length where it
 * has to wait: the first that was sent or, where any will do, that came. */
static size_t choose(const struct lcm_vm_ranks *all, const lcm_vm_queue *sent,
                     const struct lcm_vm_queue *wanted) {
  size_t best = sent->n;
  for (size_t k = 0; k < sent->n; k++) {
    const struct lcm_vm_queue *post = sent->at[k];
    if (!lcm_queued_matches(post->queued, wanted->queued) ||
        !may_take(wanted, post) || is_behind(all, post, wanted))
      continue;
    if (wanted->queued->peer != LCM_RANK_ANY)
      return k;
    if (best == sent->n || post->queued->start < sent->at[best]->queued->start)
      best = k;
  }
  return best;
}

/* Post "wanted". */
static void post_wanted(struct lcm_vm_ranks *all, struct lcm_vm_queue *wanted) {
  const size_t me = lcm_queued_place(wanted->queued);
  lcm_vm_queue *sent = &all->sent[me];
  const size_t k = choose(all, sent, wanted);
  if (k < sent->n && wanted->queued->looks)
    look_at(all, sent->at[k], wanted);
  else if (k < sent->n)
    match(all, take(sent, k), wanted);
  else
    LCM_LIST_ADD(all->life, &all->wanted[me], wanted);
}

void lcm_vm_enqueue(struct lcm_vm_rank *rank, struct lcm_vm_queue *post) {
  struct lcm_vm_ranks *all = rank->all;
  struct lcm_queued *queued = post->queued;
  lcm_queued_address(queued);
  queued->post = queued->start = lcm_sim_time(all->vm->sim);
  queued->posted = true;
  if (queued->kind == LCM_SENDS)
    post_sent(all, post);
  else if (queued->kind == LCM_RECEIVES)
    post_wanted(all, post);
  else
    send_off(all, post);
}
