/* Locks that are taken in opposite orders: that is a deadlock only where the
 * actors come to them at the same time. */
#include "composer/engine/play/play_cross.h"
#include "composer/engine/play/play_clock.h"
#include "composer/engine/record/record.h"

static const size_t NONE = (size_t)-1;

/* Return the actor that alone holds the lock which actor "i" waits for; NONE
 * where there is none. */
static size_t owner_of(struct lcm_play *p, size_t i) {
  if (p->actors[i].parked != FOR_LOCK)
    return NONE;
  const struct lcm_step *step = lcm_play_step(p, i);
  for (size_t k = 0; k < p->locks.n; k++) {
    const struct lcm_play_lock *lock = &p->locks.at[k];
    if (lock->key == step->key)
      return lock->holders.n == 1 && !lock->shared && !lock->counts
                 ? lock->holders.at[0].actor
                 : NONE;
  }
  return NONE;
}

/* Return the step by which actor "i" took the lock "key", where it has met
 * nobody since but at locks; NULL otherwise. */
static const struct lcm_step *taking_of(struct lcm_play *p, size_t i,
                                        const char *key) {
  const struct lcm_play_actor *actor = &p->actors[i];
  const struct lcm_play_frame *frame = &actor->frames.at[actor->frames.n - 1];
  for (size_t at = frame->at; at-- > 0;) {
    const struct lcm_step *step = &frame->script->at[at];
    if (step->act == LCM_ACT_ACQUIRE && step->key == key)
      return step;
    if (step->act != LCM_ACT_ACQUIRE && step->act != LCM_ACT_RELEASE &&
        step->act != LCM_ACT_COMPUTE && step->act != LCM_ACT_SERVE &&
        step->act != LCM_ACT_MARK)
      return NULL;
  }
  return NULL;
}

/* Return the actor before "i" in the circle of waiting actors that leads from
 * it to itself; NONE where there is no such circle of at least two, or it does
 * not depend on who came first. */
static size_t before_in_circle(struct lcm_play *p, size_t i) {
  size_t at = i;
  for (size_t n = 0; n < p->w->n; n++) {
    const size_t owner = owner_of(p, at);
    if (owner == NONE || owner == at || p->actors[owner].parked != FOR_LOCK ||
        !taking_of(p, owner, lcm_play_step(p, at)->key))
      return NONE;
    if (owner == i)
      return at;
    at = owner;
  }
  return NONE;
}

/* Report that actor "i" and who holds what it waits for take locks in orders
 * that do not agree; "before" waits for what "i" holds. */
static void report(struct lcm_play *p, size_t i, size_t before) {
  struct lcm_run *run = p->w->run;
  const size_t owner = owner_of(p, i);
  const struct lcm_step *mine = lcm_play_step(p, i);
  const struct lcm_step *other = lcm_play_step(p, owner);
  const struct lcm_step *held = taking_of(p, i, lcm_play_step(p, before)->key);
  const struct lcm_step *theirs = taking_of(p, owner, mine->key);
  lcm_run_assume(run, "threads that take locks in orders that do not agree do "
                      "not wait for each other for ever");
  if (lcm_run_tells(run, mine->node))
    lcm_report(run->ctx, LCM_DIAG_LOCK_ORDER, mine->loc,
               "unit %zu takes '%s' (line %u) and then '%s', unit %zu takes "
               "'%s' (line %u) and then '%s' (line %u): they may wait for each "
               "other for ever",
               i + 1, held->key, held->loc.line, mine->key, owner + 1,
               theirs->key, theirs->loc.line, other->key, other->loc.line);
}

size_t lcm_play_crossed(struct lcm_play *p) {
  for (size_t i = 0; i < p->w->n && !p->w->ranks; i++) {
    const size_t before = before_in_circle(p, i);
    if (before == NONE)
      continue;
    report(p, i, before);
    return i;
  }
  return NONE;
}
