/* Matches messages with those who wait for them while ranks play their
 * scripts, and lets both spend the time that takes. */
#include "composer/engine/messages/queue.h"
#include "composer/engine/messages/queue_price.h"

#include <math.h>
#include <string.h>

#include "composer/engine/env.h"
#include "composer/engine/messages/collective.h"
#include "composer/engine/messages/doubt.h"
#include "composer/engine/messages/pattern.h"
#include "composer/engine/messages/queue_log.h"
#include "composer/engine/messages/queue_node.h"
#include "composer/engine/messages/queue_text.h"
#include "composer/engine/messages/rank_query.h"
#include "composer/engine/messages/ranks.h"
#include "composer/engine/play/play_clock.h"

/* Seconds that count as none beside "end". */
static double tiny(double end) { return 1e-12 * fabs(end); }

struct lcm_message_queue *lcm_queue_new(struct lcm_run *run, lcm_arena *arena,
                                        size_t n) {
  struct lcm_message_queue *queue = LCM_NEW(arena, struct lcm_message_queue);
  queue->run = run;
  queue->arena = arena;
  queue->n = n;
  queue->sent = LCM_NEW_ARRAY(arena, lcm_queued_list, n + 1);
  queue->wanted = LCM_NEW_ARRAY(arena, lcm_queued_list, n + 1);
  queue->last = LCM_NEW_ARRAY(arena, size_t, n + 1);
  queue->nodes = lcm_nodes_new(run, arena, n);
  return queue;
}

size_t lcm_queued_place(const struct lcm_queued *queued) {
  return queued->kind == LCM_SENDS ? queued->group->ranks[(size_t)queued->peer]
                                   : queued->group->ranks[queued->me];
}

bool lcm_queued_is_of_one(const struct lcm_queued *a,
                          const struct lcm_queued *b) {
  return a->group == b->group && a->me == b->me;
}

bool lcm_queued_matches(const struct lcm_queued *sent,
                        const struct lcm_queued *wanted) {
  return sent->group->id == wanted->group->id && sent->joint == wanted->joint &&
         (wanted->peer == LCM_RANK_ANY || wanted->peer == (double)sent->me) &&
         (wanted->tag == LCM_RANK_ANY || wanted->tag == sent->tag);
}

/* Note that "sent" goes to "wanted", if messages are noted. */
static void note(const struct lcm_message_queue *queue,
                 const struct lcm_queued *sent, struct lcm_queued *wanted) {
  struct lcm_traffic *traffic = queue->run->messages.traffic;
  if (!traffic)
    return;
  const struct lcm_passage passage = {
      .send = sent->node,
      .receive = wanted->node,
      .from = sent->group->ranks[sent->me],
      .to = wanted->group->ranks[wanted->me],
      .cause = sent->cause,
      .ways = sent->grid ? lcm_cart_ways(sent->grid, sent->me, wanted->me) : 0,
      .any = wanted->peer == LCM_RANK_ANY};
  LCM_LIST_ADD(lcm_ctx_arena(queue->run->ctx), &traffic->all, passage);
  wanted->passage = traffic->all.n;
}

/* Let "sent", whose data may move from "ready" on, take its turn at the
 * interface of its node. */
static void inject(const struct lcm_message_queue *queue,
                   struct lcm_queued *sent, double ready) {
  const struct lcm_group *group = sent->group;
  const struct lcm_departure departure = {group->ranks[sent->me],
                                          group->ranks[(size_t)sent->peer],
                                          sent->bytes, ready};
  if (!sent->priced)
    sent->held = lcm_nodes_leave(queue->nodes, queue->run, &departure) - ready;
}

/* Let the data that "message" moves from or to the memory of another rank take
 * their turn at the interface of the node that they leave. */
static void inject_away(const struct lcm_message_queue *queue,
                        struct lcm_queued *queued) {
  const struct lcm_departure departure = {queued->leaves, queued->comes,
                                          queued->bytes, queued->post};
  if (queued->crosses)
    queued->held =
        lcm_nodes_leave(queue->nodes, queue->run, &departure) - queued->post;
}

/* Report that "sent" is longer than what "wanted" is received into, where all
 * that is known for certain: what comes from any rank may come otherwise. */
static void check_room(struct lcm_run *run, const struct lcm_queued *sent,
                       const struct lcm_queued *wanted) {
  if (sent->kind == LCM_SENDS && wanted->bounded &&
      wanted->peer != LCM_RANK_ANY && !sent->guess && !wanted->guess &&
      sent->bytes > wanted->room && lcm_run_makes_no_sense(run))
    lcm_report(run->ctx, LCM_DIAG_DOMAIN, wanted->node->loc,
               "rank %zu receives %g bytes that rank %zu sends (line %u) where "
               "there is room for %g",
               wanted->group->ranks[wanted->me], sent->bytes,
               sent->group->ranks[sent->me], sent->node->loc.line,
               wanted->room);
}

/* The data of "sent" go to "wanted". */
static void move(struct lcm_message_queue *queue, struct lcm_play *p,
                 struct lcm_queued *sent, struct lcm_queued *wanted) {
  const double transit = lcm_queued_transit(queue->run, sent);
  const double start =
      sent->waits ? fmax(sent->post, wanted->post) : sent->post;
  check_room(queue->run, sent, wanted);
  note(queue, sent, wanted);
  lcm_queue_log_match(queue->run, sent, wanted);
  if (sent->waits)
    inject(queue, sent, start);
  wanted->match = sent;
  wanted->start = start;
  wanted->held = sent->held;
  wanted->end = fmax(wanted->post, start + sent->held + transit);
  wanted->done = true;
  if (sent->waits) {
    sent->start = start;
    sent->end = start + sent->held + transit;
    sent->done = true;
  }
  lcm_play_look(p, sent->group->ranks[sent->me]);
  lcm_play_look(p, wanted->group->ranks[wanted->me]);
}

/* Return when "sent" can be there at the earliest. */
static double arrival(const struct lcm_message_queue *queue,
                      const struct lcm_queued *sent) {
  return sent->post + sent->held + lcm_queued_transit(queue->run, sent);
}

/* "wanted" looks at "sent", which stays where it is. */
static void look_at(struct lcm_message_queue *queue, struct lcm_play *p,
                    const struct lcm_queued *sent, struct lcm_queued *wanted) {
  const double comes = sent->waits
                           ? sent->post + lcm_run_transfer(queue->run, 0)
                           : arrival(queue, sent);
  wanted->match = sent;
  wanted->start = sent->post;
  wanted->end = fmax(wanted->post, comes);
  wanted->done = true;
  lcm_play_look(p, wanted->group->ranks[wanted->me]);
}

/* Let those who look for "sent" among "list" see it; they are taken out. */
static void show(struct lcm_message_queue *queue, struct lcm_play *p,
                 const struct lcm_queued *sent, lcm_queued_list *list) {
  size_t kept = 0;
  for (size_t k = 0; k < list->n; k++) {
    struct lcm_queued *wanted = list->at[k];
    if (wanted->looks && lcm_queued_matches(sent, wanted))
      look_at(queue, p, sent, wanted);
    else
      list->at[kept++] = wanted;
  }
  list->n = kept;
}

/* Rank "i" posts the sent "message". */
static void post_sent(struct lcm_message_queue *queue, struct lcm_play *p,
                      struct lcm_queued *queued) {
  const size_t to = lcm_queued_place(queued);
  queued->done = !queued->waits;
  if (!queued->waits)
    inject(queue, queued, queued->post);
  queued->start = queued->end = queued->post;
  show(queue, p, queued, &queue->wanted[to]);
  for (size_t k = 0; k < queue->wanted[to].n; k++) {
    struct lcm_queued *wanted = queue->wanted[to].at[k];
    if (!lcm_queued_matches(queued, wanted))
      continue;
    for (; k + 1 < queue->wanted[to].n; k++)
      queue->wanted[to].at[k] = queue->wanted[to].at[k + 1];
    queue->wanted[to].n--;
    move(queue, p, queued, wanted);
    return;
  }
  LCM_LIST_ADD(queue->arena, &queue->sent[to], queued);
}

/* Return whether number "k" of the "list" of those sent has to let another one
 * of its sender go first, which "wanted" may take as well. */
static bool is_behind(const lcm_queued_list *list, size_t k,
                      const struct lcm_queued *wanted) {
  for (size_t i = 0; i < k; i++)
    if (lcm_queued_is_of_one(list->at[i], list->at[k]) &&
        lcm_queued_matches(list->at[i], wanted))
      return true;
  return false;
}

/* Rank "i" posts the wanted "message": the first of those sent, or (where any
 * will do) that which is there first, in the order of each sender. */
static void post_wanted(struct lcm_message_queue *queue, struct lcm_play *p,
                        struct lcm_queued *queued) {
  const size_t me = lcm_queued_place(queued);
  size_t best = (size_t)-1;
  for (size_t k = 0; k < queue->sent[me].n; k++) {
    struct lcm_queued *sent = queue->sent[me].at[k];
    if (!lcm_queued_matches(sent, queued) ||
        is_behind(&queue->sent[me], k, queued))
      continue;
    if (best == (size_t)-1 ||
        arrival(queue, sent) < arrival(queue, queue->sent[me].at[best]))
      best = k;
    if (queued->peer != LCM_RANK_ANY)
      break;
  }
  if (best == (size_t)-1) {
    LCM_LIST_ADD(queue->arena, &queue->wanted[me], queued);
    return;
  }
  struct lcm_queued *sent = queue->sent[me].at[best];
  if (queued->looks) {
    look_at(queue, p, sent, queued);
    return;
  }
  for (size_t k = best; k + 1 < queue->sent[me].n; k++)
    queue->sent[me].at[k] = queue->sent[me].at[k + 1];
  queue->sent[me].n--;
  move(queue, p, sent, queued);
}

/* Report that ranks come to different operations in their order, or to one with
 * different roots. */
static void differ(struct lcm_run *run, const struct lcm_queued *a,
                   const struct lcm_queued *b) {
  if (!lcm_doubt_differ(run, a, b) && lcm_run_makes_no_sense(run))
    lcm_report(run->ctx,
               lcm_queue_roots_differ(a, b) ? LCM_DIAG_DOMAIN
                                            : LCM_DIAG_DEADLOCK,
               b->node->loc, "%s", lcm_queue_difference(run, a, b));
}

struct lcm_collective *lcm_queue_join(struct lcm_message_queue *queue,
                                      struct lcm_queued *queued) {
  struct lcm_group *group = queued->group;
  const size_t number = group->met[queued->me]++;
  if (number == group->collectives.n) {
    struct lcm_collective *fresh = LCM_NEW(queue->arena, struct lcm_collective);
    fresh->queues = LCM_NEW_ARRAY(queue->arena, struct lcm_queued *, group->n);
    LCM_LIST_ADD(queue->arena, &group->collectives, fresh);
  }
  struct lcm_collective *collective = group->collectives.at[number];
  for (size_t k = 0; k < group->n && !queue->run->status; k++)
    if (collective->queues[k] &&
        (collective->queues[k]->function->kind != queued->function->kind ||
         lcm_queue_roots_differ(collective->queues[k], queued)))
      differ(queue->run, collective->queues[k], queued);
  collective->queues[queued->me] = queued;
  collective->n++;
  return collective;
}

/* Post "message", the part of a member in what a group does together. */
static void post_joined(struct lcm_message_queue *queue, struct lcm_play *p,
                        struct lcm_queued *queued) {
  const struct lcm_group *group = queued->group;
  const struct lcm_collective *collective = lcm_queue_join(queue, queued);
  if (collective->n < group->n || queue->run->status)
    return;
  lcm_collective_close(queue, group, collective);
  for (size_t k = 0; k < group->n; k++) {
    collective->queues[k]->done = true;
    lcm_play_look(p, group->ranks[k]);
  }
}

void lcm_queued_address(struct lcm_queued *queued) {
  const struct lcm_queued *like = queued->like;
  const struct lcm_queued *tag = queued->like_tag;
  if (tag)
    queued->tag = tag->match ? tag->match->tag : tag->tag;
  if (!like)
    return;
  queued->peer = like->match ? (double)like->match->me : like->peer;
  if (queued->kind == LCM_SENDS)
    queued->peer = fmax(0, queued->peer);
}

void lcm_queue_post(struct lcm_message_queue *queue, struct lcm_play *p,
                    size_t i, struct lcm_queued *queued) {
  struct lcm_queue_span span = {.begin = lcm_play_clock(p, i)};
  if (queued->kind == LCM_SENDS)
    lcm_play_spend(p, i, queued->overhead, LCM_CAT_CL);
  lcm_queued_address(queued);
  queued->cause = queue->last[i];
  queued->post = span.end = lcm_play_clock(p, i);
  queued->posted = true;
  lcm_queue_log_post(queue->run, queued, i, span);
  switch (queued->kind) {
  case LCM_SENDS:
    post_sent(queue, p, queued);
    return;
  case LCM_RECEIVES:
    post_wanted(queue, p, queued);
    return;
  case LCM_JOINS:
    post_joined(queue, p, queued);
    return;
  case LCM_AWAY:
    inject_away(queue, queued);
    queued->start = queued->post;
    queued->end = arrival(queue, queued);
    queued->done = true;
    return;
  }
}

struct lcm_queued *lcm_queues_next_done(const struct lcm_message_queues *queues,
                                        bool *open) {
  struct lcm_queued *best = NULL;
  *open = false;
  for (size_t k = 0; k < queues->n; k++) {
    struct lcm_queued *queued = queues->at[k];
    if (queued->used)
      continue;
    *open = *open || !queued->done;
    if (queued->done && (!best || queued->end < best->end))
      best = queued;
  }
  return best;
}

/* Let rank "i" wait until "message" is done. */
static void use(struct lcm_message_queue *queue, struct lcm_play *p, size_t i,
                struct lcm_queued *queued) {
  const double now = lcm_play_clock(p, i);
  const double start = fmin(queued->start, queued->end);
  queued->used = true;
  queue->last[i] = queued->passage ? queued->passage : queue->last[i];
  if (start - now > tiny(start))
    lcm_play_spend(p, i, start - now, queued->waiting);
  const double left = fmin(start + queued->held, queued->end);
  if (queued->held > 0 && left - fmax(now, start) > tiny(left))
    lcm_play_spend(p, i, left - fmax(now, start), LCM_CAT_RC);
  const double from = fmax(now, queued->held > 0 ? left : start);
  if (queued->end - from > tiny(queued->end)) {
    const double crowd = queued->crowd * (queued->end - from);
    lcm_play_spend(p, i, queued->end - from - crowd, queued->moving);
    lcm_play_spend(p, i, crowd, LCM_CAT_RC);
  }
  if (queued->kind == LCM_RECEIVES && !queued->looks && queued->match &&
      !queued->match->priced)
    lcm_play_spend(
        p, i,
        lcm_run_machine(queue->run, "receive", 2, queued->match->bytes, 1),
        LCM_CAT_CL);
  lcm_queue_log_wait(queue->run, queued, i,
                     (struct lcm_queue_span){now, lcm_play_clock(p, i)});
}

double lcm_queues_asked(double asked, double gap, double until) {
  const double left = until - asked;
  return gap > 0 && left > tiny(until) ? ceil(left / gap * (1 - 1e-12)) : 0;
}

/* Return when the last of "messages" is there; the first of them, where one is
 * enough. */
static double end_of(const struct lcm_message_queues *queues,
                     const struct lcm_queued *first) {
  double end = first->end;
  for (size_t k = 0; k < queues->n && !queues->any; k++)
    end = fmax(end, queues->at[k]->used ? end : queues->at[k]->end);
  return end;
}

bool lcm_queue_await(struct lcm_message_queue *queue, struct lcm_play *p,
                     size_t i, const struct lcm_message_queues *queues) {
  bool open = false;
  struct lcm_queued *queued = lcm_queues_next_done(queues, &open);
  if (open && !(queues->any && queued))
    return false;
  if (queued && queues->pass)
    lcm_play_repeat(p, i, queues->pass,
                    lcm_queues_asked(lcm_play_clock(p, i), queues->gap,
                                     end_of(queues, queued)));
  while (queued) {
    use(queue, p, i, queued);
    queued = queues->any ? NULL : lcm_queues_next_done(queues, &open);
  }
  return true;
}

bool lcm_queue_give_way(struct lcm_play *p, size_t i,
                        const struct lcm_message_queues *queues) {
  bool any = false;
  for (size_t k = 0; k < queues->n; k++) {
    struct lcm_queued *queued = queues->at[k];
    if (queued->done)
      continue;
    queued->done = any = true;
    queued->start = queued->end = lcm_play_clock(p, i);
  }
  return any;
}
