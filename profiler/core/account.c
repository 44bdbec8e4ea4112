/* SPDX-License-Identifier: MIT
 *
 * What threads and vacant processors spend is charged to sites and
 * categories. */
#include "profiler/core/account.h"

#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include "profiler/core/clock.h"
#include "profiler/core/counters.h"
#include "profiler/core/events.h"
#include "profiler/core/usage.h"

void lcm_clocks_start(lcm_profiled_run *run) {
  for (size_t i = 0; i < LCM_RAW_GONE; i++) {
    run->clocks.base[i] = 1u << LCM_CLOCK_SHIFT;
    run->clocks.share[i] = (lcm_clock_share){1, 1};
  }
}

/* Return what each of "share" gets of "passed", and what was "over" before;
 * keep what is over then in "*left".  What is alone has no part in that. */
static uint64_t each_gets(lcm_clock_share share, uint64_t passed, uint64_t over,
                          uint64_t *left) {
  *left = over;
  if (share.of == share.among)
    return passed;
  if (share.of == 0)
    return 0;
  const uint64_t odd = passed % share.among * share.of + over;
  *left = odd % share.among;
  return passed / share.among * share.of + odd / share.among;
}

uint64_t lcm_clock(const lcm_profiled_run *run, uint32_t state, uint64_t now) {
  const lcm_profile_clocks *clocks = &run->clocks;
  for (;;) {
    const uint32_t before =
        atomic_load_explicit(&clocks->sequence, memory_order_acquire);
    const uint64_t at = clocks->at, base = clocks->base[state];
    const lcm_clock_share share = clocks->share[state];
    const uint64_t over = clocks->over[state];
    atomic_thread_fence(memory_order_acquire);
    if (!(before & 1) && before == atomic_load_explicit(&clocks->sequence,
                                                        memory_order_relaxed)) {
      const uint64_t passed = now > at ? (now - at) << LCM_CLOCK_SHIFT : 0;
      uint64_t left = 0;
      return base + each_gets(share, passed, over, &left);
    }
  }
}

/* Let the clocks of "run" run by "share" from "now" on.  The lock of "run" is
 * held. */
static void set_shares(lcm_profiled_run *run,
                       const lcm_clock_share share[LCM_RAW_GONE],
                       uint64_t now) {
  lcm_profile_clocks *clocks = &run->clocks;
  if (memcmp(clocks->share, share, sizeof clocks->share) == 0)
    return;
  const uint32_t sequence = atomic_load(&clocks->sequence);
  atomic_store(&clocks->sequence, sequence + 1);
  atomic_thread_fence(memory_order_release);
  const uint64_t passed =
      now > clocks->at ? (now - clocks->at) << LCM_CLOCK_SHIFT : 0;
  for (uint32_t i = 0; i < LCM_RAW_GONE; i++) {
    clocks->base[i] +=
        each_gets(clocks->share[i], passed, clocks->over[i], &clocks->over[i]);
    clocks->share[i] = share[i];
  }
  clocks->at = now > clocks->at ? now : clocks->at;
  atomic_store_explicit(&clocks->sequence, sequence + 2, memory_order_release);
}

/* Count the threads of "run" that compute and that wait into "count". */
static void count_states(const lcm_profiled_run *run,
                         uint32_t count[LCM_RAW_GONE + 1]) {
  const uint32_t n = atomic_load(&run->n_threads);
  for (uint32_t i = 0; i <= LCM_RAW_GONE; i++)
    count[i] = 0;
  for (uint32_t i = 0; i < n; i++)
    if (run->threads[i] && run->threads[i] != run->vacant)
      count[atomic_load(&run->threads[i]->state)]++;
}

/* Set the clocks of "run" by who shares the processors, which are fewer than
 * threads where it is "crowded".  The lock of "run" is held. */
static void share_by(lcm_profiled_run *run, bool crowded, uint64_t now) {
  lcm_clock_share share[LCM_RAW_GONE] = {{1, 1}, {1, 1}, {1, 1}};
  run->busy_now = 0;
  if (run->paused) {
    share[0] = share[1] = share[2] = (lcm_clock_share){0, 1};
  } else if (crowded) {
    uint32_t count[LCM_RAW_GONE + 1];
    count_states(run, count);
    const uint32_t busy = count[LCM_RAW_BUSY], waiting = count[LCM_RAW_WAITING];
    const uint32_t left = busy < run->p ? run->p - busy : 0;
    if (busy > run->p)
      share[LCM_RAW_BUSY] = (lcm_clock_share){run->p, busy};
    if (waiting > left)
      share[LCM_RAW_WAITING] = (lcm_clock_share){left, waiting};
    run->busy_now = busy;
  }
  set_shares(run, share, now);
}

/* Halve the resolution of "times" until "until" lies in its slices. */
static void widen(lcm_raw_times *times, uint64_t until) {
  while (until >> times->shift >= LCM_RAW_SLICES) {
    for (size_t i = 0; i < LCM_RAW_SLICES; i++)
      for (size_t k = 0; k < LCM_RAW_CATEGORIES; k++)
        times->ns[i][k] = i < LCM_RAW_SLICES / 2
                              ? times->ns[2 * i][k] + times->ns[2 * i + 1][k]
                              : 0;
    times->shift++;
  }
}

/* Add "ns" of "category" between "from" and "to" to the slices of "times". */
static void add_times(lcm_raw_times *times, uint64_t from, uint64_t to,
                      uint32_t category, uint64_t ns) {
  if (!times || to <= from)
    return;
  widen(times, to);
  const uint64_t whole = to - from;
  const uint64_t last = to >> times->shift;
  uint64_t left = ns;
  for (uint64_t i = from >> times->shift; i < last; i++) {
    const uint64_t end = (i + 1) << times->shift;
    const uint64_t part =
        ns == whole ? end - from
                    : (uint64_t)((double)ns * (double)(end - from) / whole);
    times->ns[i][category] += part < left ? part : left;
    left -= part < left ? part : left;
    from = end;
  }
  times->ns[last][category] += left;
}

/* Append the interval from "from" to "to" at "site" as "category" to the
 * timeline of "thread". */
static void add_interval(lcm_thread *thread, uint64_t from, uint64_t to,
                         uint32_t site, uint32_t category) {
  lcm_raw_intervals *all = thread->intervals;
  if (!all)
    return;
  lcm_raw_interval *last = all->n ? &all->at[all->n - 1] : NULL;
  if (last && last->end_ns == from && last->site == site &&
      last->category == category) {
    last->end_ns = to;
  } else if (all->n < thread->intervals_room) {
    all->at[all->n] = (lcm_raw_interval){from, to, site, category};
    all->n++;
  } else {
    lcm_the_run()->header->flags |= LCM_RAW_TIMELINE_FULL;
    thread->intervals = NULL;
  }
}

/* Note that "thread" speculates for "ns" more where it is; false where there is
 * no room for that. */
static bool note_speculation(lcm_thread *thread, uint64_t ns) {
  lcm_speculation *all = &thread->speculation;
  if (!all->depth || !thread->cell)
    return false;
  const uint32_t base = all->base[all->depth - 1];
  uint32_t i = all->n;
  while (i > base && all->at[i - 1].cell != thread->cell)
    i--;
  if (i == base) {
    if (all->n == LCM_MAX_SPECULATION)
      return false;
    i = ++all->n;
    all->at[i - 1].cell = thread->cell;
    all->at[i - 1].ns = 0;
  }
  all->at[i - 1].ns += ns;
  return true;
}

void lcm_add(lcm_thread *thread, uint64_t from, uint64_t to, uint32_t category,
             uint64_t ns) {
  if (!ns)
    return;
  if (category == LCM_RAW_SPECULATIVE && !note_speculation(thread, ns))
    category = LCM_RAW_PC;
  if (thread->cell)
    thread->cell->ns[category] += ns;
  if (thread->in_gap)
    thread->gap_ns[category] += ns;
  add_times(thread->times, from, to, category, ns);
  add_interval(thread, from, to, thread->site, category);
}

/* Return how much of "ns", which "thread" was charged in "state" until "now"
 * and that are all its own, it waited for a processor instead. */
static uint64_t queued(lcm_thread *thread, uint32_t state, uint64_t now,
                       uint64_t ns) {
  const uint64_t passed = now - thread->since;
  const uint64_t waited = lcm_queue_since(thread, passed, now);
  const bool works =
      thread->charged == LCM_RAW_PC || thread->charged > LCM_RAW_RC;
  if (state != LCM_RAW_BUSY || !works || ns > passed || passed - ns > 1)
    return 0;
  return waited < ns ? waited : ns;
}

/* Do what lcm_charge_split says, at a time that no clock changes after, for a
 * thread that was in "state". */
static void charge(lcm_profiled_run *run, lcm_thread *thread, uint32_t state,
                   uint64_t now, uint64_t split, uint32_t late) {
  if (run->header->counters_per_site)
    lcm_counters_read(run, thread);
  if (state > LCM_RAW_WAITING || run->sampling)
    return;
  const uint64_t clock = lcm_clock(run, state, now);
  if (now < thread->since || clock < thread->mark)
    return;
  const uint64_t mark = thread->mark;
  const uint64_t early_end = split < mark    ? mark
                             : split < clock ? split
                                             : clock;
  const uint64_t ns = (clock - mark) >> LCM_CLOCK_SHIFT;
  const uint64_t early_ns = (early_end - mark) >> LCM_CLOCK_SHIFT;
  const uint64_t late_ns = ns - early_ns;
  const uint64_t middle =
      late_ns < now - thread->since ? now - late_ns : thread->since;
  const uint64_t end = late_ns ? middle : now;
  const uint64_t waited = queued(thread, state, now, early_ns);
  lcm_add(thread, thread->since, end - waited, thread->charged,
          early_ns - waited);
  lcm_add(thread, end - waited, end, LCM_RAW_QUEUED, waited);
  lcm_add(thread, middle, now, late, late_ns);
  thread->mark = mark + (ns << LCM_CLOCK_SHIFT);
  thread->since = now;
  thread->record->since_ns = now;
}

/* Let "thread", charged until "now", be in "state" instead of "before": what is
 * left over of a nanosecond is charged in that. */
static void move(const lcm_profiled_run *run, lcm_thread *thread,
                 uint32_t state, uint64_t now) {
  const uint32_t before =
      atomic_load_explicit(&thread->state, memory_order_relaxed);
  if (before <= LCM_RAW_WAITING)
    thread->rest = lcm_clock(run, before, now) - thread->mark;
  if (state <= LCM_RAW_WAITING)
    thread->mark = lcm_clock(run, state, now) - thread->rest;
  atomic_store_explicit(&thread->state, state, memory_order_release);
}

/* Return whether "thread" can be charged without the lock of "run": there are
 * processors enough, and clocks stay as they are until end_moving. */
static bool begin_moving(lcm_profiled_run *run, lcm_thread *thread) {
  atomic_store(&thread->moving, 1);
  if (!atomic_load(&run->crowded))
    return true;
  atomic_store_explicit(&thread->moving, 0, memory_order_release);
  return false;
}

/* Give up what begin_moving got. */
static void end_moving(lcm_thread *thread) {
  atomic_store_explicit(&thread->moving, 0, memory_order_release);
}

/* Return the time that "thread", between begin_moving and end_moving, is
 * charged until where an event was at "now": not before it was charged last,
 * nor before the clocks changed. */
static uint64_t until(const lcm_profiled_run *run, const lcm_thread *thread,
                      uint64_t now) {
  if (now < thread->since)
    now = thread->since;
  return now < run->clocks.at ? run->clocks.at : now;
}

void lcm_charge_here(lcm_profiled_run *run, lcm_thread *thread, uint64_t now) {
  charge(run, thread, atomic_load(&thread->state), now, UINT64_MAX,
         thread->charged);
}

void lcm_charge_split(lcm_profiled_run *run, lcm_thread *thread, uint64_t now,
                      uint64_t split, uint32_t late) {
  const uint32_t state =
      atomic_load_explicit(&thread->state, memory_order_relaxed);
  if (begin_moving(run, thread)) {
    charge(run, thread, state, until(run, thread, now), split, late);
    end_moving(thread);
    return;
  }
  lcm_lock(&run->lock);
  lcm_vacancy(run, lcm_now());
  charge(run, thread, state, run->last, split, late);
  lcm_unlock(&run->lock);
}

void lcm_charge(lcm_profiled_run *run, lcm_thread *thread, uint64_t now) {
  lcm_charge_split(run, thread, now, UINT64_MAX, thread->charged);
}

/* Bring "thread", charged until "now", into "state"; return from when on.  Its
 * lock is held. */
static uint64_t change_state(lcm_profiled_run *run, lcm_thread *thread,
                             uint32_t state, uint64_t now) {
  const uint32_t before =
      atomic_load_explicit(&thread->state, memory_order_relaxed);
  if (before == state)
    return now;
  const bool was = before <= LCM_RAW_WAITING, is = state <= LCM_RAW_WAITING;
  if (was == is && begin_moving(run, thread)) {
    now = until(run, thread, now);
    charge(run, thread, before, now, UINT64_MAX, thread->charged);
    move(run, thread, state, now);
    end_moving(thread);
    return now;
  }
  lcm_lock(&run->lock);
  if (run->present + is - was > run->p)
    lcm_crowd(run);
  now = now > thread->since ? now : thread->since;
  lcm_vacancy(run, atomic_load(&run->crowded) ? lcm_now() : now);
  now = run->last;
  charge(run, thread, before, now, UINT64_MAX, thread->charged);
  move(run, thread, state, now);
  run->present += (uint32_t)is - (uint32_t)was;
  if (run->present > run->header->threads_peak)
    run->header->threads_peak = run->present;
  lcm_share_out(run);
  lcm_unlock(&run->lock);
  if (!was && is)
    (void)lcm_queue_since(thread, UINT64_MAX, now);
  return now;
}

void lcm_be_at(lcm_profiled_run *run, lcm_thread *thread, uint32_t state,
               uint32_t site, uint32_t category, uint64_t now) {
  now = change_state(run, thread, state, now);
  thread->charged = category;
  if (site != thread->site || !thread->cell) {
    thread->site = site;
    thread->cell = lcm_cell_find(run, thread, site);
  }
  thread->since = now > thread->since ? now : thread->since;
  lcm_raw_thread *record = thread->record;
  record->state = state;
  record->site = site;
  record->category = category;
  record->since_ns = thread->since;
  record->events++;
}

void lcm_vacant_add(lcm_profiled_run *run, uint32_t site, uint32_t category,
                    uint64_t ns, uint64_t now) {
  if (!ns)
    return;
  lcm_thread *vacant = run->vacant;
  lcm_raw_cell *cell = lcm_cell_here(run, vacant, site);
  if (cell)
    cell->ns[category] += ns;
  if (category == LCM_RAW_IP)
    run->vacant_gap_ns += ns;
  add_times(vacant->times, run->sampling ? run->ticked : run->last, now,
            category, ns);
}

uint32_t lcm_vacant_site(const lcm_profiled_run *run) {
  const uint32_t most = sizeof run->work_sites / sizeof *run->work_sites;
  if (!run->work)
    return run->serial_site;
  return run->work_sites[(run->work < most ? run->work : most) - 1];
}

/* Note in the file how many processors are vacant from now on, and why. */
static void note_vacant(lcm_profiled_run *run) {
  lcm_raw_thread *record = run->vacant->record;
  record->state = LCM_RAW_WAITING;
  record->site = lcm_vacant_site(run);
  record->category = run->work ? LCM_RAW_LI : LCM_RAW_IP;
  record->processors = run->p > run->present ? run->p - run->present : 0;
  record->since_ns = run->last;
}

void lcm_vacancy(lcm_profiled_run *run, uint64_t now) {
  if (now <= run->last)
    return;
  if (!run->paused && !run->sampling) {
    const uint64_t passed = now - run->last;
    const uint32_t vacant = run->p > run->present ? run->p - run->present : 0;
    const uint32_t coming = run->coming < vacant ? run->coming : vacant;
    const uint32_t site = lcm_vacant_site(run);
    lcm_vacant_add(run, site, LCM_RAW_SL, coming * passed, now);
    lcm_vacant_add(run, site, run->work ? LCM_RAW_LI : LCM_RAW_IP,
                   (vacant - coming) * passed, now);
    run->vacant_time[site][run->work ? 0 : 1] += passed;
    if (atomic_load(&run->crowded) && run->busy_now > run->p)
      run->busy_over += passed;
  }
  run->last = now;
  run->header->seen_ns = now;
}

/* Let "run" have as many processors as threads are present, where nobody said
 * how many there are: so many more were vacant all the time. */
static void grow_p(lcm_profiled_run *run) {
  uint32_t more = run->p_most < run->present ? run->p_most : run->present;
  if (run->header->p_given || more <= run->p)
    return;
  more -= run->p;
  run->p += more;
  run->header->p = run->p;
  const uint32_t n = atomic_load(&run->n_sites);
  for (uint32_t i = 0; i < n; i++) {
    if (run->vacant_time[i][0])
      lcm_vacant_add(run, i, LCM_RAW_LI, more * run->vacant_time[i][0],
                     run->last);
    if (run->vacant_time[i][1])
      lcm_vacant_add(run, i, LCM_RAW_IP, more * run->vacant_time[i][1],
                     run->last);
  }
}

void lcm_crowd(lcm_profiled_run *run) {
  const uint32_t n = atomic_load(&run->n_threads);
  if (atomic_exchange(&run->crowded, 1))
    return;
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 1; atomic_load(&run->threads[i]->moving); k++)
      if (k % 64 == 0)
        sched_yield();
}

void lcm_share_out(lcm_profiled_run *run) {
  grow_p(run);
  const bool crowded = run->present > run->p;
  if (atomic_load(&run->crowded)) {
    share_by(run, crowded, run->last);
    atomic_store(&run->crowded, crowded);
  }
  note_vacant(run);
}

void lcm_work_begin(lcm_profiled_run *run, uint32_t site, uint32_t coming,
                    uint64_t now) {
  lcm_vacancy(run, now);
  if (run->work < sizeof run->work_sites / sizeof *run->work_sites)
    run->work_sites[run->work] = site;
  run->work++;
  run->coming += coming;
  note_vacant(run);
}

void lcm_work_end(lcm_profiled_run *run, uint32_t site, uint64_t now) {
  const uint32_t most = sizeof run->work_sites / sizeof *run->work_sites;
  lcm_vacancy(run, now);
  if (!run->work)
    return;
  run->work--;
  uint32_t i = run->work < most ? run->work : most - 1;
  while (i > 0 && run->work_sites[i] != site)
    i--;
  for (; i + 1 < most && i < run->work; i++)
    run->work_sites[i] = run->work_sites[i + 1];
  note_vacant(run);
}

void lcm_arrive(lcm_profiled_run *run, uint32_t n, uint64_t now) {
  lcm_vacancy(run, now);
  run->coming -= n < run->coming ? n : run->coming;
}

void lcm_serial_at(lcm_profiled_run *run, uint32_t site, uint64_t now) {
  lcm_lock(&run->lock);
  lcm_vacancy(run, now);
  run->serial_site = site;
  run->vacant_gap_ns = 0;
  note_vacant(run);
  lcm_unlock(&run->lock);
}

void lcm_serial_gap(lcm_profiled_run *run, uint32_t from, uint32_t to,
                    uint64_t now) {
  lcm_lock(&run->lock);
  lcm_vacancy(run, now);
  lcm_raw_cell *there = lcm_cell_here(run, run->vacant, from);
  lcm_raw_cell *here = lcm_cell_here(run, run->vacant, to);
  const uint64_t ns = run->vacant_gap_ns;
  if (from != to && there && here && there->ns[LCM_RAW_IP] >= ns) {
    there->ns[LCM_RAW_IP] -= ns;
    here->ns[LCM_RAW_IP] += ns;
  }
  run->vacant_gap_ns = 0;
  lcm_unlock(&run->lock);
}
