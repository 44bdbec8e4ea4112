/* Finds which iterations of the loops of ranks go on alike, and which of these
 * are followed. */
#include "composer/engine/messages/cut.h"

#include <math.h>
#include <string.h>

#include "composer/engine/count.h"
#include "composer/engine/env.h"
#include "composer/engine/messages/rank_internal.h"
#include "composer/engine/messages/steady_internal.h"
#include "composer/engine/world.h"

/* Loops of fewer iterations, and stretches of fewer periods, are followed
 * whole; conditions are looked at for no more than MOST_TURNS iterations. */
enum { LEAST = 16, LEAST_PERIODS = 8, MOST_TURNS = 1 << 21, MOST_PERIOD = 64 };

static const size_t NONE = (size_t)-1;

/* Iterations one after the other for which all conditions come to the same. */
struct stretch {
  double n;
  uint64_t key;
};

/* Iterations "from" to "to" - 1 are followed; then the loop goes on elsewhere
 * ("inner": with others). */
struct part {
  double from;
  double to;
  bool inner;
};

/* How a loop that is executed "count" times from "from" on goes on. */
struct lcm_loop_plan {
  const lcm_node *node;
  double count;
  double from;
  LCM_LIST(struct stretch) stretches;
  /* they repeat every "period" ones, "whole" times; 0: they do not */
  size_t period;
  size_t whole;
  struct stretch longest; /* those like it are cut */
  /* number of the extent that cuts periods, and of that which cuts stretches;
   * NONE: none does */
  size_t periods;
  size_t length;
  /* what is followed in the trial number "trial" - 1 */
  LCM_LIST(struct part) parts;
  size_t trial;
};

/* A rank on its way through the parts of a plan. */
struct lcm_cut {
  const struct lcm_loop_plan *plan;
  size_t at;
};

/* ---- how a loop goes on -------------------------------------------------- */

/* Add iterations "n" with "key" to "plan". */
static void add(struct lcm_steady *s, struct lcm_loop_plan *plan, double n,
                uint64_t key) {
  const size_t last = plan->stretches.n;
  if (last && plan->stretches.at[last - 1].key == key)
    plan->stretches.at[last - 1].n += n;
  else
    LCM_LIST_ADD(s->arena, &plan->stretches, (struct stretch){n, key});
}

/* Find the stretches of "plan", whose index grows by "step"; false where they
 * are not known, or not the same for all ranks. */
static bool find_stretches(struct lcm_run *run, struct lcm_steady *s,
                           struct lcm_loop_plan *plan,
                           const struct lcm_turns *turns, double step) {
  const char *index = plan->node->u.loop.ranges[0].index;
  const size_t bound = run->env.n;
  bool known = turns->n <= 64 && plan->count <= MOST_TURNS;
  for (size_t i = 0; i < turns->n; i++)
    known = known && !lcm_run_by_member(run, turns->at[i]);
  for (double i = 0; i < plan->count && known; i++) {
    uint64_t key = 0;
    lcm_run_bind(run, index, plan->from + i * step);
    known = lcm_run_turns_key(&key, run, turns);
    run->env.n = bound;
    add(s, plan, 1, key);
  }
  return known;
}

static bool is_like(const struct stretch *a, const struct stretch *b) {
  return a->n == b->n && a->key == b->key;
}

/* Find after how many stretches those of "plan" repeat; the last one may be
 * shorter. */
static void find_period(struct lcm_loop_plan *plan) {
  const size_t n = plan->stretches.n ? plan->stretches.n - 1 : 0;
  const struct stretch *at = plan->stretches.at;
  for (size_t period = 1;
       period <= MOST_PERIOD && period * LEAST_PERIODS <= n && !plan->period;
       period++) {
    size_t i = 0;
    while (i + period < n && is_like(&at[i], &at[i + period]))
      i++;
    plan->period = i + period >= n ? period : 0;
  }
  plan->whole = plan->period ? n / plan->period : 0;
}

/* Return the number of a new extent of "full"; NONE where there are enough. */
static size_t new_extent(struct lcm_steady *s, double full) {
  if (s->n == LCM_MOST_EXTENTS)
    return NONE;
  s->extents[s->n] = (struct lcm_steady_extent){full, s->base};
  return s->n++;
}

/* Give "plan" its extents. */
static void find_extents(struct lcm_steady *s, struct lcm_loop_plan *plan) {
  for (size_t i = 0; i < plan->stretches.n; i++)
    if (plan->stretches.at[i].n > plan->longest.n)
      plan->longest = plan->stretches.at[i];
  if (plan->whole)
    plan->periods = new_extent(s, (double)plan->whole);
  if (plan->longest.n >= LEAST)
    plan->length = new_extent(s, plan->longest.n);
}

/* Return a new plan for the loop "node"; without extents where it does not go
 * on alike. */
static struct lcm_loop_plan *new_plan(struct lcm_world *w, const lcm_node *node,
                                      double count, double from) {
  struct lcm_run *run = w->run;
  struct lcm_steady *s = w->steady;
  struct lcm_loop_plan *plan = LCM_NEW(s->arena, struct lcm_loop_plan);
  *plan = (struct lcm_loop_plan){.node = node,
                                 .count = count,
                                 .from = from,
                                 .periods = NONE,
                                 .length = NONE};
  LCM_LIST_ADD(s->arena, &s->plans, plan);
  const struct lcm_turns *turns = lcm_facts_turns(lcm_run_knowledge(run), node);
  const lcm_iteration *range = node->u.loop.ranges;
  double step = 1;
  bool known = turns->settled && s->n < LCM_MOST_EXTENTS && !s->settled &&
               (!range->step || lcm_run_derived(&step, run, range->step));
  if (known && turns->n)
    known = !isnan(from) && !range->factor &&
            find_stretches(run, s, plan, turns, step);
  else if (known)
    add(s, plan, count, 0);
  if (known) {
    find_period(plan);
    find_extents(s, plan);
  }
  return plan;
}

/* Return the plan for the loop "node" that is executed so; NULL where it was
 * executed otherwise before. */
static struct lcm_loop_plan *plan_of(struct lcm_world *w, const lcm_node *node,
                                     double count, double from) {
  const struct lcm_steady *s = w->steady;
  for (size_t i = 0; i < s->plans.n; i++)
    if (s->plans.at[i]->node == node) {
      struct lcm_loop_plan *plan = s->plans.at[i];
      const bool same =
          plan->from == from || (isnan(from) && isnan(plan->from));
      return same && plan->count == count ? plan : NULL;
    }
  return new_plan(w, node, count, from);
}

/* ---- what is followed ---------------------------------------------------- */

/* Return how many of extent number "i" are followed; INFINITY: all. */
static double now_of(const struct lcm_steady *s, size_t i) {
  return i == NONE ? INFINITY : s->extents[i].now;
}

/* Find the parts of "plan" that are followed in the present trial. */
static void find_parts(const struct lcm_steady *s, struct lcm_loop_plan *plan) {
  const double periods = now_of(s, plan->periods);
  const double length = now_of(s, plan->length);
  double from = 0;
  plan->parts.n = 0;
  for (size_t i = 0; i < plan->stretches.n; i++) {
    const struct stretch *stretch = &plan->stretches.at[i];
    const bool in_whole = plan->period && i < plan->whole * plan->period;
    const double number = in_whole ? floor((double)(i / plan->period)) : 0;
    const bool cut = is_like(stretch, &plan->longest) && length < stretch->n;
    const double n = in_whole && number >= periods ? 0
                     : cut                         ? length
                                                   : stretch->n;
    struct part *last =
        plan->parts.n ? &plan->parts.at[plan->parts.n - 1] : NULL;
    if (last && !last->inner && last->to == from && n > 0) {
      last->to = from + n;
      last->inner = cut;
    } else if (n > 0)
      LCM_LIST_ADD(s->arena, &plan->parts, (struct part){from, from + n, cut});
    from += stretch->n;
  }
  plan->trial = s->trial + 1;
}

/* Note what the present rank of "w" has sent and received when it comes to a
 * mark. */
static void balance(struct lcm_world *w) {
  struct lcm_steady *s = w->steady;
  const struct lcm_rank *rank = &w->ranks->at[w->member];
  for (size_t i = 0; i < rank->requests.n; i++)
    s->open = s->open || rank->requests.at[i].active;
  s->open = s->open || rank->accesses.n;
  if (s->met == s->balances.n)
    LCM_LIST_ADD(s->arena, &s->balances, (struct lcm_balance){0});
  s->balances.at[s->met].posted += s->posted;
  s->balances.at[s->met++].ranks++;
}

/* Append a mark. */
static void append_mark(struct lcm_world *w, lcm_script *script, bool inner) {
  const struct lcm_step step = {.act = LCM_ACT_MARK, .inner = inner};
  balance(w);
  lcm_world_append(w, script, step);
}

struct lcm_cut *lcm_steady_cut(struct lcm_world *w, const lcm_node *node,
                               double count, double from) {
  struct lcm_steady *s = w->steady;
  if (!s || node->kind != LCM_NODE_LOOP || count < LEAST ||
      floor(count) != count || node->u.loop.n_ranges != 1)
    return NULL;
  struct lcm_loop_plan *plan = plan_of(w, node, count, from);
  if (!plan || (plan->periods == NONE && plan->length == NONE))
    return NULL;
  if (plan->trial != s->trial + 1)
    find_parts(s, plan);
  balance(w);
  struct lcm_cut *cut = LCM_NEW(&w->scratch, struct lcm_cut);
  cut->plan = plan;
  return cut;
}

double lcm_steady_next(struct lcm_world *w, lcm_script *script,
                       struct lcm_cut *cut, double i) {
  if (!cut)
    return i + 1;
  const struct part *part = &cut->plan->parts.at[cut->at];
  if (i + 1 < part->to)
    return i + 1;
  const bool ends = cut->at + 1 == cut->plan->parts.n;
  if (part->inner || ends)
    append_mark(w, script, !ends);
  cut->at += !ends;
  return ends ? cut->plan->count : part[1].from;
}

void lcm_steady_begin(struct lcm_world *w) {
  struct lcm_steady *s = w->steady;
  if (!s)
    return;
  if (!w->member) {
    s->balances.n = 0;
    s->open = false;
  }
  s->posted = 0;
  s->met = 0;
}

void lcm_steady_post(struct lcm_world *w, const struct lcm_queued *queued) {
  if (w->steady && !queued->looks)
    w->steady->posted += queued->kind == LCM_SENDS      ? 1
                         : queued->kind == LCM_RECEIVES ? -1
                                                        : 0;
}

bool lcm_steady_fails(const struct lcm_world *w) {
  struct lcm_steady *s = w->steady;
  if (!s || !s->n)
    return false;
  s->unfit = s->open || w->turns || w->ranks->excludes;
  for (size_t i = 0; i < s->balances.n && !s->unfit; i++)
    s->unfit = s->balances.at[i].posted != 0 || s->balances.at[i].ranks != w->n;
  return s->unfit;
}

void lcm_steady_mark(struct lcm_world *w, size_t rank,
                     const struct lcm_step *step, double clock,
                     double interface) {
  const struct lcm_moment moment = {clock, fmax(clock, interface), step->inner};
  LCM_LIST_ADD(w->steady->arena, &w->steady->moments[rank], moment);
}
