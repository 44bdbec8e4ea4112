/* Runs tasks that were put aside once all members of a team wait for them. */
#include <math.h>

#include "composer/engine/env.h"
#include "composer/engine/record/record.h"
#include "composer/engine/record/score.h"
#include "composer/engine/serial.h"
#include "composer/engine/team/clocks.h"
#include "composer/engine/team/depend.h"
#include "composer/engine/team/pool.h"
#include "composer/engine/team/team.h"

static const size_t NONE = (size_t)-1;

/* Note that member "m" has run "task" from "start" on, "times" over. */
static void note(struct lcm_run *run, struct lcm_team *team, size_t m,
                 const struct lcm_pool_task *task, double start, double times) {
  for (size_t at = task->record; at != NONE && at != team->top;
       at = run->notes.records.at[at].parent) {
    struct lcm_record *record = &run->notes.records.at[at];
    const double from = fmax(start, record->until);
    record->sum += task->outcome.time * times;
    record->busy += fmax(0, team->clocks[m] - from);
    record->until = fmax(team->clocks[m], record->until);
  }
  if (task->record != NONE)
    team->trails[m] = lcm_trail_add(run, team->trails[m], task->record);
}

/* Let member "m" run one task "task", "cost" for getting it. */
static void run_one(struct lcm_run *run, struct lcm_team *team, size_t m,
                    const struct lcm_pool_task *task, double cost) {
  if (team->clocks[m] < task->ready && team->trails)
    team->trails[m] = task->trail;
  if (team->clocks[m] < task->ready) {
    team->sums[m].cats[LCM_CAT_LI] +=
        (task->ready - team->clocks[m]) * team->weight;
    team->clocks[m] = task->ready;
  }
  team->clocks[m] += cost;
  team->sums[m].cats[LCM_CAT_SL] += cost * team->weight;
  const double start = team->clocks[m];
  lcm_team_spend(team, m, &task->outcome, 1);
  note(run, team, m, task, start, 1);
}

/* Run the equal tasks "task" as members become free; whole rounds at once
 * where all are free at the same time. */
static void run_equal(struct lcm_run *run, struct lcm_team *team,
                      const struct lcm_pool_task *task, double cost) {
  double left = task->count;
  while (left > 0) {
    if (lcm_team_is_aligned(team) && left >= 2 * (double)team->k &&
        task->ready <= team->clocks[0]) {
      const double rounds = floor(left / (double)team->k);
      struct lcm_outcome one = {.time = cost};
      one.cats[LCM_CAT_SL] = cost * team->weight;
      lcm_outcome_add(&one, &task->outcome, 1);
      const double start = team->clocks[0];
      for (size_t m = 0; m < team->k; m++) {
        lcm_team_spend(team, m, &one, rounds);
        note(run, team, m, task, start, rounds);
      }
      left -= rounds * (double)team->k;
      continue;
    }
    run_one(run, team, lcm_team_first_free(team), task, cost);
    left--;
  }
}

/* Return when task "i" of the pool may start by what it depends on, the ends
 * of earlier tasks being in "ends" (negative: not run yet); negative where one
 * that it needs has not run.  "*last" is the one that it starts after. */
static double may_start(const struct lcm_team *team, const double *ends,
                        size_t i, size_t *last) {
  const struct lcm_pool_task *task = &team->pool.at[i];
  double start = task->ready;
  *last = i;
  for (size_t k = 0; k < i; k++) {
    const struct lcm_pool_task *before = &team->pool.at[k];
    bool needs = false;
    for (size_t a = 0; a < task->n_depends; a++)
      for (size_t b = 0; b < before->n_depends && !needs; b++)
        needs = task->depends[a] == before->depends[b] &&
                (task->writes[a] || before->writes[b]);
    if (needs && ends[k] < 0)
      return -1;
    *last = needs && ends[k] > start ? k : *last;
    start = needs ? fmax(start, ends[k]) : start;
  }
  return start;
}

/* Run tasks with dependences: of those that may start, the one that may start
 * first, by whoever is free first. */
static void run_ordered(struct lcm_run *run, struct lcm_team *team,
                        double cost) {
  double *ends =
      LCM_NEW_ARRAY(lcm_ctx_stack(run->ctx), double, team->pool.n + 1);
  for (size_t i = 0; i < team->pool.n; i++)
    ends[i] = -1;
  for (size_t done = 0; done < team->pool.n; done++) {
    size_t best = NONE;
    size_t after = NONE;
    double start = 0;
    for (size_t i = 0; i < team->pool.n; i++) {
      size_t last = i;
      const double at = ends[i] < 0 ? may_start(team, ends, i, &last) : -1;
      if (at >= 0 && (best == NONE || at < start)) {
        best = i;
        after = last;
        start = at;
      }
    }
    const size_t m = lcm_team_first_free(team);
    struct lcm_pool_task task = team->pool.at[best];
    task.ready = start;
    task.trail = team->pool.at[after].trail;
    run_one(run, team, m, &task, cost);
    ends[best] = team->clocks[m];
    if (team->trails)
      team->pool.at[best].trail = team->trails[m];
  }
}

/* Let all of "team" that tasks of the pool are part of have been run for no
 * time. */
static void begin_notes(struct lcm_run *run, const struct lcm_team *team) {
  for (size_t i = 0; i < team->pool.n; i++)
    for (size_t at = team->pool.at[i].record; at != NONE && at != team->top;
         at = run->notes.records.at[at].parent) {
      struct lcm_record *record = &run->notes.records.at[at];
      record->sum = record->busy = record->until = 0;
    }
}

/* Return the depth of the record "at", less than any for none. */
static unsigned depth_of(const struct lcm_run *run, size_t at) {
  return at == NONE ? 0 : run->notes.records.at[at].depth + 1;
}

/* Add "times" "outcome" to the categories of the record "at". */
static void charge(struct lcm_run *run, size_t at,
                   const struct lcm_outcome *outcome, double times) {
  for (size_t c = 0; c < LCM_MAX_CATS; c++)
    run->notes.records.at[at].cats[c] +=
        outcome->cats[c] * times * run->notes.scale;
}

/* What "task" spends, now that it is run, belongs to what made it, and not to
 * what is open, nor do the "busy" seconds in which all members ran tasks: let
 * those around it have it, up to what is around both. */
static void attribute(struct lcm_run *run, const struct lcm_pool_task *task,
                      double busy) {
  size_t maker = task->record == NONE
                     ? run->notes.parent
                     : run->notes.records.at[task->record].parent;
  size_t open = run->notes.parent;
  while (maker != open)
    if (depth_of(run, maker) >= depth_of(run, open)) {
      charge(run, maker, &task->outcome, task->count);
      run->notes.records.at[maker].time +=
          run->notes.records.at[maker].busy * run->notes.scale;
      run->notes.records.at[maker].busy = 0;
      maker = run->notes.records.at[maker].parent;
    } else {
      charge(run, open, &task->outcome, -task->count);
      run->notes.records.at[open].time -= busy * run->notes.scale;
      open = run->notes.records.at[open].parent;
    }
}

/* Let the tasks of the pool, run since the members were at "start", have taken
 * the time that some of each record were being run. */
static void end_notes(struct lcm_run *run, const struct lcm_team *team,
                      double start) {
  double end = INFINITY;
  for (size_t m = 0; m < team->k; m++)
    end = fmin(end, team->clocks[m]);
  for (size_t i = 0; i < team->pool.n; i++) {
    const size_t at = team->pool.at[i].record;
    const struct lcm_record *record =
        at == NONE ? NULL : &run->notes.records.at[at];
    if (record)
      lcm_record_settle(run, at,
                        record->sum > 0 ? record->busy / record->sum : 1);
    attribute(run, &team->pool.at[i], i ? 0 : fmax(0, end - start));
  }
}

void lcm_run_drain(struct lcm_run *run, struct lcm_team *team) {
  const double cost = lcm_run_machine(run, "task", (double)team->k, 0, 1);
  const bool *active = team->active;
  bool ordered = false;
  double start = 0;
  team->active = NULL;
  for (size_t m = 0; m < team->k; m++)
    start = fmax(start, team->clocks[m]);
  for (size_t i = 0; i < team->pool.n; i++)
    ordered = ordered || team->pool.at[i].n_depends > 0;
  begin_notes(run, team);
  if (ordered)
    run_ordered(run, team, cost);
  for (size_t i = 0; i < team->pool.n && !ordered; i++)
    run_equal(run, team, &team->pool.at[i], cost);
  end_notes(run, team, start);
  team->pool.n = 0;
  team->active = active;
}
