/* Tells ranks that surely wait for ever from those of which a guess says so,
 * and names the guess. */
#include <string.h>

#include "composer/engine/env.h"
#include "composer/engine/messages/comm.h"
#include "composer/engine/messages/doubt.h"
#include "composer/engine/messages/queue_node.h"
#include "composer/engine/messages/queue_text.h"
#include "composer/engine/messages/rank_query.h"
#include "composer/engine/record/record.h"

/* What ranks rest on that receive from any rank. */
static const struct lcm_guess ORDER = {
    NULL, "which message comes first from any rank",
    "name the rank that the message comes from"};

/* What ranks rest on that a collective lets go on earlier. */
static const struct lcm_guess MEETING = {
    NULL, "a collective lets no rank go on early",
    "come to collectives in the same order"};

/* What ranks rest on that wait for the lock of a window. */
static const struct lcm_guess LOCKS = {
    NULL, "which rank gets the lock of the window first",
    "let messages or a barrier order who locks"};

/* ---- who got a lock before -----------------------------------------------
 */

/* How far ranks have to be for one of them to be where it is: so many of its
 * steps came before that. */
struct past {
  const struct lcm_standing *all;
  size_t n;
  size_t *steps;
};

static void reach(struct past *past, size_t rank, size_t steps);

/* Return the number of the step at which "script" posts the operation number
 * "number" that "group" does together, or how many steps it has. */
static size_t joining(const lcm_script *script, const struct lcm_group *group,
                      size_t number) {
  for (size_t i = 0; i < script->n; i++) {
    const struct lcm_queued *queued =
        script->at[i].act == LCM_ACT_POST ? script->at[i].queued : NULL;
    if (queued && queued->kind == LCM_JOINS && queued->group == group &&
        !number--)
      return i;
  }
  return script->n;
}

/* Let "past" have what the ranks did that "queued", which "rank" posted in
 * "script", had to wait for. */
static void reach_joined(struct past *past, const lcm_script *script,
                         const struct lcm_queued *queued) {
  const struct lcm_group *group = queued->group;
  const enum lcm_together how = lcm_message_waits(queued->function->kind);
  size_t number = 0;
  for (size_t i = 0; i < script->n && script->at[i].queued != queued; i++)
    number += script->at[i].act == LCM_ACT_POST && script->at[i].queued &&
              script->at[i].queued->kind == LCM_JOINS &&
              script->at[i].queued->group == group;
  for (size_t k = 0; k < group->n; k++) {
    const size_t other = group->ranks[k];
    const lcm_script *its = past->all[other].script;
    const size_t at = joining(its, group, number);
    if ((how == LCM_FOR_ALL ||
         (how == LCM_FOR_ROOT && queued->peer == (double)k)) &&
        at < its->n)
      reach(past, other, at + 1);
  }
}

/* Let "past" have what had to be sent before "queued" had come to its rank. */
static void reach_sent(struct past *past, const struct lcm_queued *queued) {
  const struct lcm_queued *sent = queued->match;
  if (!sent)
    return;
  const size_t from = sent->group->ranks[sent->me];
  const lcm_script *script = past->all[from].script;
  for (size_t i = 0; i < script->n; i++)
    if (script->at[i].act == LCM_ACT_POST && script->at[i].queued == sent)
      reach(past, from, i + 1);
}

/* Let "past" have the first "steps" of "rank", and what had to come before. */
static void reach(struct past *past, size_t rank, size_t steps) {
  const lcm_script *script = past->all[rank].script;
  const size_t from = past->steps[rank];
  if (steps <= from)
    return;
  past->steps[rank] = steps;
  for (size_t i = from; i < steps && i < script->n; i++) {
    const struct lcm_message_queues *queues = script->at[i].queues;
    for (size_t k = 0; queues && !queues->any && k < queues->n; k++) {
      if (queues->at[k]->kind == LCM_RECEIVES)
        reach_sent(past, queues->at[k]);
      else if (queues->at[k]->kind == LCM_JOINS)
        reach_joined(past, script, queues->at[k]);
    }
  }
}

/* Return the number of the step with which the rank "of" took the lock "key"
 * that it still has, or SIZE_MAX. */
static size_t taken_at(const struct lcm_standing *of, const char *key) {
  size_t at = SIZE_MAX;
  for (size_t i = 0; i < of->at && i < of->script->n; i++) {
    const struct lcm_step *step = &of->script->at[i];
    if (step->key != key)
      continue;
    at = step->act == LCM_ACT_ACQUIRE   ? i
         : step->act == LCM_ACT_RELEASE ? SIZE_MAX
                                        : at;
  }
  return at;
}

const struct lcm_guess *lcm_doubt_lock(lcm_arena *arena,
                                       const struct lcm_standing *all, size_t n,
                                       size_t i) {
  const lcm_script *script = all[i].script;
  const struct lcm_step *step =
      all[i].at < script->n ? &script->at[all[i].at] : NULL;
  if (!step || step->act != LCM_ACT_ACQUIRE || !step->among)
    return NULL;
  struct past past = {all, n, LCM_NEW_ARRAY(arena, size_t, n + 1)};
  reach(&past, i, all[i].at);
  for (size_t k = 0; k < n; k++) {
    const size_t at = k == i ? SIZE_MAX : taken_at(&all[k], step->key);
    if (at != SIZE_MAX && at >= past.steps[k])
      return &LOCKS;
  }
  return NULL;
}

/* ---- who surely waits ---------------------------------------------------- */

/* Return whether messages of the kind that "earlier" took are all wanted by
 * "wanted" too: then it does not matter which of them it took. */
static bool wants_all(const struct lcm_queued *wanted,
                      const struct lcm_queued *earlier) {
  return wanted->group->id == earlier->group->id &&
         (wanted->peer == LCM_RANK_ANY || wanted->peer == earlier->peer) &&
         (wanted->tag == LCM_RANK_ANY || wanted->tag == earlier->tag);
}

/* Return whether what "of" has received depends on the order in which messages
 * came, so that "wanted" (NULL: something) might have come. */
static bool depends_on_order(const struct lcm_standing *of,
                             const struct lcm_queued *wanted) {
  for (size_t i = 0; i < of->at && i < of->script->n; i++) {
    const struct lcm_step *step = &of->script->at[i];
    const struct lcm_queued *queued =
        step->act == LCM_ACT_POST ? step->queued : NULL;
    if (!queued)
      continue;
    if (queued->like || queued->like_tag)
      return true;
    const bool any =
        queued->kind == LCM_RECEIVES && queued->done &&
        (queued->peer == LCM_RANK_ANY || queued->tag == LCM_RANK_ANY);
    if (any && (!wanted || !wants_all(wanted, queued)))
      return true;
  }
  return false;
}

/* Return whether "of" has answered whoever a message came from, and so might
 * have sent to others. */
static bool has_answered(const struct lcm_standing *of) {
  for (size_t i = 0; i < of->at && i < of->script->n; i++) {
    const struct lcm_step *step = &of->script->at[i];
    if (step->act == LCM_ACT_POST && step->queued->kind == LCM_SENDS &&
        (step->queued->like || step->queued->like_tag))
      return true;
  }
  return false;
}

/* Return whether the rank "of" surely sends nothing more, and nothing else in
 * another order of messages. */
static bool sends_no_more(size_t of, const bool *stuck,
                          const struct lcm_standing *all) {
  return stuck[of] && !has_answered(&all[of]);
}

/* Return whether a member whom "queued" needs for what its group does together
 * surely never comes to that. */
static bool lacks_member(const struct lcm_queued *queued, const bool *stuck) {
  const struct lcm_group *group = queued->group;
  const size_t number = group->met[queued->me] - 1;
  const enum lcm_together how = lcm_message_waits(queued->function->kind);
  const bool root = queued->peer == (double)queued->me;
  for (size_t k = 0; k < group->n; k++) {
    const bool needed =
        how == LCM_FOR_ALL ||
        (how == LCM_FOR_ROOT && !root && queued->peer == (double)k) ||
        (how == LCM_ROOT_FOR_ALL && root) ||
        (how == LCM_FOR_EARLIER && k < queued->me);
    if (needed && group->met[k] <= number && stuck[group->ranks[k]])
      return true;
  }
  return false;
}

/* Return whether "queued", which rank "i" waits for, surely never comes. */
static bool never_comes(const struct lcm_queued *queued, size_t i,
                        const bool *stuck, const struct lcm_standing *all) {
  const struct lcm_group *group = queued->group;
  switch (queued->kind) {
  case LCM_AWAY:
    return false;
  case LCM_JOINS:
    return lacks_member(queued, stuck);
  case LCM_SENDS: {
    const size_t to = group->ranks[(size_t)queued->peer];
    return stuck[to] && !depends_on_order(&all[to], NULL);
  }
  case LCM_RECEIVES:
    break;
  }
  if (queued->peer >= 0)
    return sends_no_more(group->ranks[(size_t)queued->peer], stuck, all) &&
           !depends_on_order(&all[i], queued);
  for (size_t k = 0; k < group->n; k++)
    if (!sends_no_more(group->ranks[k], stuck, all))
      return false;
  return !depends_on_order(&all[i], queued);
}

/* Return whether rank "i", which waits, surely waits for ever. */
static bool waits_for_ever(size_t i, const bool *stuck,
                           const struct lcm_standing *all) {
  const struct lcm_message_queues *queues = all[i].queues;
  bool any = false;
  for (size_t k = 0; k < queues->n; k++) {
    const struct lcm_queued *queued = queues->at[k];
    if (queued->used)
      continue;
    const bool never = !queued->done && never_comes(queued, i, stuck, all);
    if (queues->any && !never)
      return false;
    any = any || never;
  }
  return any;
}

bool lcm_doubt_find_stuck(bool *stuck, const struct lcm_standing *all,
                          size_t n) {
  bool changed = true;
  for (size_t i = 0; i < n; i++)
    stuck[i] = !all[i].guess;
  while (changed) {
    changed = false;
    for (size_t i = 0; i < n; i++)
      if (stuck[i] && all[i].queues && !waits_for_ever(i, stuck, all)) {
        stuck[i] = false;
        changed = true;
      }
  }
  for (size_t i = 0; i < n; i++)
    if (stuck[i] && all[i].queues)
      return true;
  return false;
}

/* ---- what is guessed ----------------------------------------------------- */

/* Return the guess that led the rank "k" of "group" to where it is, or NULL. */
static const struct lcm_guess *guess_of(const struct lcm_standing *all,
                                        const struct lcm_group *group,
                                        double k) {
  return k >= 0 && k < (double)group->n ? all[group->ranks[(size_t)k]].guess
                                        : NULL;
}

/* Return the guess that what rank "i" waits for rests on. */
static const struct lcm_guess *find_guess(const struct lcm_standing *all,
                                          size_t n, size_t i) {
  const struct lcm_guess *found = all[i].guess;
  const struct lcm_message_queues *queues = all[i].queues;
  for (size_t k = 0; k < queues->n && !found; k++)
    if (!queues->at[k]->done && queues->at[k]->kind != LCM_JOINS)
      found = guess_of(all, queues->at[k]->group, queues->at[k]->peer);
  for (size_t k = 0; k < n && !found; k++)
    found = all[k].guess;
  for (size_t k = 0; k < n && !found; k++)
    if (all[k].queues && all[k].queues->at[0]->kind == LCM_JOINS)
      found = &MEETING;
  return found ? found : &ORDER;
}

/* Return where "guess" is, seen from "loc", as text before what it is. */
static const char *place(struct lcm_run *run, const struct lcm_guess *guess,
                         lcm_loc loc) {
  lcm_arena *arena = lcm_ctx_arena(run->ctx);
  if (!guess->node || !guess->node->loc.line)
    return "";
  const lcm_loc at = guess->node->loc;
  if (at.file == loc.file)
    return lcm_arena_printf(arena, "line %u: ", at.line);
  return lcm_arena_printf(arena, "%s:%u: ", at.file, at.line);
}

/* Return whether a note is to tell of "node": the first time only. */
static bool tells(struct lcm_run *run, const lcm_node *node) {
  lcm_map *told =
      run->notes.noted ? &run->notes.noted->told : run->messages.told;
  size_t at = 0;
  if (!told || lcm_map_get(told, node, &at))
    return false;
  lcm_map_put(lcm_ctx_arena(run->ctx), told, node, 0);
  return true;
}

void lcm_doubt_tell(struct lcm_run *run, const lcm_node *node, const char *text,
                    const struct lcm_guess *guess) {
  if (tells(run, node))
    lcm_report(run->ctx, LCM_DIAG_GUESSED, node->loc,
               "%s; this rests on a guess (%s%s): %s", text,
               place(run, guess, node->loc), guess->what, guess->give);
}

const struct lcm_guess *lcm_doubt_wait(struct lcm_run *run,
                                       const struct lcm_standing *all, size_t n,
                                       size_t i) {
  const struct lcm_message_queues *queues = all[i].queues;
  const struct lcm_guess *guess = find_guess(all, n, i);
  const struct lcm_queued *open = NULL;
  for (size_t k = 0; k < queues->n && !open; k++)
    open = queues->at[k]->done ? NULL : queues->at[k];
  if (!open || run->messages.alone)
    return guess;
  lcm_doubt_tell(run, open->node, lcm_queue_wait(run, i, open), guess);
  lcm_run_unknown(run, open->node,
                  "what it waits for does not come, as far as is guessed; "
                  "taken as come");
  return guess;
}

bool lcm_doubt_differ(struct lcm_run *run, const struct lcm_queued *a,
                      const struct lcm_queued *b) {
  const struct lcm_guess *guess = b->guess ? b->guess : a->guess;
  if (!guess)
    return false;
  if (!run->messages.alone)
    lcm_doubt_tell(run, b->node, lcm_queue_difference(run, a, b), guess);
  return true;
}

void lcm_doubt_missing(struct lcm_world *w, const lcm_node *node, double rank,
                       size_t n) {
  struct lcm_run *run = w->run;
  lcm_arena *arena = lcm_ctx_arena(run->ctx);
  const char *comm = node->u.message->comm;
  const char *text = lcm_arena_printf(
      arena, "rank %zu: there is no rank %g in %s, which has %zu", w->member,
      rank, comm ? comm : "MPI_COMM_WORLD", n);
  if (w->guess && !run->messages.alone) {
    lcm_doubt_tell(run, node, text, w->guess);
    lcm_comm_leave_out(w, node,
                       "its rank is none, as far as is guessed; left out");
  } else if (lcm_run_makes_no_sense(run))
    lcm_report(run->ctx, LCM_DIAG_DOMAIN, node->loc, "%s", text);
}
