/* Members of a team that are done with a loop leave their part of the bandwidth
 * of memory to the others. */
#include <math.h>

#include "composer/engine/env.h"
#include "composer/engine/memory.h"
#include "composer/engine/record/record.h"
#include "composer/engine/team/ebb.h"
#include "composer/rules/rules.h"

/* A member at work: how long it would take alone, and beside all others; what
 * of it is left, from 1 to 0. */
struct worker {
  double begin;
  double alone;
  double beside;
  double left;
  double end;
};

/* The members of a team, of whom "movers" share the bandwidth. */
struct ebb {
  struct lcm_run *run;
  struct worker *at;
  size_t n;
  double weight;
  double movers;
};

struct lcm_ebb lcm_ebb_begin(struct lcm_run *run, const struct lcm_team *team) {
  lcm_arena *arena = lcm_ctx_stack(run->ctx);
  struct lcm_ebb out = {.noted = lcm_run_noting(run, arena)};
  out.clocks = LCM_NEW_ARRAY(arena, double, team->k + 1);
  out.waits = LCM_NEW_ARRAY(arena, double, team->k + 1);
  for (size_t m = 0; m < team->k; m++) {
    out.clocks[m] = team->clocks[m];
    out.waits[m] = team->sums[m].cats[LCM_CAT_RC];
  }
  return out;
}

/* Return how long "w" takes as a whole where "active" members share. */
static double length_of(const struct ebb *e, const struct worker *w,
                        double active) {
  const lcm_machine *machine = e->run->machine;
  const double part = lcm_machine_crowd(machine, active * e->weight) /
                      lcm_machine_crowd(machine, e->movers);
  return fmax(w->alone, w->beside * fmin(1, part));
}

/* Let the members work from "now" on until one begins or ends; return when that
 * is, infinity where none is left. */
static double go_on(struct ebb *e, double now) {
  double active = 0;
  double next = INFINITY;
  for (size_t i = 0; i < e->n; i++)
    active += e->at[i].begin <= now && e->at[i].left > 0;
  for (size_t i = 0; i < e->n; i++) {
    const struct worker *w = &e->at[i];
    if (w->left > 0)
      next =
          fmin(next, w->begin > now ? w->begin
                                    : now + w->left * length_of(e, w, active));
  }
  for (size_t i = 0; i < e->n && isfinite(next); i++) {
    struct worker *w = &e->at[i];
    if (w->begin > now || !(w->left > 0))
      continue;
    w->left -= (next - now) / length_of(e, w, active);
    if (w->left > 1e-12)
      continue;
    w->left = 0;
    w->end = next;
  }
  return next;
}

/* Return whether the members of "team" took different times since "before", and
 * some of them lost time to contention. */
static bool is_uneven(const struct lcm_team *team,
                      const struct lcm_ebb *before) {
  bool differs = false;
  bool contends = false;
  for (size_t m = 0; m < team->k; m++) {
    differs = differs || team->clocks[m] - before->clocks[m] !=
                             team->clocks[0] - before->clocks[0];
    contends = contends || team->sums[m].cats[LCM_CAT_RC] > before->waits[m];
  }
  return differs && contends;
}

/* Return which part of what the members of "team" lost to contention since
 * "before" they lose still, and let them: they end when "e" says. */
static double give_back(const struct ebb *e, struct lcm_team *team,
                        const struct lcm_ebb *before) {
  double lost = 0;
  double back = 0;
  for (size_t m = 0; m < e->n; m++) {
    const double less = fmax(0, team->clocks[m] - e->at[m].end);
    lost += team->sums[m].cats[LCM_CAT_RC] - before->waits[m];
    back += less * team->weight;
    team->clocks[m] -= less;
    team->sums[m].cats[LCM_CAT_RC] -= less * team->weight;
  }
  return 1 - back / lost;
}

double lcm_ebb_end(struct lcm_run *run, struct lcm_team *team,
                   const struct lcm_ebb *before) {
  struct ebb e = {.run = run,
                  .n = team->k,
                  .weight = team->weight,
                  .movers = lcm_run_movers(run, 1, false)};
  double now = INFINITY;
  if (!is_uneven(team, before) || run->status || run->mode.unlimited)
    return 1;
  e.at = LCM_NEW_ARRAY(lcm_ctx_stack(run->ctx), struct worker, e.n + 1);
  for (size_t m = 0; m < e.n; m++) {
    const double lost =
        (team->sums[m].cats[LCM_CAT_RC] - before->waits[m]) / team->weight;
    const double time = team->clocks[m] - before->clocks[m];
    e.at[m] = (struct worker){before->clocks[m], time - lost, time,
                              time > 0 ? 1 : 0, before->clocks[m]};
    now = fmin(now, before->clocks[m]);
  }
  while (isfinite(now))
    now = go_on(&e, now);
  const double share = give_back(&e, team, before);
  lcm_run_note_share(run, &before->noted, LCM_CAT_RC, share);
  return share;
}
