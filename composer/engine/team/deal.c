#include <math.h>
#include <string.h>

#include "composer/engine/env.h"
#include "composer/engine/serial.h"
#include "composer/engine/team/deal.h"

/* Return how "kind" with a chunk or without is dealt out by "openmp"; chunks
 * in order where "monotonic". */
static enum lcm_deal deal_of(lcm_schedule kind, bool chunked, bool monotonic,
                             lcm_openmp openmp) {
  const bool gomp = openmp == LCM_LIBGOMP;
  switch (kind) {
  case LCM_SCHED_DEFAULT:
  case LCM_SCHED_STATIC:
    return chunked ? LCM_DEAL_ROUNDS : LCM_DEAL_BLOCKS;
  case LCM_SCHED_DYNAMIC:
    return gomp || monotonic ? LCM_DEAL_CHUNKS : LCM_DEAL_STOLEN;
  case LCM_SCHED_GUIDED:
    return gomp ? LCM_DEAL_GUIDED : LCM_DEAL_HALVES;
  case LCM_SCHED_AUTO:
    return gomp ? LCM_DEAL_BLOCKS : LCM_DEAL_CURVE;
  case LCM_SCHED_RUNTIME:
    break;
  case LCM_SCHED_GRAINSIZE:
  case LCM_SCHED_NUM_TASKS:
    return LCM_DEAL_TASKS;
  }
  return LCM_DEAL_BLOCKS;
}

/* Return the OpenMP library of "machine" (or NULL). */
static lcm_openmp openmp_of(const lcm_machine *machine) {
  return machine ? machine->openmp : LCM_LIBGOMP;
}

struct lcm_dealing lcm_loop_dealing(const lcm_machine *machine,
                                    const lcm_node *node) {
  const lcm_openmp openmp = openmp_of(machine);
  const struct lcm_run_schedule run =
      machine ? machine->run_schedule : lcm_openmp_run_schedule(openmp);
  const bool runtime = node->u.loop.schedule == LCM_SCHED_RUNTIME;
  const bool monotonic =
      node->u.loop.ordered || lcm_node_attribute(node, "monotonic");
  if (!runtime)
    return (struct lcm_dealing){.deal = deal_of(node->u.loop.schedule,
                                                node->u.loop.chunk, monotonic,
                                                openmp),
                                .chunk = node->u.loop.chunk};
  return (struct lcm_dealing){
      .deal = deal_of(run.kind, run.chunk >= 1,
                      run.monotonic || node->u.loop.ordered, openmp),
      .fixed = run.chunk};
}

const char *lcm_loop_assumption(const lcm_machine *machine,
                                const lcm_node *node) {
  if (node->kind != LCM_NODE_PARLOOP ||
      node->u.loop.schedule != LCM_SCHED_RUNTIME ||
      (machine && machine->run_schedule.given))
    return NULL;
  return openmp_of(machine) == LCM_LIBGOMP
             ? "schedule(runtime) is dynamic,1, as in libgomp where "
               "OMP_SCHEDULE is not set"
             : "schedule(runtime) is static, as in libomp where OMP_SCHEDULE "
               "is not set";
}

bool lcm_deal_is_on_demand(enum lcm_deal deal) {
  return deal != LCM_DEAL_BLOCKS && deal != LCM_DEAL_ROUNDS;
}

bool lcm_units_are_blocks(const lcm_machine *machine, const lcm_node *node) {
  return openmp_of(machine) == LCM_LIBOMP && node->u.parallel.worksharing &&
         node->n_children > 1;
}

size_t lcm_block_owner(double i, double n, double k) {
  const double base = floor(n / k);
  const double more = n - base * k;
  return (size_t)(i < more * (base + 1)
                      ? floor(i / (base + 1))
                      : more + floor((i - more * (base + 1)) / base));
}

/* Return how many tasks the taskloop "node" of "count" iterations makes for
 * "members", where its clause says "asked" (0: it has none). */
static double tasks_of(const lcm_node *node, lcm_openmp openmp, double count,
                       double asked, double members) {
  const double free = openmp == LCM_LIBGOMP ? members : 10 * members;
  const bool grain = node->u.loop.schedule == LCM_SCHED_GRAINSIZE;
  const double n = asked < 1 ? free
                   : grain   ? fmax(1, floor(count / asked))
                             : asked;
  return fmax(1, fmin(n, count));
}

struct lcm_division lcm_run_division(struct lcm_run *run, const lcm_node *node,
                                     double members, double weight) {
  const struct lcm_dealing dealing = lcm_loop_dealing(run->machine, node);
  struct lcm_division d = {.node = node,
                           .deal = dealing.deal,
                           .chunk = dealing.fixed,
                           .members = members,
                           .weight = weight,
                           .step = 1};
  d.count = lcm_run_count(run, node);
  (void)lcm_run_derived(&d.chunk, run, dealing.chunk);
  d.chunk = floor(fmax(d.chunk, 0));
  if (d.deal == LCM_DEAL_ROUNDS && d.chunk < 1)
    d.deal = LCM_DEAL_BLOCKS;
  if (d.deal == LCM_DEAL_TASKS)
    d.tasks =
        tasks_of(node, openmp_of(run->machine), d.count, d.chunk, members);
  if (node->u.loop.n_ranges) {
    (void)lcm_run_derived(&d.first, run, node->u.loop.ranges[0].from);
    (void)lcm_run_derived(&d.step, run, node->u.loop.ranges[0].step);
  }
  return d;
}

/* Return the size of the chunk from number "from" on of libomp's guided
 * schedule: half an even share of what is left, as long as that is enough. */
static double half_share(const struct lcm_division *d, double from,
                         double least) {
  const double left = d->count - from;
  if (d->members == 1)
    return left;
  if ((2 * least + 1) * d->members >= d->count ||
      left < 2 * d->members * (least + 1))
    return least;
  return floor(left * (0.5 / d->members));
}

/* Return the size of the chunk from number "from" on of libomp's automatic
 * schedule: by chunk number k, count x^k iterations are left, rounded up, with
 * x = 1 - 1/(2 members); single ones follow once that is 3 members or less. */
static double curve_share(const struct lcm_division *d, double from) {
  const double left = d->count - from;
  const double x = 1 - 0.5 / d->members;
  if (d->members == 1)
    return left;
  if (3 * d->members >= d->count || left <= 1)
    return 1;
  const double cross = ceil(log(3 * d->members / d->count) / log(x) - 1e-9);
  double k = fmax(1, floor(log(left / d->count) / log(x)));
  while (k < cross && ceil(d->count * pow(x, k)) >= left)
    k++;
  return fmax(1, left - ceil(d->count * pow(x, k)));
}

/* Return the size of the task from number "from" on: the first ones have one
 * iteration more where they do not come out even. */
static double task_share(const struct lcm_division *d, double from) {
  const double base = floor(d->count / d->tasks);
  const double more = d->count - base * d->tasks;
  return from < more * (base + 1) ? base + 1 : base;
}

double lcm_division_next(const struct lcm_division *d, double from) {
  const double left = d->count - from;
  const double least = fmax(1, d->chunk);
  double n = least;
  if (d->deal == LCM_DEAL_GUIDED)
    n = fmax(ceil(left / d->members), least);
  else if (d->deal == LCM_DEAL_HALVES)
    n = half_share(d, from, least);
  else if (d->deal == LCM_DEAL_CURVE)
    n = curve_share(d, from);
  else if (d->deal == LCM_DEAL_TASKS)
    n = task_share(d, from);
  return fmin(left, n);
}

/* ---- stealing ---------------------------------------------------------------
 */

/* How far a member is with its block: it has not come yet, has chunks that
 * others may take, or looks for some itself. */
enum { ABSENT, READY, THIEF };

struct lcm_stealing *lcm_stealing_new(lcm_arena *arena,
                                      const struct lcm_division *d) {
  struct lcm_stealing *s = LCM_NEW(arena, struct lcm_stealing);
  const size_t k = (size_t)d->members;
  s->k = k;
  s->chunks = ceil(d->count / fmax(1, d->chunk));
  s->alone = k < 2 || s->chunks < (double)k;
  s->next = LCM_NEW_ARRAY(arena, double, k + 1);
  s->end = LCM_NEW_ARRAY(arena, double, k + 1);
  s->state = LCM_NEW_ARRAY(arena, unsigned char, k + 1);
  s->victim = LCM_NEW_ARRAY(arena, size_t, k + 1);
  return s;
}

/* Let member "m" have the block of member "of". */
static void take_block(struct lcm_stealing *s, size_t m, size_t of) {
  const double base = floor(s->chunks / (double)s->k);
  const double more = s->chunks - base * (double)s->k;
  s->next[m] = (double)of * base + fmin((double)of, more);
  s->end[m] = s->next[m] + base + ((double)of < more ? 1 : 0);
  s->victim[m] = (of + 1) % s->k;
  s->state[m] = s->next[m] < s->end[m] ? READY : THIEF;
}

/* Return whether the member "m" has taken something from "from", which is a
 * quarter of what it has left, or one chunk of less than eight. */
static bool steal_from(struct lcm_stealing *s, size_t m, size_t from) {
  if (s->state[from] == ABSENT) {
    s->state[from] = THIEF;
    take_block(s, m, from);
    return s->state[m] == READY;
  }
  const double left = s->end[from] - s->next[from];
  if (s->state[from] != READY || left <= 0) {
    s->victim[m] = (from + 1) % s->k;
    return false;
  }
  const double n = left > 7 ? floor(left / 4) : 1;
  s->end[m] = s->end[from];
  s->next[m] = s->end[from] = s->end[from] - n;
  s->victim[m] = from;
  s->state[m] = READY;
  return true;
}

/* Let member "m" look for somebody who has chunks left; return whether there
 * was one. */
static bool steal(struct lcm_stealing *s, size_t m) {
  s->state[m] = THIEF;
  for (size_t tries = 1; tries < s->k; tries++) {
    size_t from = s->victim[m];
    const size_t last = (from + s->k - 1) % s->k;
    while ((from == m || s->state[from] == THIEF) && from != last)
      from = (from + 1) % s->k;
    if (from != m && s->state[from] != THIEF && steal_from(s, m, from))
      return true;
  }
  return false;
}

bool lcm_stealing_take(double *chunk, struct lcm_stealing *s, size_t m) {
  if (s->alone) {
    *chunk = s->given++;
    return *chunk < s->chunks;
  }
  if (s->state[m] == ABSENT)
    take_block(s, m, m);
  if (s->next[m] >= s->end[m] && !steal(s, m))
    return false;
  *chunk = s->next[m]++;
  return true;
}
