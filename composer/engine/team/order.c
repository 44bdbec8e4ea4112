/* Decides which member runs which task: by the rules of an OpenMP library, or
 * so that it takes least or most. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "composer/engine/env.h"
#include "composer/engine/play/play.h"
#include "composer/engine/record/record.h"
#include "composer/engine/record/score.h"
#include "composer/engine/team/order.h"

/* In how many orders tasks are run to see how much depends on that, and how
 * many steps are taken all in all. */
enum { MOST_ORDERS = 15, LEAST_ORDERS = 3, MOST_STEPS = 400000 };

enum lcm_tasking lcm_run_tasking(const struct lcm_run *run) {
  const lcm_machine *machine = run->machine;
  if (!machine->runtime || !*machine->runtime)
    return LCM_TASKS_GREEDY;
  return machine->openmp == LCM_LIBOMP ? LCM_TASKS_LIBOMP : LCM_TASKS_LIBGOMP;
}

/* ---- a library's rules ---------------------------------------------------
 */

/* What the actors were like before a play. */
struct stage {
  double *clocks;
  struct lcm_outcome *sums;
};

/* Return what the actors of "w" are like. */
static struct stage stage_of(struct lcm_world *w) {
  const struct stage stage = {
      LCM_NEW_ARRAY(&w->scratch, double, w->n),
      LCM_NEW_ARRAY(&w->scratch, struct lcm_outcome, w->n)};
  memcpy(stage.clocks, w->clocks, w->n * sizeof *w->clocks);
  memcpy(stage.sums, w->sums, w->n * sizeof *w->sums);
  return stage;
}

/* Let the actors of "w" be as in "stage" again. */
static void set_back(struct lcm_world *w, const struct stage *stage) {
  memcpy(w->clocks, stage->clocks, w->n * sizeof *w->clocks);
  memcpy(w->sums, stage->sums, w->n * sizeof *w->sums);
  for (size_t i = 0; i < w->sharings.n; i++)
    w->sharings.at[i]->next = 0;
}

/* Return the latest clock of "w". */
static double end_of(const struct lcm_world *w) {
  double end = 0;
  for (size_t i = 0; i < w->n; i++)
    end = fmax(end, w->clocks[i]);
  return end;
}

/* Return the seed of order number "k", which is never 0. */
static uint64_t seed_of(size_t k) {
  uint64_t x = 0x9e3779b97f4a7c15u * (k + 1);
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return (x ^ (x >> 31)) | 1;
}

/* Add what the actors of "w" are like to "sum". */
static void add_stage(const struct lcm_world *w, struct stage *sum) {
  for (size_t i = 0; i < w->n; i++) {
    sum->clocks[i] += w->clocks[i];
    lcm_outcome_add(&sum->sums[i], &w->sums[i], 1);
  }
}

/* Play "w" in order number "k", add what the actors are like then to "sum" and
 * forget all of it but the end, which is returned. */
static double rehearse(struct lcm_world *w, const struct stage *stage,
                       struct stage *sum, size_t k) {
  const lcm_arena kept = w->scratch;
  struct lcm_trail **const trails = w->trails;
  w->scratch = lcm_arena_like(&kept);
  const struct lcm_noting noted = lcm_run_noting(w->run, &w->scratch);
  w->trails = NULL;
  w->seed = seed_of(k);
  lcm_world_play(w);
  const double end = end_of(w);
  add_stage(w, sum);
  lcm_run_note_back(w->run, &noted);
  set_back(w, stage);
  lcm_arena_reset(&w->scratch);
  w->scratch = kept;
  w->trails = trails;
  return end;
}

/* An order and its end. */
struct ending {
  double end;
  size_t k;
};

/* Order endings by time. */
static int ending_order(const void *a, const void *b) {
  const struct ending *x = a;
  const struct ending *y = b;
  if (x->end != y->end)
    return x->end < y->end ? -1 : 1;
  return x->k < y->k ? -1 : x->k > y->k;
}

/* Return what "of" and "by" are of each other, by time and category. */
static struct lcm_outcome ratio_of(const struct lcm_outcome *of,
                                   const struct lcm_outcome *by) {
  struct lcm_outcome out = {.time = by->time > 0 ? of->time / by->time : 1};
  for (size_t c = 0; c < LCM_MAX_CATS; c++)
    out.cats[c] = by->cats[c] > 0 ? of->cats[c] / by->cats[c] : 1;
  return out;
}

/* Return what the actors spent since "before" all in all. */
static struct lcm_outcome spent_by(const struct lcm_world *w,
                                   const struct stage *before) {
  struct lcm_outcome out = {.time = end_of(w)};
  for (size_t i = 0; i < w->n; i++)
    for (size_t c = 0; c < LCM_MAX_CATS; c++)
      out.cats[c] += w->sums[i].cats[c] - before->sums[i].cats[c];
  return out;
}

/* Let the actors of "w", which has been played from "before" on, be the "n"th
 * part of "sum"; what was noted since "noted" is made to fit. */
static void take_mean(struct lcm_world *w, const struct stage *before,
                      const struct stage *sum, size_t n,
                      const struct lcm_noting *noted) {
  const struct lcm_outcome one = spent_by(w, before);
  for (size_t i = 0; i < w->n; i++) {
    const struct lcm_outcome none = {0};
    const struct lcm_outcome played = w->sums[i];
    w->clocks[i] = sum->clocks[i] / (double)n;
    w->sums[i] = none;
    lcm_outcome_add(&w->sums[i], &sum->sums[i], 1 / (double)n);
    w->sums[i].time = sum->sums[i].time / (double)n;
    lcm_score_fit(&w->sums[i], &before->sums[i], &played);
  }
  const struct lcm_outcome mean = spent_by(w, before);
  const struct lcm_outcome by = ratio_of(&mean, &one);
  lcm_run_note_scaled(w->run, noted, &by);
}

/* Play "w" in the order that takes least or most of some, or so that all takes
 * the mean of them. */
static void play_chosen(struct lcm_world *w) {
  struct ending endings[MOST_ORDERS];
  lcm_score_settle(w->run, w->sums, w->n, w->weights[0]);
  const struct stage stage = stage_of(w);
  struct stage sum = {LCM_NEW_ARRAY(&w->scratch, double, w->n),
                      LCM_NEW_ARRAY(&w->scratch, struct lcm_outcome, w->n)};
  const size_t can = MOST_STEPS / (w->steps + 1);
  const size_t n = can < LEAST_ORDERS  ? LEAST_ORDERS
                   : can > MOST_ORDERS ? MOST_ORDERS
                                       : can | 1;
  lcm_score_mute(w->run, true);
  for (size_t k = 0; k < n && !w->run->status; k++)
    endings[k] = (struct ending){rehearse(w, &stage, &sum, k), k};
  lcm_score_mute(w->run, false);
  if (w->run->status)
    return;
  qsort(endings, n, sizeof *endings, ending_order);
  const size_t chosen = w->run->mode.order == LCM_ORDER_LEAST  ? 0
                        : w->run->mode.order == LCM_ORDER_MOST ? n - 1
                                                               : n / 2;
  const struct lcm_noting noted = lcm_run_noting(w->run, &w->scratch);
  w->seed = seed_of(endings[chosen].k);
  lcm_world_play(w);
  if (w->run->mode.order == LCM_ORDER_MIDDLE &&
      endings[0].end < endings[n - 1].end)
    take_mean(w, &stage, &sum, n, &noted);
}

/* ---- any order -----------------------------------------------------------
 */

/* What the children of a task do to the variable "key": it was written until
 * "written", and read until "read". */
struct spot {
  const char *key;
  double written;
  double read;
};

/* A task, or a member, followed on as many processors as there are tasks. */
struct strand {
  const lcm_script *script; /* script, at: what it does next */
  size_t at;
  double now;             /* when */
  double children;        /* until when the last of its children is busy */
  double below;           /* and of theirs */
  LCM_LIST(double) outer; /* the same before the taskgroups that it is in */
  /* of the variables that its children depend on */
  LCM_LIST(struct spot) spots;
};

/* What is followed: all together work for "work" seconds; "lost" where locks or
 * conditions make others wait. */
struct reach {
  struct lcm_world *w;
  double work;
  bool lost;
};

static void follow(struct reach *r, struct strand *s);

/* Return the spot of "key" among those of "s". */
static struct spot *spot_of(struct reach *r, struct strand *s,
                            const char *key) {
  for (size_t i = 0; i < s->spots.n; i++)
    if (s->spots.at[i].key == key)
      return &s->spots.at[i];
  const struct spot fresh = {.key = key};
  LCM_LIST_ADD(&r->w->scratch, &s->spots, fresh);
  return &s->spots.at[s->spots.n - 1];
}

/* Return when the task that "s" makes at its step may begin. */
static double begin_of(struct reach *r, struct strand *s,
                       const struct lcm_step *step) {
  double begin = s->now;
  for (size_t i = 0; i < step->needs.n; i++) {
    const struct spot *spot = spot_of(r, s, step->needs.keys[i]);
    begin = fmax(begin, spot->written);
    if (step->needs.writes[i])
      begin = fmax(begin, spot->read);
  }
  return begin;
}

/* Let "s" make the task that "step" says. */
static void make(struct reach *r, struct strand *s,
                 const struct lcm_step *step) {
  s->now += step->cost;
  r->work += step->cost;
  struct strand child = {.script = step->script,
                         .now = begin_of(r, s, step) + step->flight};
  follow(r, &child);
  for (size_t i = 0; i < step->needs.n; i++) {
    struct spot *spot = spot_of(r, s, step->needs.keys[i]);
    double *when = step->needs.writes[i] ? &spot->written : &spot->read;
    *when = fmax(*when, child.now);
  }
  s->children = fmax(s->children, child.now);
  s->below = fmax(s->below, fmax(child.now, child.below));
  if (step->at_once)
    s->now = child.now;
}

/* Let "s" take the units of "sharing" that nobody has taken, all at the same
 * time, "cost" for each. */
static void share(struct reach *r, struct strand *s,
                  struct lcm_sharing *sharing, double cost) {
  const double start = s->now;
  size_t m = 0;
  while (m + 1 < r->w->n && !sharing->units[m])
    m++;
  for (; sharing->next < sharing->n; sharing->next++) {
    struct strand unit = *s;
    unit.script = &sharing->units[m][sharing->next];
    unit.at = 0;
    unit.now = start + cost;
    r->work += cost;
    follow(r, &unit);
    unit.script = s->script;
    unit.at = s->at;
    unit.now = fmax(unit.now, s->now);
    *s = unit;
  }
}

/* Let "s" begin a taskgroup, or wait for its tasks. */
static void group(struct reach *r, struct strand *s, bool begins) {
  if (begins) {
    LCM_LIST_ADD(&r->w->scratch, &s->outer, s->below);
    s->below = s->now;
    return;
  }
  s->now = fmax(s->now, s->below);
  s->below = fmax(s->below, s->outer.at[--s->outer.n]);
}

/* Follow "s" to its end, or to where members meet. */
static void follow(struct reach *r, struct strand *s) {
  for (; s->at < s->script->n && !r->lost; s->at++) {
    const struct lcm_step *step = &s->script->at[s->at];
    switch (step->act) {
    case LCM_ACT_COMPUTE:
      s->now += step->outcome->time;
      r->work += step->outcome->time;
      break;
    case LCM_ACT_MAKE:
      make(r, s, step);
      break;
    case LCM_ACT_JOIN:
      s->now = fmax(s->now, s->children);
      break;
    case LCM_ACT_OPEN:
    case LCM_ACT_CLOSE:
      group(r, s, step->act == LCM_ACT_OPEN);
      break;
    case LCM_ACT_SHARE:
      share(r, s, step->sharing, step->cost);
      break;
    case LCM_ACT_MEET:
      return;
    case LCM_ACT_ACQUIRE:
    case LCM_ACT_RELEASE:
    case LCM_ACT_SERVE:
    case LCM_ACT_SIGNAL:
    case LCM_ACT_WAIT:
    case LCM_ACT_POST:
    case LCM_ACT_AWAIT:
    case LCM_ACT_MARK:
    case LCM_ACT_PERFORM:
    case LCM_ACT_APART:
      r->lost = true;
      return;
    }
  }
}

/* Let the members "all", who are where they meet, go on; return whether any of
 * them does. */
static bool meet(struct reach *r, struct strand *all) {
  const size_t n = r->w->n;
  double end = 0;
  bool any = false;
  for (size_t m = 0; m < n; m++)
    end = fmax(end, fmax(all[m].now, all[m].below));
  for (size_t m = 0; m < n; m++) {
    if (all[m].at >= all[m].script->n)
      continue;
    const double cost = all[m].script->at[all[m].at++].cost;
    all[m].now = end + cost;
    r->work += cost;
    any = true;
  }
  return any;
}

/* Return how long the actors of "w" take at least (at most where "most"),
 * whoever of them runs which task, from when the first of them begins at
 * "base"; NaN where that is not known (R. Graham 1969: nobody idles while a
 * task can run). */
static double limit_of(struct lcm_world *w, double base, bool most) {
  struct reach r = {.w = w};
  struct strand *all = LCM_NEW_ARRAY(&w->scratch, struct strand, w->n);
  const double k = (double)w->n;
  double span = 0;
  for (size_t m = 0; m < w->n; m++) {
    all[m].script = &w->scripts[m];
    all[m].now = w->clocks[m] - base;
    r.work += all[m].now;
  }
  do
    for (size_t m = 0; m < w->n; m++)
      follow(&r, &all[m]);
  while (!r.lost && meet(&r, all));
  for (size_t m = 0; m < w->n; m++)
    span = fmax(span, fmax(all[m].now, all[m].below));
  if (r.lost)
    return NAN;
  return most ? r.work / k + span * (k - 1) / k : fmax(r.work / k, span);
}

/* Play "w", whose members then are at least, or at most, where no library's
 * rules can bring them. */
static void play_limits(struct lcm_world *w) {
  const struct stage stage = stage_of(w);
  double base = INFINITY;
  for (size_t m = 0; m < w->n; m++)
    base = fmin(base, w->clocks[m]);
  const bool most = w->run->mode.order == LCM_ORDER_MOST;
  const double limit = limit_of(w, base, most);
  set_back(w, &stage);
  lcm_world_play(w);
  const double end = end_of(w);
  for (size_t m = 0; m < w->n && !isnan(limit); m++)
    w->clocks[m] = most ? fmax(end, base + limit) : fmin(end, base + limit);
}

void lcm_world_play_tasks(struct lcm_world *w) {
  w->run->doubts.any_order = true;
  w->tasking = lcm_run_tasking(w->run);
  if (w->tasking != LCM_TASKS_GREEDY)
    play_chosen(w);
  else if (w->run->mode.order == LCM_ORDER_MIDDLE)
    lcm_world_play(w);
  else
    play_limits(w);
}
