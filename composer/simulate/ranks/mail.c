/* Messages between ranks: posting, matching, and their way through the
 * interfaces of nodes. */
#include <string.h>

#include "composer/engine/engine.h"
#include "composer/simulate/ranks/mail.h"
#include "composer/simulate/ranks/rank.h"
#include "composer/simulate/ranks/turn.h"
#include "composer/simulate/ranks/waiter.h"
#include "simulator/simulator.h"

/* Where a message is: it has to leave, to arrive and to give its interface
 * back. */
enum { TO_ASK, TO_LEAVE, TO_ARRIVE, TO_RELEASE, TO_FREE };

struct lcm_vm_post *lcm_vm_new_post(struct lcm_vm_ranks *all,
                                    struct lcm_letter *letter,
                                    struct lcm_vm_waiter *owner) {
  struct lcm_vm_post *post = all->free_posts;
  if (post)
    all->free_posts = post->next;
  else
    post = LCM_NEW(all->life, struct lcm_vm_post);
  memset(post, 0, sizeof *post);
  post->letter = letter ? letter : &post->own;
  post->owner = owner;
  return post;
}

/* "post" is not needed any more. */
static void free_post(struct lcm_vm_ranks *all, struct lcm_vm_post *post) {
  post->next = all->free_posts;
  all->free_posts = post;
}

/* Take number "k" out of "posts". */
static struct lcm_vm_post *take(lcm_vm_posts *posts, size_t k) {
  struct lcm_vm_post *post = posts->at[k];
  memmove(&posts->at[k], &posts->at[k + 1],
          (posts->n - k - 1) * sizeof *posts->at);
  posts->n--;
  return post;
}

/* "post" is done now. */
static void finish(struct lcm_vm_ranks *all, struct lcm_vm_post *post) {
  post->letter->done = true;
  post->letter->end = lcm_sim_time(all->vm->sim);
  if (post->flag)
    *post->flag = true;
  lcm_vm_look(all->vm, post->owner);
}

/* What "sent" says is there, for the other side, which wants it. */
static void deliver(struct lcm_vm_ranks *all, struct lcm_vm_post *sent) {
  struct lcm_vm_post *wanted = sent->match;
  wanted->letter->match = sent->letter;
  if (sent->letter->waits)
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

/* Return the way of "letter", sent or moved. */
static struct way way_of(const struct lcm_letter *letter) {
  if (letter->kind == LCM_AWAY)
    return (struct way){letter->leaves, letter->comes};
  return (struct way){letter->group->ranks[letter->me],
                      lcm_letter_place(letter)};
}

/* Return whether "letter" leaves its node by an interface that others share. */
static bool crosses(const struct lcm_vm_ranks *all,
                    const struct lcm_letter *letter) {
  const struct lcm_nodes *nodes = all->mail->nodes;
  const bool known =
      letter->kind == LCM_SENDS ? !letter->priced : letter->crosses;
  const struct way way = known ? way_of(letter) : (struct way){0, 0};
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
static void send_off(struct lcm_vm_ranks *all, struct lcm_vm_post *post) {
  const struct lcm_letter *letter = post->letter;
  struct lcm_run *run = &all->vm->run;
  struct lcm_vm_parcel *parcel = new_parcel(
      all, (struct lcm_vm_parcel){.all = all,
                                  .post = post,
                                  .crosses = crosses(all, letter),
                                  .transit = lcm_letter_transit(run, letter)});
  if (parcel->crosses) {
    parcel->inject = lcm_run_machine(run, "inject", 2, letter->bytes, 1);
    parcel->interface =
        all->interfaces +
        (lcm_sim_index)lcm_nodes_of(all->mail->nodes, way_of(letter).from);
  }
  lcm_vm_help(&all->at[letter->group->ranks[letter->me]], &parcel->helper, 1,
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

/* Return whether "wanted" can be given "sent" now: where any will do, what has
 * come, or what waits for being taken. */
static bool may_take(const struct lcm_vm_post *wanted,
                     const struct lcm_vm_post *sent) {
  return wanted->letter->peer != LCM_RANK_ANY || sent->arrived ||
         sent->letter->waits;
}

/* "sent" goes to "wanted": from now on, if it waited for that. */
static void match(struct lcm_vm_ranks *all, struct lcm_vm_post *sent,
                  struct lcm_vm_post *wanted) {
  sent->match = wanted;
  if (sent->letter->waits)
    send_off(all, sent);
  else if (sent->arrived)
    deliver(all, sent);
}

/* Return the place of the first who wants "sent" among "wanted"; its length
 * where there is none, or who may not take it yet. */
static size_t taker_of(const lcm_vm_posts *wanted,
                       const struct lcm_vm_post *sent) {
  for (size_t k = 0; k < wanted->n; k++)
    if (lcm_letter_matches(sent->letter, wanted->at[k]->letter))
      return may_take(wanted->at[k], sent) ? k : wanted->n;
  return wanted->n;
}

/* Take "sent" out of what nobody has taken. */
static void withdraw(struct lcm_vm_ranks *all, const struct lcm_vm_post *sent) {
  lcm_vm_posts *posts = &all->sent[lcm_letter_place(sent->letter)];
  for (size_t k = 0; k < posts->n; k++)
    if (posts->at[k] == sent) {
      (void)take(posts, k);
      return;
    }
}

/* "sent" has come, and nobody has been given it before. */
static void come(struct lcm_vm_ranks *all, struct lcm_vm_post *sent) {
  lcm_vm_posts *wanted = &all->wanted[lcm_letter_place(sent->letter)];
  sent->arrived = true;
  sent->letter->start = lcm_sim_time(all->vm->sim);
  const size_t k = taker_of(wanted, sent);
  if (k == wanted->n)
    return;
  withdraw(all, sent);
  match(all, sent, take(wanted, k));
}

/* "post" has arrived. */
static void arrive(struct lcm_vm_ranks *all, struct lcm_vm_post *post) {
  if (post->letter->kind == LCM_AWAY) {
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
static void post_sent(struct lcm_vm_ranks *all, struct lcm_vm_post *sent) {
  const size_t to = lcm_letter_place(sent->letter);
  const size_t k = taker_of(&all->wanted[to], sent);
  if (!sent->letter->waits) {
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
static size_t choose(const lcm_vm_posts *sent,
                     const struct lcm_vm_post *wanted) {
  size_t best = sent->n;
  for (size_t k = 0; k < sent->n; k++) {
    const struct lcm_vm_post *post = sent->at[k];
    if (!lcm_letter_matches(post->letter, wanted->letter) ||
        !may_take(wanted, post))
      continue;
    if (wanted->letter->peer != LCM_RANK_ANY)
      return k;
    if (best == sent->n || post->letter->start < sent->at[best]->letter->start)
      best = k;
  }
  return best;
}

/* Post "wanted". */
static void post_wanted(struct lcm_vm_ranks *all, struct lcm_vm_post *wanted) {
  const size_t me = lcm_letter_place(wanted->letter);
  lcm_vm_posts *sent = &all->sent[me];
  const size_t k = choose(sent, wanted);
  if (k < sent->n)
    match(all, take(sent, k), wanted);
  else
    LCM_LIST_ADD(all->life, &all->wanted[me], wanted);
}

void lcm_vm_post(struct lcm_vm_rank *rank, struct lcm_vm_post *post) {
  struct lcm_vm_ranks *all = rank->all;
  struct lcm_letter *letter = post->letter;
  lcm_letter_address(letter);
  letter->post = letter->start = lcm_sim_time(all->vm->sim);
  letter->posted = true;
  if (letter->kind == LCM_SENDS)
    post_sent(all, post);
  else if (letter->kind == LCM_RECEIVES)
    post_wanted(all, post);
  else
    send_off(all, post);
}
