/* Values of parts one after the other and at the same time. */
#include <math.h>
#include <string.h>

#include "composer/bound/contend.h"
#include "composer/bound/internal.h"
#include "composer/bound/join.h"
#include "composer/bound/terms/theory.h"

struct lcm_bound_value *lcm_bound_value_new(struct lcm_bound_run *run) {
  struct lcm_bound_value *value =
      run->spare.n ? run->spare.at[--run->spare.n]
                   : LCM_NEW(run->pool.arena, struct lcm_bound_value);
  *value = (struct lcm_bound_value){.head = LCM_BOUND_NONE,
                                    .binds = LCM_BOUND_NONE,
                                    .cycle = {.is = true, .count = 1},
                                    .width = 1,
                                    .turns = 1};
  return value;
}

/* Give "value" back unless it is kept. */
static void release(struct lcm_bound_run *run, struct lcm_bound_value *value) {
  if (!value->shared)
    LCM_LIST_ADD(run->pool.arena, &run->spare, value);
}

/* Return whether "value" has done anything. */
static bool is_idle(const struct lcm_bound_value *value) {
  return value->work <= 0 && !value->demands && !value->syncs.n;
}

/* ---- cycles ------------------------------------------------------------- */

static const struct lcm_bound_use *
uses_of(const struct lcm_bound_cycle *cycle) {
  return cycle->n == 1 ? &cycle->first : cycle->uses;
}

/* Add the uses of "next" behind those of "*cycle", both once; no cycle where
 * they are too many or a resource would be used twice. */
static void append_uses(struct lcm_bound_run *run,
                        struct lcm_bound_cycle *cycle,
                        const struct lcm_bound_cycle *next) {
  const size_t n = cycle->n + next->n;
  const struct lcm_bound_use *a = uses_of(cycle);
  const struct lcm_bound_use *b = uses_of(next);
  cycle->is = n <= LCM_BOUND_CYCLE;
  for (size_t i = 0; i < cycle->n && cycle->is; i++)
    for (size_t k = 0; k < next->n && cycle->is; k++)
      cycle->is = a[i].id != b[k].id;
  if (!cycle->is)
    return;
  struct lcm_bound_use *uses =
      LCM_NEW_ARRAY(run->pool.arena, struct lcm_bound_use, n);
  memcpy(uses, a, cycle->n * sizeof *uses);
  memcpy(uses + cycle->n, b, next->n * sizeof *uses);
  cycle->uses = uses;
  cycle->n = n;
}

/* Let "*cycle" go on with "next", "times" over. */
static void extend_cycle(struct lcm_bound_run *run,
                         struct lcm_bound_cycle *cycle,
                         const struct lcm_bound_cycle *next, double times) {
  struct lcm_bound_cycle more = *next;
  const bool whole = times >= 1 && times == floor(times);
  if (!more.is || !cycle->is || (more.n && !whole)) {
    cycle->is = false;
    return;
  }
  if (!more.n)
    more.delay *= times;
  else
    more.count *= times;
  if (!more.n && more.delay <= 0)
    return;
  if (!cycle->n && (cycle->delay <= 0 || more.count == 1)) {
    more.delay += cycle->delay;
    *cycle = more;
  } else if (cycle->n && more.n && cycle->count == 1 && more.count == 1 &&
             more.delay <= 0)
    append_uses(run, cycle, &more);
  else
    cycle->is = false;
}

/* Return whether "a" and "b" are the same cycle. */
static bool same_cycle(const struct lcm_bound_cycle *a,
                       const struct lcm_bound_cycle *b) {
  if (!a->is || !b->is || a->count != b->count || a->delay != b->delay ||
      a->n != b->n)
    return false;
  const struct lcm_bound_use *x = uses_of(a);
  const struct lcm_bound_use *y = uses_of(b);
  for (size_t i = 0; i < a->n; i++)
    if (x[i].id != y[i].id || x[i].time != y[i].time)
      return false;
  return true;
}

/* Return the time of "p" processes that run "cycle" (van Gemund 1996, 3.16). */
static double skewed_time(const struct lcm_bound_cycle *cycle, double p) {
  const struct lcm_bound_use *uses = uses_of(cycle);
  double sum = cycle->delay;
  double longest = 0;
  for (size_t i = 0; i < cycle->n; i++) {
    sum += uses[i].time;
    longest = fmax(longest, uses[i].time);
  }
  const double phi = cycle->count * sum;
  const double omega = p * cycle->count * longest;
  return fmax(phi + p * longest, omega + sum) - longest;
}

/* Return how many turns "next", "times" over behind "all", makes of it. */
static double turns_after(const struct lcm_bound_value *all,
                          const struct lcm_bound_value *next, double times) {
  if (is_idle(all))
    return times >= 1 && times == floor(times) ? times * next->turns : 0;
  return all->turns == 1 && next->turns == 1 && times == 1;
}

/* ---- one after the other ------------------------------------------------ */

/* Add the conditions of "next" to those of "all". */
static void add_syncs(struct lcm_bound_run *run, struct lcm_bound_value *all,
                      const struct lcm_bound_value *next) {
  if (!all->syncs.n) {
    all->syncs.at = next->syncs.at;
    all->syncs.n = next->syncs.n;
    all->syncs.cap = next->syncs.n;
    return;
  }
  for (size_t i = 0; i < next->syncs.n; i++)
    LCM_LIST_ADD(run->pool.arena, &all->syncs, next->syncs.at[i]);
}

void lcm_bound_series(struct lcm_bound_run *run, struct lcm_bound_value *all,
                      struct lcm_bound_value *next, double times) {
  bool overlap = false;
  if (times <= 0) {
    release(run, next);
    return;
  }
  if (!is_idle(next))
    all->turns = turns_after(all, next, times);
  if (is_idle(all)) {
    all->head = next->head;
    all->head_time = next->head_time;
  }
  if (!is_idle(next)) {
    extend_cycle(run, &all->cycle, &next->cycle, times);
    all->nested = all->nested || next->nested;
  }
  all->phi += times * next->phi;
  all->time += times * next->time;
  all->skewed += times * next->skewed;
  all->barriers += times * next->barriers;
  all->work += times * next->work;
  all->upper += times * next->upper;
  all->conjecture += times * next->conjecture;
  for (size_t i = 0; i < LCM_CONTENTION_COUNT; i++)
    all->estimates[i] += times * next->estimates[i];
  all->width = fmax(all->width, next->width);
  all->has_skew = all->has_skew || next->has_skew;
  all->has_barrier = all->has_barrier || next->has_barrier;
  all->random = all->random || next->random;
  all->contended = all->contended || next->contended;
  if (next->binds != LCM_BOUND_NONE &&
      times * next->bind_time > all->bind_time) {
    all->binds = next->binds;
    all->bind_time = times * next->bind_time;
  }
  add_syncs(run, all, next);
  all->demands = lcm_bound_join(
      &run->pool, all->demands,
      lcm_bound_scale(&run->pool, next->demands, times), &overlap);
  all->turns = overlap ? 0 : all->turns;
  release(run, next);
}

/* ---- at the same time --------------------------------------------------- */

void lcm_bound_fork_begin(struct lcm_bound_run *run,
                          struct lcm_bound_fork *fork) {
  *fork = (struct lcm_bound_fork){.all = lcm_bound_value_new(run),
                                  .cycles = true,
                                  .heads = true,
                                  .since = run->clock};
}

/* Note in which branch the condition of "sync" is met, and whether a signal of
 * one branch reaches a wait of another. */
static void meet(struct lcm_bound_run *run, struct lcm_bound_fork *fork,
                 const struct lcm_bound_sync *sync, double copies) {
  static const double MANY = 1e300;
  const void *key = run->conditions.at[sync->condition];
  const double branch = copies > 1 ? MANY : fork->branches + 1;
  size_t at = 0;
  if (!lcm_map_get(&fork->met_at, key, &at)) {
    const struct lcm_bound_met fresh = {.condition = sync->condition};
    at = fork->met.n;
    LCM_LIST_ADD(run->pool.arena, &fork->met, fresh);
    lcm_map_put(run->pool.arena, &fork->met_at, key, at);
  }
  struct lcm_bound_met *met = &fork->met.at[at];
  met->signallers += sync->signals ? copies : 0;
  if (sync->signals)
    met->signals = !met->signals || met->signals == branch ? branch : MANY;
  if (sync->waits)
    met->waits = !met->waits || met->waits == branch ? branch : MANY;
  fork->joined =
      fork->joined || (met->signals && met->waits &&
                       (met->signals != met->waits || met->signals == MANY));
}

/* Keep the demands of "branch" as a row of the matrix. */
static void keep_row(struct lcm_bound_run *run, struct lcm_bound_fork *fork,
                     const struct lcm_bound_value *branch, double copies) {
  if (!branch->demands || branch->demands->n > LCM_BOUND_ROWS ||
      fork->branches + copies > LCM_BOUND_ROWS)
    fork->turns = 0;
  for (double k = 0; k < copies && fork->turns > 0; k++) {
    for (size_t i = 0; i < branch->demands->n; i++) {
      const struct lcm_bound_use use = {branch->demands->ids[i],
                                        branch->demands->times[i], 0};
      LCM_LIST_ADD(run->pool.arena, &fork->uses, use);
    }
    LCM_LIST_ADD(run->pool.arena, &fork->rows, fork->uses.n);
  }
}

/* Take what all branches must share from "branch". */
static void share(struct lcm_bound_fork *fork,
                  const struct lcm_bound_value *branch) {
  struct lcm_bound_value *all = fork->all;
  if (fork->branches == 0) {
    all->width = 0;
    fork->turns = branch->turns;
    fork->cycle = branch->cycle;
    all->head = branch->head;
    all->head_time = branch->head_time;
  }
  if (fork->turns != branch->turns)
    fork->turns = 0;
  fork->cycles = fork->cycles && same_cycle(&fork->cycle, &branch->cycle);
  fork->heads = fork->heads && branch->head == all->head &&
                branch->head != LCM_BOUND_NONE;
  all->head_time = fmin(all->head_time, branch->head_time);
}

/* Return the larger of "a" and "b", NaN where one of them is not known. */
static double larger_known(double a, double b) {
  return isnan(a) || isnan(b) ? NAN : fmax(a, b);
}

void lcm_bound_branch(struct lcm_bound_run *run, struct lcm_bound_fork *fork,
                      struct lcm_bound_value *branch, double copies) {
  struct lcm_bound_value *all = fork->all;
  if (copies <= 0) {
    release(run, branch);
    return;
  }
  share(fork, branch);
  keep_row(run, fork, branch, copies);
  for (size_t i = 0; i < branch->syncs.n; i++)
    meet(run, fork, &branch->syncs.at[i], copies);
  fork->branches += copies;
  fork->overlap = fork->overlap || (copies > 1 && branch->demands);
  if (branch->time > all->time) {
    all->binds = branch->binds;
    all->bind_time = branch->bind_time;
  }
  all->phi = fmax(all->phi, branch->phi);
  all->time = fmax(all->time, branch->time);
  all->skewed = fmax(all->skewed, branch->skewed);
  all->barriers = fmax(all->barriers, branch->barriers);
  all->upper = larger_known(all->upper, branch->upper);
  all->conjecture = larger_known(all->conjecture, branch->conjecture);
  for (size_t i = 0; i < LCM_CONTENTION_COUNT; i++)
    all->estimates[i] = larger_known(all->estimates[i], branch->estimates[i]);
  all->work += copies * branch->work;
  all->width += copies * branch->width;
  fork->phis += copies * branch->phi;
  all->has_skew = all->has_skew || branch->has_skew;
  all->has_barrier = all->has_barrier || branch->has_barrier;
  all->random = all->random || branch->random;
  all->nested = all->nested || branch->nested;
  all->contended = all->contended || branch->contended;
  add_syncs(run, all, branch);
  all->demands = lcm_bound_join(
      &run->pool, all->demands,
      lcm_bound_scale(&run->pool, branch->demands, copies), &fork->overlap);
  release(run, branch);
}

/* Return the largest load of "demands" when "less" is taken from that of the
 * element "id". */
static double load_without(const struct lcm_bound_run *run,
                           const struct lcm_bound_demands *demands, size_t id,
                           double less) {
  double worst = 0;
  for (size_t i = 0; demands && i < demands->n; i++) {
    const double time = demands->times[i] - (demands->ids[i] == id ? less : 0);
    worst = fmax(worst, lcm_bound_load(&run->pool.elements.at[demands->ids[i]],
                                       time, demands->visits[i]));
  }
  return worst;
}

/* Put the virtual barrier behind what all branches of "fork" begin with: they
 * share it until the first of them has done with it. */
static void add_barrier(const struct lcm_bound_run *run,
                        struct lcm_bound_fork *fork, double omega) {
  struct lcm_bound_value *all = fork->all;
  const double plain = fmax(all->barriers, omega);
  if (fork->heads && fork->branches > 1 && all->head_time > 0) {
    const double units = run->pool.elements.at[all->head].units;
    const double common = all->head_time;
    const double together = common * fmax(1, fork->branches / units);
    const double rest =
        load_without(run, all->demands, all->head, fork->branches * common);
    all->barriers = fmax(plain, together + fmax(all->barriers - common, rest));
    all->has_barrier = true;
  } else
    all->barriers = plain;
}

/* Return the sum of the loads of "demands". */
static double load_sum(const struct lcm_bound_run *run,
                       const struct lcm_bound_demands *demands) {
  double sum = 0;
  for (size_t i = 0; demands && i < demands->n; i++)
    sum += demands->times[i] / run->pool.elements.at[demands->ids[i]].units;
  return sum;
}

/* Bound the time of "fork", alone, from above for every arbitration that lets
 * no resource idle while somebody waits for it.
 *
 * Parts that share nothing, neither resources nor conditions, do not disturb
 * each other: the largest upper bound holds, which the branches have left.
 * Where conditions join them and no resource is contended anywhere below, the
 * time is the critical path (3.1 to 3.3).
 *
 * Else two bounds hold.
 *
 * Work: whenever somebody waits, for a resource or a condition, somebody else
 * goes on with a delay or a use (or there is a deadlock), so that the time is
 * at most the sum of all delays and uses.  For a section without delays that is
 * theorem 6.1, T^u <= min(P, M) T^l: the sum is at most P times the longest row
 * of its matrix and M times the longest column.
 *
 * Path and waits: follow the schedule from its end to its beginning, each time
 * from a statement to the one that made it start: the one before it in its
 * process, the end of the last branch of a join, the signal that it waited for.
 * What is done along this chain is a path of the graph, at most phi together.
 * In between the chain waits for single resources, and while it waits for r
 * all units of r are busy, which is at most demand(r)/units(r) together; these
 * are times of one resource that do not overlap, so T <= phi + sum_r
 * demand(r)/units(r).  Sharing a resource that slows down (ps) is the same: it
 * is saturated as long as it does.  This needs that waiting for r means that r
 * is busy, not held while its holder waits for something else, so no nested or
 * multiple possession; and that the signal that came first in the schedule lies
 * on a path that phi counts, so one signaller for each condition.
 *
 * Two processes that use two resources once each, alone, have the exact worst
 * time (6.2.1), and flat sections the bound of conjecture 6.2. */
static void bound_above(struct lcm_bound_run *run,
                        const struct lcm_bound_fork *fork, double phi) {
  struct lcm_bound_value *all = fork->all;
  struct lcm_section_demands section;
  all->contended = all->contended || fork->overlap;
  if (isnan(all->upper) || (!fork->overlap && !fork->joined))
    return;
  if (!all->contended) {
    all->upper = all->conjecture = phi;
    return;
  }
  all->upper = all->work;
  if (!all->nested && !(fork->joined && lcm_bound_has_rivals(fork)))
    all->upper = fmin(all->upper, phi + load_sum(run, all->demands));
  all->conjecture = NAN;
  if (fork->joined || fork->turns != 1 ||
      !lcm_bound_section(run, fork, &section))
    return;
  if (section.rows == 2 && section.columns == 2)
    all->upper = fmin(all->upper, lcm_section_worst(section.demands));
  all->conjecture =
      fmin(all->upper, lcm_section_conjecture(run->ctx, &section, false));
}

struct lcm_bound_value *lcm_bound_fork_end(struct lcm_bound_run *run,
                                           struct lcm_bound_fork *fork,
                                           const lcm_node *node) {
  struct lcm_bound_value *all = fork->all;
  const double omega = all->demands ? all->demands->worst : 0;
  const bool cycles =
      fork->cycles && fork->cycle.n && fork->branches > 0 && !fork->joined;
  if (fork->joined) {
    all->phi = all->time = all->skewed = all->barriers =
        run->joined(run, node, fork->since);
    all->binds = LCM_BOUND_NONE;
    all->has_skew = all->has_barrier = false;
  }
  run->random_max = run->random_max || (all->random && fork->branches > 1);
  bound_above(run, fork, all->phi);
  if (omega > all->time * (1 + 1e-12)) {
    all->binds = all->demands->worst_at;
    all->bind_time = omega;
  }
  all->time = fmax(all->time, omega);
  lcm_bound_contend(run, fork);
  all->skewed = cycles ? skewed_time(&fork->cycle, fork->branches)
                       : fmax(all->skewed, omega);
  all->has_skew = all->has_skew || cycles;
  if (fork->joined)
    all->barriers = all->time;
  else
    add_barrier(run, fork, omega);
  if (fork->branches != 1) {
    all->cycle = (struct lcm_bound_cycle){
        .is = !all->demands && !all->syncs.n, .count = 1, .delay = all->phi};
    all->head = LCM_BOUND_NONE;
    all->turns = 0;
  } else {
    all->cycle = fork->cycle;
    all->turns = fork->turns;
  }
  return all;
}
