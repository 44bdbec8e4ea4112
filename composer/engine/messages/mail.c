/* Matches messages with those who wait for them while ranks play their scripts,
 * and lets both spend the time that takes. */
#include <math.h>
#include <string.h>

#include "base/ctx.h"
#include "composer/engine/env.h"
#include "composer/engine/messages/mail.h"
#include "composer/engine/messages/mail_log.h"
#include "composer/engine/messages/mail_node.h"
#include "composer/engine/messages/mail_price.h"
#include "composer/engine/messages/mail_together.h"
#include "composer/engine/messages/pattern.h"
#include "composer/engine/messages/rank_query.h"
#include "composer/engine/messages/ranks.h"
#include "composer/engine/play/play.h"
#include "composer/engine/play/play_clock.h"
#include "model/expr/expr.h"

/* Seconds that count as none beside "end". */
static double tiny(double end) { return 1e-12 * fabs(end); }

struct lcm_mail *lcm_mail_new(struct lcm_run *run, lcm_arena *arena, size_t n,
                              bool uncertain) {
  struct lcm_mail *mail = LCM_NEW(arena, struct lcm_mail);
  mail->run = run;
  mail->uncertain = uncertain;
  mail->arena = arena;
  mail->n = n;
  mail->sent = LCM_NEW_ARRAY(arena, lcm_letter_list, n + 1);
  mail->wanted = LCM_NEW_ARRAY(arena, lcm_letter_list, n + 1);
  mail->last = LCM_NEW_ARRAY(arena, size_t, n + 1);
  mail->nodes = lcm_nodes_new(run, arena, n);
  return mail;
}

size_t lcm_letter_place(const struct lcm_letter *letter) {
  return letter->kind == LCM_SENDS ? letter->group->ranks[(size_t)letter->peer]
                                   : letter->group->ranks[letter->me];
}

bool lcm_letter_matches(const struct lcm_letter *sent,
                        const struct lcm_letter *wanted) {
  return sent->group->id == wanted->group->id && sent->joint == wanted->joint &&
         (wanted->peer == LCM_RANK_ANY || wanted->peer == (double)sent->me) &&
         (wanted->tag == LCM_RANK_ANY || wanted->tag == sent->tag);
}

/* Note that "sent" goes to "wanted", if messages are noted. */
static void note(const struct lcm_mail *mail, const struct lcm_letter *sent,
                 struct lcm_letter *wanted) {
  struct lcm_traffic *traffic = mail->run->messages.traffic;
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
  LCM_LIST_ADD(lcm_ctx_arena(mail->run->ctx), &traffic->all, passage);
  wanted->passage = traffic->all.n;
}

/* Let "sent", whose data may move from "ready" on, take its turn at the
 * interface of its node. */
static void inject(const struct lcm_mail *mail, struct lcm_letter *sent,
                   double ready) {
  const struct lcm_group *group = sent->group;
  const struct lcm_departure departure = {group->ranks[sent->me],
                                          group->ranks[(size_t)sent->peer],
                                          sent->bytes, ready};
  if (!sent->priced)
    sent->held = lcm_nodes_leave(mail->nodes, mail->run, &departure) - ready;
}

/* Let the data that "letter" moves from or to the memory of another rank take
 * their turn at the interface of the node that they leave. */
static void inject_away(const struct lcm_mail *mail,
                        struct lcm_letter *letter) {
  const struct lcm_departure departure = {letter->leaves, letter->comes,
                                          letter->bytes, letter->post};
  if (letter->crosses)
    letter->held =
        lcm_nodes_leave(mail->nodes, mail->run, &departure) - letter->post;
}

/* The data of "sent" go to "wanted". */
static void move(struct lcm_mail *mail, struct lcm_play *p,
                 struct lcm_letter *sent, struct lcm_letter *wanted) {
  const double transit = lcm_letter_transit(mail->run, sent);
  const double start =
      sent->waits ? fmax(sent->post, wanted->post) : sent->post;
  note(mail, sent, wanted);
  lcm_mail_log_match(mail->run, sent, wanted);
  if (sent->waits)
    inject(mail, sent, start);
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
static double arrival(const struct lcm_mail *mail,
                      const struct lcm_letter *sent) {
  return sent->post + sent->held + lcm_letter_transit(mail->run, sent);
}

/* Rank "i" posts the sent "letter". */
static void post_sent(struct lcm_mail *mail, struct lcm_play *p,
                      struct lcm_letter *letter) {
  const size_t to = lcm_letter_place(letter);
  letter->done = !letter->waits;
  if (!letter->waits)
    inject(mail, letter, letter->post);
  letter->start = letter->end = letter->post;
  for (size_t k = 0; k < mail->wanted[to].n; k++) {
    struct lcm_letter *wanted = mail->wanted[to].at[k];
    if (!lcm_letter_matches(letter, wanted))
      continue;
    for (; k + 1 < mail->wanted[to].n; k++)
      mail->wanted[to].at[k] = mail->wanted[to].at[k + 1];
    mail->wanted[to].n--;
    move(mail, p, letter, wanted);
    return;
  }
  LCM_LIST_ADD(mail->arena, &mail->sent[to], letter);
}

/* Rank "i" posts the wanted "letter": the first of those sent, or (where any
 * will do) that which is there first. */
static void post_wanted(struct lcm_mail *mail, struct lcm_play *p,
                        struct lcm_letter *letter) {
  const size_t me = lcm_letter_place(letter);
  size_t best = (size_t)-1;
  for (size_t k = 0; k < mail->sent[me].n; k++) {
    struct lcm_letter *sent = mail->sent[me].at[k];
    if (!lcm_letter_matches(sent, letter))
      continue;
    if (best == (size_t)-1 ||
        arrival(mail, sent) < arrival(mail, mail->sent[me].at[best]))
      best = k;
    if (letter->peer != LCM_RANK_ANY)
      break;
  }
  if (best == (size_t)-1) {
    LCM_LIST_ADD(mail->arena, &mail->wanted[me], letter);
    return;
  }
  struct lcm_letter *sent = mail->sent[me].at[best];
  for (size_t k = best; k + 1 < mail->sent[me].n; k++)
    mail->sent[me].at[k] = mail->sent[me].at[k + 1];
  mail->sent[me].n--;
  move(mail, p, sent, letter);
}

/* Report that ranks come to different operations in their order. */
static void differ(struct lcm_run *run, const struct lcm_letter *a,
                   const struct lcm_letter *b) {
  if (lcm_run_makes_no_sense(run))
    lcm_report(run->ctx, LCM_DIAG_DEADLOCK, b->node->loc,
               "rank %zu comes to %s where rank %zu comes to %s (line %u)",
               b->group->ranks[b->me], b->node->u.message->operation,
               a->group->ranks[a->me], a->node->u.message->operation,
               a->node->loc.line);
}

struct lcm_meeting *lcm_mail_join(struct lcm_mail *mail,
                                  struct lcm_letter *letter) {
  struct lcm_group *group = letter->group;
  const size_t number = group->met[letter->me]++;
  if (number == group->meetings.n) {
    struct lcm_meeting *fresh = LCM_NEW(mail->arena, struct lcm_meeting);
    fresh->letters = LCM_NEW_ARRAY(mail->arena, struct lcm_letter *, group->n);
    LCM_LIST_ADD(mail->arena, &group->meetings, fresh);
  }
  struct lcm_meeting *meeting = group->meetings.at[number];
  for (size_t k = 0; k < group->n && !mail->run->status && !mail->uncertain;
       k++)
    if (meeting->letters[k] &&
        meeting->letters[k]->function->kind != letter->function->kind)
      differ(mail->run, meeting->letters[k], letter);
  meeting->letters[letter->me] = letter;
  meeting->n++;
  return meeting;
}

/* Post "letter", the part of a member in what a group does together. */
static void post_joined(struct lcm_mail *mail, struct lcm_play *p,
                        struct lcm_letter *letter) {
  const struct lcm_group *group = letter->group;
  const struct lcm_meeting *meeting = lcm_mail_join(mail, letter);
  if (meeting->n < group->n || mail->run->status)
    return;
  lcm_meeting_close(mail, group, meeting);
  for (size_t k = 0; k < group->n; k++) {
    meeting->letters[k]->done = true;
    lcm_play_look(p, group->ranks[k]);
  }
}

void lcm_letter_address(struct lcm_letter *letter) {
  const struct lcm_letter *like = letter->like;
  if (!like)
    return;
  letter->peer = like->match ? (double)like->match->me : like->peer;
  if (letter->kind == LCM_SENDS)
    letter->peer = fmax(0, letter->peer);
}

void lcm_mail_post(struct lcm_mail *mail, struct lcm_play *p, size_t i,
                   struct lcm_letter *letter) {
  struct lcm_mail_span span = {.begin = lcm_play_clock(p, i)};
  if (letter->kind == LCM_SENDS)
    lcm_play_spend(p, i, letter->overhead, LCM_CAT_CL);
  lcm_letter_address(letter);
  letter->cause = mail->last[i];
  letter->post = span.end = lcm_play_clock(p, i);
  letter->posted = true;
  lcm_mail_log_post(mail->run, letter, i, span);
  switch (letter->kind) {
  case LCM_SENDS:
    post_sent(mail, p, letter);
    return;
  case LCM_RECEIVES:
    post_wanted(mail, p, letter);
    return;
  case LCM_JOINS:
    post_joined(mail, p, letter);
    return;
  case LCM_AWAY:
    inject_away(mail, letter);
    letter->start = letter->post;
    letter->end = arrival(mail, letter);
    letter->done = true;
    return;
  }
}

struct lcm_letter *lcm_letters_next_done(const struct lcm_letters *letters,
                                         bool *open) {
  struct lcm_letter *best = NULL;
  *open = false;
  for (size_t k = 0; k < letters->n; k++) {
    struct lcm_letter *letter = letters->at[k];
    if (letter->used)
      continue;
    *open = *open || !letter->done;
    if (letter->done && (!best || letter->end < best->end))
      best = letter;
  }
  return best;
}

/* Let rank "i" wait until "letter" is done. */
static void use(struct lcm_mail *mail, struct lcm_play *p, size_t i,
                struct lcm_letter *letter) {
  const double now = lcm_play_clock(p, i);
  const double start = fmin(letter->start, letter->end);
  letter->used = true;
  mail->last[i] = letter->passage ? letter->passage : mail->last[i];
  if (start - now > tiny(start))
    lcm_play_spend(p, i, start - now, letter->waiting);
  const double left = fmin(start + letter->held, letter->end);
  if (letter->held > 0 && left - fmax(now, start) > tiny(left))
    lcm_play_spend(p, i, left - fmax(now, start), LCM_CAT_RC);
  const double from = fmax(now, letter->held > 0 ? left : start);
  if (letter->end - from > tiny(letter->end)) {
    const double crowd = letter->crowd * (letter->end - from);
    lcm_play_spend(p, i, letter->end - from - crowd, letter->moving);
    lcm_play_spend(p, i, crowd, LCM_CAT_RC);
  }
  if (letter->kind == LCM_RECEIVES && letter->match && !letter->match->priced)
    lcm_play_spend(
        p, i, lcm_run_machine(mail->run, "receive", 2, letter->match->bytes, 1),
        LCM_CAT_CL);
  lcm_mail_log_wait(mail->run, letter, i,
                    (struct lcm_mail_span){now, lcm_play_clock(p, i)});
}

bool lcm_mail_await(struct lcm_mail *mail, struct lcm_play *p, size_t i,
                    const struct lcm_letters *letters) {
  bool open = false;
  struct lcm_letter *letter = lcm_letters_next_done(letters, &open);
  if (open && !(letters->any && letter))
    return false;
  while (letter) {
    use(mail, p, i, letter);
    letter = letters->any ? NULL : lcm_letters_next_done(letters, &open);
  }
  return true;
}

bool lcm_mail_give_way(struct lcm_play *p, size_t i, struct lcm_mail *mail,
                       const struct lcm_letters *letters) {
  bool any = false;
  for (size_t k = 0; k < letters->n && mail->uncertain; k++) {
    struct lcm_letter *letter = letters->at[k];
    if (letter->done)
      continue;
    letter->done = any = true;
    letter->start = letter->end = lcm_play_clock(p, i);
  }
  return any;
}

/* Return the rank of the team that is member "k" of "group", for people. */
static const char *member_name(struct lcm_run *run,
                               const struct lcm_group *group, double k) {
  if (k == LCM_RANK_ANY)
    return "any rank";
  return lcm_arena_printf(lcm_ctx_arena(run->ctx), "rank %zu",
                          group->ranks[(size_t)k]);
}

/* Return who is missing at the operation of "letter". */
static const char *absent(struct lcm_run *run,
                          const struct lcm_letter *letter) {
  const struct lcm_group *group = letter->group;
  lcm_arena *arena = lcm_ctx_arena(run->ctx);
  const char *list = "";
  const size_t number = group->met[letter->me] - 1;
  size_t named = 0;
  for (size_t k = 0; k < group->n && named < 5; k++)
    if (group->met[k] <= number)
      list = lcm_arena_printf(arena, "%s%s%zu", list, named++ ? ", " : "",
                              group->ranks[k]);
  return list;
}

/* Return what rank "i" waits for by "open", a letter that is never done. */
static const char *wish(struct lcm_run *run, const struct lcm_letter *open) {
  lcm_arena *arena = lcm_ctx_arena(run->ctx);
  const char *tag = open->tag == LCM_RANK_ANY || open->joint
                        ? ""
                        : lcm_arena_printf(arena, " with tag %g", open->tag);
  if (open->kind == LCM_JOINS) {
    const char *list = absent(run, open);
    return lcm_arena_printf(arena, "rank%s %s, which never come%s to it",
                            strchr(list, ',') ? "s" : "", list,
                            strchr(list, ',') ? "" : "s");
  }
  const char *peer = member_name(run, open->group, open->peer);
  return open->kind == LCM_SENDS
             ? lcm_arena_printf(arena, "%s, which never receives its message%s",
                                peer, tag)
             : lcm_arena_printf(arena,
                                "a message from %s%s, which is never sent",
                                peer, tag);
}

void lcm_mail_deadlock(struct lcm_run *run, size_t i,
                       const struct lcm_letters *letters) {
  const struct lcm_letter *open = NULL;
  for (size_t k = 0; k < letters->n && !open; k++)
    open = letters->at[k]->done ? NULL : letters->at[k];
  if (open)
    lcm_report(run->ctx, LCM_DIAG_DEADLOCK, open->node->loc,
               "rank %zu waits in %s for %s", i,
               open->node->u.message->operation, wish(run, open));
}
