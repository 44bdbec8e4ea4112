/* Plays the scripts of actors, the earliest clock first: locks, conditions,
 * shared units, messages. */
#include <math.h>

#include "composer/engine/env.h"
#include "composer/engine/memory.h"
#include "composer/engine/messages/cut.h"
#include "composer/engine/messages/doubt.h"
#include "composer/engine/messages/queue_node.h"
#include "composer/engine/messages/queue_text.h"
#include "composer/engine/messages/rank_query.h"
#include "composer/engine/messages/ranks.h"
#include "composer/engine/play/play.h"
#include "composer/engine/play/play_clock.h"
#include "composer/engine/play/play_cross.h"
#include "composer/engine/play/play_task.h"
#include "composer/engine/record/record.h"
#include "composer/engine/record/score.h"

/* ---- steps -------------------------------------------------------------- */

/* Return the lock that actor "i" asks for or gives back. */
static struct lcm_play_lock *lock_of(struct lcm_play *p, size_t i) {
  const struct lcm_step *step = lcm_play_step(p, i);
  size_t at = 0;
  if (lcm_map_get(&p->lock_of, step->key, &at))
    return &p->locks.at[at];
  const struct lcm_play_lock fresh = {.key = step->key,
                                      .units = step->units,
                                      .waits = step->waits,
                                      .shared = step->act == LCM_ACT_SERVE,
                                      .counts = step->counts,
                                      .now = p->w->clocks[i]};
  lcm_map_put(p->arena, &p->lock_of, step->key, p->locks.n);
  LCM_LIST_ADD(p->arena, &p->locks, fresh);
  return &p->locks.at[p->locks.n - 1];
}

/* Give "lock" to actor "i", which is at the step that asks for it. */
static void grant(struct lcm_play *p, struct lcm_play_lock *lock, size_t i) {
  const double takes = lcm_play_step(p, i)->takes;
  lcm_play_spend(p, i, lcm_play_step(p, i)->cost, LCM_CAT_SL);
  const struct lcm_play_holder holder = {i, takes, p->w->clocks[i], 0, 0};
  lock->used += takes;
  if (!lock->counts) {
    LCM_LIST_ADD(p->arena, &lock->holders, holder);
    p->actors[i].holds++;
  }
  lcm_play_advance(p, i);
}

/* Return whether "lock" has what actor "i", at the step that asks for it,
 * wants. */
static bool suffices(const struct lcm_play *p, const struct lcm_play_lock *lock,
                     size_t i) {
  return lock->used + lcm_play_step(p, i)->takes <= lock->units;
}

/* Return what actor "i" has of "lock", NULL for nothing. */
static struct lcm_play_holder *holder_of(const struct lcm_play_lock *lock,
                                         size_t i) {
  for (size_t at = 0; at < lock->holders.n; at++)
    if (lock->holders.at[at].actor == i)
      return &lock->holders.at[at];
  return NULL;
}

/* Actor "i" asks for a lock. */
static void acquire(struct lcm_play *p, size_t i) {
  struct lcm_play_lock *lock = lock_of(p, i);
  struct lcm_play_holder *own =
      lcm_play_step(p, i)->nests ? holder_of(lock, i) : NULL;
  if (own) {
    own->more++;
    lcm_play_spend(p, i, lcm_play_step(p, i)->cost, LCM_CAT_SL);
    lcm_play_advance(p, i);
    return;
  }
  if (lock->served == lock->queue.n && suffices(p, lock, i)) {
    grant(p, lock, i);
    return;
  }
  lcm_play_park(p, i, FOR_LOCK, lcm_play_step(p, i)->waits);
  LCM_LIST_ADD(p->arena, &lock->queue, i);
}

/* Nobody can go on.  Where actors wait in a circle only since they came to
 * locks, in orders that do not agree, at the same time, let one have what it
 * waits for, as if who holds that came later; return whether there is one. */
static bool uncross(struct lcm_play *p) {
  const size_t i = lcm_play_crossed(p);
  if (i == (size_t)-1)
    return false;
  struct lcm_play_lock *lock = lock_of(p, i);
  size_t at = lock->served;
  while (at + 1 < lock->queue.n && lock->queue.at[at] != i)
    at++;
  for (; at > lock->served; at--)
    lock->queue.at[at] = lock->queue.at[at - 1];
  lock->queue.at[lock->served++] = i;
  grant(p, lock, i);
  p->actors[i].parked = RUNS;
  lcm_play_push(p, i);
  return true;
}

/* Give "lock" at "now" to those who wait for it as far as it suffices, in the
 * order in which they came. */
static void pass_on(struct lcm_play *p, struct lcm_play_lock *lock,
                    double now) {
  while (lock->served < lock->queue.n &&
         suffices(p, lock, lock->queue.at[lock->served])) {
    const size_t next = lock->queue.at[lock->served++];
    lcm_play_catch_up(p, next, now);
    grant(p, lock, next);
    p->actors[next].parked = RUNS;
    lcm_play_push(p, next);
  }
}

/* Actor "i" gives a lock back; who has waited longest gets it. */
static void release(struct lcm_play *p, size_t i) {
  struct lcm_play_lock *lock = lock_of(p, i);
  const double now = p->w->clocks[i];
  const double takes = lcm_play_step(p, i)->takes;
  struct lcm_play_holder *own = holder_of(lock, i);
  lcm_play_advance(p, i);
  if (own && own->more) {
    own->more--;
    return;
  }
  if (!own && !lock->counts)
    return;
  lock->used -= own ? own->takes : takes;
  if (own) {
    lock->held += own->takes * (now - own->since);
    *own = lock->holders.at[--lock->holders.n];
    p->actors[i].holds--;
  }
  pass_on(p, lock, now);
}

/* ---- resources that are shared ------------------------------------------ */

/* Return how fast each is served by "lock". */
static double rate_of(const struct lcm_play_lock *lock) {
  return fmin(1, lock->units / (double)lock->holders.n);
}

/* Let "lock" serve until "now". */
static void serve_until(struct lcm_play_lock *lock, double now) {
  const double rate = lock->holders.n ? rate_of(lock) : 1;
  for (size_t k = 0; k < lock->holders.n; k++)
    lock->holders.at[k].left =
        fmax(0, lock->holders.at[k].left - (now - lock->now) * rate);
  lock->now = now;
}

/* Return the holder of "lock" who is served first. */
static size_t first_served(const struct lcm_play_lock *lock) {
  size_t best = 0;
  for (size_t k = 1; k < lock->holders.n; k++)
    if (lock->holders.at[k].left < lock->holders.at[best].left)
      best = k;
  return best;
}

/* Actor "i" comes to a resource that is shared. */
static void serve(struct lcm_play *p, size_t i) {
  struct lcm_play_lock *lock = lock_of(p, i);
  const struct lcm_play_holder holder = {i, 1, p->w->clocks[i],
                                         lcm_play_step(p, i)->outcome->time, 0};
  serve_until(lock, p->w->clocks[i]);
  LCM_LIST_ADD(p->arena, &lock->holders, holder);
  p->served++;
  lock->held += holder.left;
  lcm_play_park(p, i, FOR_SERVICE, lcm_play_step(p, i)->waits);
}

/* Return the shared resource where somebody is served next, and when; NULL:
 * none. */
static struct lcm_play_lock *next_service(const struct lcm_play *p,
                                          double *when) {
  struct lcm_play_lock *best = NULL;
  for (size_t k = 0; k < p->locks.n && p->served; k++) {
    struct lcm_play_lock *lock = &p->locks.at[k];
    if (!lock->shared || !lock->holders.n)
      continue;
    const double left = lock->holders.at[first_served(lock)].left;
    const double end = lock->now + left / rate_of(lock);
    if (best && end >= *when)
      continue;
    best = lock;
    *when = end;
  }
  return best;
}

/* End the service by "lock" that ends "when". */
static void end_service(struct lcm_play *p, struct lcm_play_lock *lock,
                        double when) {
  const size_t at = first_served(lock);
  const size_t i = lock->holders.at[at].actor;
  serve_until(lock, when);
  for (size_t k = at; k + 1 < lock->holders.n; k++)
    lock->holders.at[k] = lock->holders.at[k + 1];
  lock->holders.n--;
  p->served--;
  lcm_play_compute(p, i);
  lcm_play_spend(p, i, when - p->w->clocks[i], lcm_play_step(p, i)->waits);
  lcm_play_advance(p, i);
  p->actors[i].parked = RUNS;
  lcm_play_push(p, i);
}

/* ---- conditions, collectives, tasks -----------------------------------------
 */

/* Return the condition called "key", or NULL when nobody signalled it. */
static const struct lcm_play_condition *condition_of(const struct lcm_play *p,
                                                     const char *key) {
  for (size_t i = p->conditions.n; i-- > 0;)
    if (p->conditions.at[i].key == key)
      return &p->conditions.at[i];
  return NULL;
}

/* Actor "i" makes a condition true: whoever waits for it goes on. */
static void signal(struct lcm_play *p, size_t i) {
  struct lcm_play_condition condition = {.key = lcm_play_step(p, i)->key,
                                         .time = p->w->clocks[i]};
  const struct lcm_sending sent = {lcm_play_step(p, i)->node, NAN};
  lcm_play_advance(p, i);
  if (condition_of(p, condition.key))
    return;
  condition.sending =
      lcm_score_send(p->run, &p->w->sums[i], p->w->weights[i], &sent);
  LCM_LIST_ADD(p->arena, &p->conditions, condition);
  for (size_t k = 0; k < p->w->n; k++)
    if (p->actors[k].parked == FOR_CONDITION &&
        lcm_play_step(p, k)->key == condition.key) {
      lcm_play_wake(p, k, condition.time);
      lcm_score_get(p->run, &p->w->sums[k], p->w->weights[k],
                    condition.sending);
    }
}

/* Actor "i" waits for a condition. */
static void wait(struct lcm_play *p, size_t i) {
  const struct lcm_play_condition *condition =
      condition_of(p, lcm_play_step(p, i)->key);
  if (!condition) {
    lcm_play_park(p, i, FOR_CONDITION, LCM_CAT_SL);
    return;
  }
  lcm_play_spend(p, i, condition->time - p->w->clocks[i], LCM_CAT_SL);
  lcm_score_get(p->run, &p->w->sums[i], p->w->weights[i], condition->sending);
  lcm_play_advance(p, i);
}

/* Actor "i" takes the next unit of what members share, or goes on. */
static void share(struct lcm_play *p, size_t i) {
  const struct lcm_step *step = lcm_play_step(p, i);
  struct lcm_sharing *sharing = step->sharing;
  if (sharing->next == sharing->n) {
    lcm_play_advance(p, i);
    return;
  }
  if (sharing->journals[i])
    lcm_run_note_journal(p->run, &sharing->journals[i][sharing->next]);
  const lcm_script *unit = &sharing->units[i][sharing->next++];
  const double since = p->w->clocks[i];
  double wait = 0;
  if (sharing->held > 0) {
    sharing->busy = fmax(sharing->busy, since) + sharing->held;
    wait = sharing->busy - since;
  }
  lcm_play_spend(p, i, wait + step->cost, LCM_CAT_SL);
  lcm_play_enter(p, i, unit, NULL);
}

/* Actor "i" meets the other members, running tasks until all are there and no
 * task is left. */
static void meet(struct lcm_play *p, size_t i) {
  struct lcm_play_progress *at = &p->actors[i].now;
  const struct lcm_step *step = lcm_play_step(p, i);
  if (!at->met) {
    at->met = true;
    at->epoch = p->epoch;
    p->arrived++;
  }
  if (at->epoch == p->epoch && lcm_play_help(p, i))
    return;
  if (at->epoch == p->epoch && p->arrived == p->members && !p->unfinished) {
    p->epoch++;
    p->arrived = 0;
    for (size_t k = 0; k < p->w->n; k++)
      if (p->actors[k].parked == FOR_BARRIER)
        lcm_play_wake(p, k, p->w->clocks[i]);
    if (p->members == p->w->n)
      lcm_score_mark(p->run, p->w->sums, p->w->n, p->w->weights[i]);
  }
  if (at->epoch == p->epoch) {
    lcm_play_park(p, i, FOR_BARRIER, step->is_sync ? LCM_CAT_SL : LCM_CAT_LI);
    return;
  }
  lcm_play_spend(p, i, step->cost, LCM_CAT_SL);
  lcm_play_advance(p, i);
}

/* Actor "i" posts a message. */
static void post(struct lcm_play *p, size_t i) {
  struct lcm_queued *queued = lcm_play_step(p, i)->queued;
  const struct lcm_sending sent = {queued->node, queued->bytes};
  if (queued->kind == LCM_SENDS)
    queued->sending =
        lcm_score_send(p->run, &p->w->sums[i], p->w->weights[i], &sent);
  lcm_queue_post(p->queue, p, i, queued);
  lcm_play_advance(p, i);
}

/* Note that actor "i" has got those of "queues" that it has waited for. */
static void get_letters(struct lcm_play *p, size_t i,
                        const struct lcm_message_queues *queues) {
  for (size_t k = 0; k < queues->n; k++) {
    struct lcm_queued *queued = queues->at[k];
    if (!queued->used || queued->looks || !queued->match || queued->sending)
      continue;
    queued->sending = queued->match->sending;
    lcm_score_get(p->run, &p->w->sums[i], p->w->weights[i], queued->sending);
  }
}

/* Actor "i" waits for messages. */
static void await_letters(struct lcm_play *p, size_t i) {
  const struct lcm_message_queues *queues = lcm_play_step(p, i)->queues;
  if (lcm_queue_await(p->queue, p, i, queues)) {
    get_letters(p, i, queues);
    if (queues->n == 1 && queues->at[0]->kind == LCM_JOINS)
      lcm_score_mark(p->run, &p->w->sums[i], 1, p->w->weights[i]);
    lcm_play_advance(p, i);
  } else
    lcm_play_park(p, i, FOR_LETTERS, LCM_CAT_SL);
}

/* Return where the ranks are when nobody can go on. */
static struct lcm_standing *standings(struct lcm_play *p) {
  struct lcm_world *w = p->w;
  struct lcm_standing *all =
      LCM_NEW_ARRAY(p->arena, struct lcm_standing, w->n + 1);
  for (size_t i = 0; i < w->n; i++) {
    const struct lcm_play_actor *actor = &p->actors[i];
    const bool runs = actor->frames.n > 0;
    all[i].script = &w->scripts[i];
    all[i].at = runs ? actor->frames.at[0].at : w->scripts[i].n;
    all[i].queues =
        actor->parked == FOR_LETTERS ? lcm_play_step(p, i)->queues : NULL;
    all[i].guess = p->doubts[i] ? p->doubts[i]
                   : runs       ? lcm_play_step(p, i)->guess
                                : w->guesses[i];
  }
  for (size_t i = 0; i < w->n; i++)
    if (!all[i].guess && p->actors[i].parked == FOR_LOCK)
      all[i].guess = lcm_doubt_lock(p->arena, all, w->n, i);
  return all;
}

/* Nobody can go on.  Let the ranks that wait for messages do so all the same
 * where none of them surely waits for ever; return whether there are any. */
static bool give_way(struct lcm_play *p) {
  const size_t n = p->queue ? p->w->n : 0;
  struct lcm_standing *all = n ? standings(p) : NULL;
  bool any = false;
  if (!n || lcm_doubt_find_stuck(p->stuck, all, n))
    return false;
  for (size_t i = 0; i < n; i++) {
    if (!all[i].queues)
      continue;
    p->doubts[i] = lcm_doubt_wait(p->run, all, n, i);
    any = lcm_queue_give_way(p, i, all[i].queues) || any;
  }
  for (size_t i = 0; i < n; i++)
    if (all[i].queues)
      lcm_play_look(p, i);
  return any;
}

/* Let actor "i" begin with a script inside its own. */
static void perform(struct lcm_play *p, size_t i) {
  const lcm_script *script = lcm_play_step(p, i)->script;
  const bool computes = p->actors[i].computes;
  lcm_play_advance(p, i);
  lcm_play_enter(p, i, script, NULL);
  p->actors[i].computes = computes;
}

/* Let actor "i" do its next step. */
static void act(struct lcm_play *p, size_t i) {
  const enum lcm_act what = lcm_play_step(p, i)->act;
  p->actors[i].computes = p->actors[i].computes &&
                          (what == LCM_ACT_COMPUTE || what == LCM_ACT_PERFORM);
  switch (what) {
  case LCM_ACT_COMPUTE:
    lcm_play_compute(p, i);
    lcm_play_advance(p, i);
    return;
  case LCM_ACT_ACQUIRE:
    acquire(p, i);
    return;
  case LCM_ACT_RELEASE:
    release(p, i);
    return;
  case LCM_ACT_SERVE:
    serve(p, i);
    return;
  case LCM_ACT_SIGNAL:
    signal(p, i);
    return;
  case LCM_ACT_WAIT:
    wait(p, i);
    return;
  case LCM_ACT_SHARE:
    share(p, i);
    return;
  case LCM_ACT_MEET:
    meet(p, i);
    return;
  case LCM_ACT_MAKE:
    lcm_play_make(p, i);
    return;
  case LCM_ACT_JOIN:
    lcm_play_join(p, i);
    return;
  case LCM_ACT_OPEN:
    lcm_play_open_group(p, i);
    return;
  case LCM_ACT_CLOSE:
    lcm_play_close_group(p, i);
    return;
  case LCM_ACT_POST:
    post(p, i);
    return;
  case LCM_ACT_AWAIT:
    await_letters(p, i);
    return;
  case LCM_ACT_MARK:
    lcm_steady_mark(p->w, i, lcm_play_step(p, i), p->w->clocks[i],
                    lcm_nodes_free(p->queue->nodes, i));
    lcm_play_advance(p, i);
    return;
  case LCM_ACT_PERFORM:
    perform(p, i);
    return;
  case LCM_ACT_APART:
    lcm_play_advance(p, i);
    return;
  }
}

/* ---- the play ----------------------------------------------------------- */

/* End the scripts of actor "i" that are done; return whether any is left. */
static bool leave(struct lcm_play *p, size_t i) {
  struct lcm_play_actor *actor = &p->actors[i];
  while (actor->frames.n) {
    const struct lcm_play_frame frame = actor->frames.at[actor->frames.n - 1];
    if (frame.at < frame.script->n)
      return true;
    actor->frames.n--;
    if (!frame.task)
      continue;
    actor->now = frame.before;
    lcm_play_finish(p, i, frame.task);
  }
  return false;
}

/* Make the actors ready. */
static void set_up(struct lcm_play *p) {
  struct lcm_world *w = p->w;
  p->actors = LCM_NEW_ARRAY(p->arena, struct lcm_play_actor, w->n + 1);
  p->heap = LCM_NEW_ARRAY(p->arena, size_t, w->n + 1);
  for (size_t i = 0; i < w->n; i++) {
    struct lcm_play_actor *actor = &p->actors[i];
    actor->now.task = LCM_NEW(p->arena, struct lcm_play_task);
    actor->victim = (size_t)-1;
    if (!w->scripts[i].n)
      continue;
    lcm_play_enter(p, i, &w->scripts[i], NULL);
    p->members++;
    lcm_play_push(p, i);
  }
}

/* Report what the first ranks wait for, where any waits when nobody can go
 * on. */
static void check_ranks(struct lcm_play *p) {
  enum { MOST = 8 };
  bool reports = false;
  size_t n = 0;
  for (size_t i = 0; i < p->w->n && n < MOST; i++) {
    if (p->actors[i].parked != FOR_LETTERS || !p->stuck[i])
      continue;
    reports = reports || (!n && lcm_run_makes_no_sense(p->run));
    n++;
    if (reports)
      lcm_queue_deadlock(p->run, i, lcm_play_step(p, i)->queues);
  }
}

/* Return the guess that led actor "i" to where it waits for ever, or NULL. */
static const struct lcm_guess *guess_at(struct lcm_play *p, size_t i) {
  return p->w->ranks ? standings(p)[i].guess : p->w->guess;
}

/* Report that an actor waits at "step" for ever, as "text" says and as "guess"
 * (or NULL) led it there. */
static void report_unit(struct lcm_play *p, const struct lcm_step *step,
                        const char *text, const struct lcm_guess *guess) {
  if (guess) {
    lcm_doubt_tell(p->run, step->node, text, guess);
    lcm_run_unknown(p->run, step->node,
                    "what comes behind: nobody goes on, as far as is guessed");
    return;
  }
  lcm_report(p->run->ctx, LCM_DIAG_DEADLOCK, step->loc, "%s", text);
  p->run->status = LCM_EDOMAIN;
}

/* Return whether some unit that members of a team share was not begun when
 * nobody could go on: there were too few members. */
static bool are_too_few(const struct lcm_play *p) {
  for (size_t i = 0; i < p->w->sharings.n; i++)
    if (p->w->sharings.at[i]->node->kind == LCM_NODE_PARALLEL &&
        p->w->sharings.at[i]->next < p->w->sharings.at[i]->n)
      return true;
  return false;
}

/* Return the text that unit "i" waits for "key", which nobody will "what". */
static const char *waiting_text(const struct lcm_play *p, size_t i,
                                const char *key, const char *what) {
  lcm_arena *arena = lcm_ctx_arena(p->run->ctx);
  if (p->w->ranks)
    return lcm_arena_printf(arena,
                            "rank %zu waits for '%s', which no rank "
                            "will %s",
                            i, key, what);
  if (p->w->in_team && are_too_few(p))
    return lcm_arena_printf(arena,
                            "member %zu of %zu waits for '%s', which nobody "
                            "will %s: a section behind it has no member yet",
                            i + 1, p->members, key, what);
  return lcm_arena_printf(
      arena, "unit %zu waits for '%s', which nobody will %s", i + 1, key, what);
}

/* Report who waits for what when nobody can go on. */
static void check_deadlock(struct lcm_play *p) {
  check_ranks(p);
  for (size_t i = 0; i < p->w->n && !p->run->status; i++) {
    const struct lcm_play_actor *actor = &p->actors[i];
    if (actor->parked == RUNS)
      continue;
    const struct lcm_step *step = lcm_play_step(p, i);
    const char *what = actor->parked == FOR_LOCK        ? "give back"
                       : actor->parked == FOR_CONDITION ? "signal"
                                                        : "come to";
    const char *key = step->key ? step->key : "the others";
    const struct lcm_guess *guess = guess_at(p, i);
    if (!guess && !lcm_run_makes_no_sense(p->run))
      return;
    report_unit(p, step, waiting_text(p, i, key, what), guess);
    if (!p->run->status)
      return;
  }
}

void lcm_world_play(struct lcm_world *w) {
  struct lcm_play p = {
      .w = w, .run = w->run, .arena = &w->scratch, .chance = w->seed};
  set_up(&p);
  p.queue = w->ranks ? lcm_queue_new(w->run, p.arena, w->n) : NULL;
  p.stuck = LCM_NEW_ARRAY(p.arena, bool, w->n + 1);
  p.doubts = LCM_NEW_ARRAY(p.arena, const struct lcm_guess *, w->n + 1);
  while (!w->run->status) {
    double when = 0;
    struct lcm_play_lock *served = next_service(&p, &when);
    if (served && (!p.n_heap || when <= w->clocks[p.heap[0]])) {
      end_service(&p, served, when);
      continue;
    }
    if (lcm_play_arrive(&p) || (!p.n_heap && (give_way(&p) || uncross(&p))))
      continue;
    if (!p.n_heap)
      break;
    if (lcm_ctx_work(w->run->ctx, 1)) {
      w->run->status = LCM_ESTOPPED;
      break;
    }
    const size_t i = lcm_play_pop(&p);
    p.present = i;
    if (!leave(&p, i))
      continue;
    act(&p, i);
    if (p.actors[i].parked == RUNS)
      lcm_play_push(&p, i);
  }
  if (!w->run->status)
    check_deadlock(&p);
  if (p.queue)
    lcm_nodes_demand(p.queue->nodes, w->run);
  for (size_t i = 0; i < p.locks.n; i++)
    if (!p.locks.at[i].counts)
      lcm_run_demand(
          w->run, (struct lcm_demand){p.locks.at[i].key,
                                      p.locks.at[i].held / p.locks.at[i].units,
                                      p.locks.at[i].waits});
}
