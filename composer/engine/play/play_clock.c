/* Lets actors spend time, wait and go on, the earliest first. */
#include <math.h>

#include "composer/engine/play/play_clock.h"
#include "composer/engine/record/record.h"
#include "composer/engine/record/score.h"

/* Return whether actor "a" comes before "b". */
static bool is_before(const struct lcm_play *p, size_t a, size_t b) {
  const double *clocks = p->w->clocks;
  const double apart = p->chance ? 1e-9 * fabs(clocks[a]) : 0;
  if (fabs(clocks[a] - clocks[b]) > apart)
    return clocks[a] < clocks[b];
  const double first = p->actors[a].turn;
  const double second = p->actors[b].turn;
  return first < second || (first == second && a < b);
}

/* ---- clocks ------------------------------------------------------------- */

double lcm_play_chance(struct lcm_play *p) {
  p->chance ^= p->chance << 13;
  p->chance ^= p->chance >> 7;
  p->chance ^= p->chance << 17;
  return (double)(p->chance >> 11) / (double)((uint64_t)1 << 53);
}

void lcm_play_push(struct lcm_play *p, size_t i) {
  size_t at = p->n_heap++;
  while (at && is_before(p, i, p->heap[(at - 1) / 2])) {
    p->heap[at] = p->heap[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  p->heap[at] = i;
}

size_t lcm_play_pop(struct lcm_play *p) {
  const size_t top = p->heap[0];
  const size_t last = p->heap[--p->n_heap];
  size_t at = 0;
  for (size_t child = 1; child < p->n_heap; child = 2 * at + 1) {
    if (child + 1 < p->n_heap &&
        is_before(p, p->heap[child + 1], p->heap[child]))
      child++;
    if (!is_before(p, p->heap[child], last))
      break;
    p->heap[at] = p->heap[child];
    at = child;
  }
  p->heap[at] = last;
  return top;
}

const struct lcm_step *lcm_play_step(const struct lcm_play *p, size_t i) {
  const struct lcm_play_actor *actor = &p->actors[i];
  const struct lcm_play_frame *frame = &actor->frames.at[actor->frames.n - 1];
  return &frame->script->at[frame->at];
}

/* Let actor "i" spend "outcome" at its step; "goes_on": after what it has spent
 * just before, which it may as well have spent together. */
static void spend_outcome(struct lcm_play *p, size_t i,
                          const struct lcm_outcome *outcome, bool goes_on) {
  const double from = p->w->clocks[i];
  const double range[] = {from, from + outcome->time};
  p->w->clocks[i] = range[1];
  if (outcome->time > 0 && !goes_on)
    p->actors[i].turn += lcm_play_chance(p);
  lcm_outcome_add(&p->w->sums[i], outcome, 1);
  lcm_record_charge(p->run, lcm_play_step(p, i)->record, p->run->notes.parent,
                    outcome, range, p->w->ranks != NULL);
}

void lcm_play_spend(struct lcm_play *p, size_t i, double seconds, size_t cat) {
  struct lcm_outcome outcome = {.time = seconds};
  outcome.cats[cat] = seconds * p->w->weights[i];
  if (seconds <= 0)
    return;
  outcome.score = lcm_score_leaf(p->run, lcm_play_step(p, i)->node, &outcome,
                                 p->w->weights[i]);
  spend_outcome(p, i, &outcome, false);
}

/* Let actor "i", which is parked, go on at "now", but not before the present
 * one has done what takes no time. */
void lcm_play_wake(struct lcm_play *p, size_t i, double now) {
  lcm_play_catch_up(p, i, now);
  if (p->chance)
    p->actors[i].turn = fmax(p->actors[i].turn, p->actors[p->present].turn) +
                        0.5 + lcm_play_chance(p);
  p->actors[i].parked = RUNS;
  lcm_play_push(p, i);
}

void lcm_play_park(struct lcm_play *p, size_t i, enum lcm_play_parked why,
                   size_t cat) {
  p->actors[i].parked = why;
  p->actors[i].category = cat;
}

void lcm_play_advance(struct lcm_play *p, size_t i) {
  struct lcm_play_actor *actor = &p->actors[i];
  actor->frames.at[actor->frames.n - 1].at++;
  actor->now.paid = actor->now.met = false;
}

void lcm_play_enter(struct lcm_play *p, size_t i, const lcm_script *script,
                    struct lcm_play_task *task) {
  struct lcm_play_actor *actor = &p->actors[i];
  const struct lcm_play_frame frame = {script, 0, task, actor->now};
  LCM_LIST_ADD(p->arena, &actor->frames, frame);
  actor->computes = false;
  if (task)
    actor->now = (struct lcm_play_progress){.task = task, .group = task->group};
}

/* ---- messages ----------------------------------------------------------- */

double lcm_play_clock(const struct lcm_play *p, size_t i) {
  return p->w->clocks[i];
}

void lcm_play_look(struct lcm_play *p, size_t i) {
  if (p->actors[i].parked != FOR_LETTERS)
    return;
  p->actors[i].parked = RUNS;
  lcm_play_push(p, i);
}

void lcm_play_compute(struct lcm_play *p, size_t i) {
  const struct lcm_step *step = lcm_play_step(p, i);
  spend_outcome(p, i, step->outcome, p->actors[i].computes);
  if (step->outcome->time > 0)
    p->actors[i].computes = true;
  if (p->w->trails)
    p->w->trails[i] = lcm_trail_add(p->run, p->w->trails[i], step->own);
}

void lcm_play_repeat(struct lcm_play *p, size_t i, const lcm_script *script,
                     double times) {
  for (size_t k = 0; k < script->n && times > 0; k++) {
    const struct lcm_step *step = &script->at[k];
    struct lcm_outcome all = {0};
    lcm_outcome_add(&all, step->outcome, times);
    const double from = p->w->clocks[i];
    const double range[] = {from, from + all.time};
    p->w->clocks[i] = range[1];
    lcm_outcome_add(&p->w->sums[i], &all, 1);
    lcm_record_charge(p->run, step->own, p->run->notes.parent, &all, range,
                      true);
    if (p->w->trails)
      p->w->trails[i] = lcm_trail_add(p->run, p->w->trails[i], step->own);
  }
}

void lcm_play_catch_up(struct lcm_play *p, size_t i, double now) {
  const double wait = now - p->w->clocks[i];
  lcm_play_spend(p, i, wait, p->actors[i].category);
  if (p->w->trails && wait > 0)
    p->w->trails[i] = p->w->trails[p->present];
}
