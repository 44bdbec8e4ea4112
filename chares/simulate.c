/* Runs on simulated processors: events are messages that arrive, processors
 * that become free, and timers. */
#include "chares/simulate.h"

#include "chares/deliver.h"
#include "chares/fail.h"
#include "chares/post.h"
#include "chares/queue.h"

/* How many events ahead memory is fetched, where there are so many processors
 * that not all stays in the cache. */
enum { FAR = 24, NEAR = 12, NEXT = 5, MANY = 256 };

/* Let "m" do what is next, at "time" or when it is free. */
static void advance(md *m, double time) {
  struct md_run *run = m->run;
  double before;
  if (m->now < time)
    m->now = time;
  before = m->now;
  atomic_store_explicit(&run->current, m->index, memory_order_relaxed);
  if (lcm_md_step(m)) {
    m->busy += m->now - before;
    if (!md_is_empty(m) || m->probed || run->strategy->idle || run->shared)
      md_wake_at(m, m->now);
  } else if (!md_is_empty(m)) {
    md_wake_at(m, m->now);
  }
}

/* "message" arrives at "time". */
static void arrive(struct md_run *run, md_message *message, double time) {
  md *m;
  if (message->to < 0) {
    lcm_md_hold_common(run, time);
    lcm_md_put_common(run, message, time);
    return;
  }
  m = &run->all[message->to];
  if (m->now > time) {
    const double now = m->now;
    m->now = time;
    lcm_md_receive(m, message);
    m->now = now > m->now ? now : m->now;
    md_wake_at(m, m->now);
    return;
  }
  m->now = time;
  lcm_md_receive(m, message);
  if (!m->awake)
    advance(m, time);
}

/* The time of "timer" has come; who is busy hears of it afterwards. */
static void ring(struct md_run *run, struct md_timer *timer, double time) {
  md *m = timer->owner;
  if (m->now > time) {
    lcm_md_events_put(&run->events, m->now, (char *)timer + MD_EVENT_TIMER);
    return;
  }
  m->now = time;
  if (timer->what == -1) {
    run->background--;
    run->timers++;
  }
  lcm_md_ring(m, timer);
  if (!md_is_empty(m) || m->probed)
    md_wake_at(m, m->now);
}

/* Do what "event" says, at "time". */
static void happen(struct md_run *run, void *event, double time) {
  const unsigned what = (unsigned)((uintptr_t)event & 3);
  void *object = (char *)event - what;
  if (what == MD_EVENT_MESSAGE) {
    arrive(run, object, time);
  } else if (what == MD_EVENT_TIMER) {
    ring(run, object, time);
  } else {
    ((md *)object)->awake = false;
    advance(object, time);
  }
}

/* Return the processor that "event" is about, which is no timer. */
static const md *subject(const struct md_run *run, const void *event) {
  const md_message *message = event;
  if ((uintptr_t)event & 3)
    return (const md *)(const void *)((const char *)event - MD_EVENT_WAKE);
  return &run->all[message->to < 0 ? 0 : message->to];
}

/* Have the memory fetched that the processor of "event" has for each message:
 * of creations, and of messages to their chares, a third line. */
static void fetch_processor(const struct md_run *run, const void *event) {
  const unsigned what = (unsigned)((uintptr_t)event & 3);
  const char *m;
  if (what == MD_EVENT_TIMER)
    return;
  m = (const char *)subject(run, event);
  __builtin_prefetch(m, 1);
  __builtin_prefetch(m + 64, 1);
  if (what == MD_EVENT_MESSAGE &&
      ((const md_message *)event)->stamp != MD_BRANCH)
    __builtin_prefetch(m + 128, 1);
}

/* Have that fetched which the processor of "event" points to. */
static void fetch_chare(const struct md_run *run, const void *event) {
  const md *m;
  if (((uintptr_t)event & 3) == MD_EVENT_TIMER)
    return;
  m = subject(run, event);
  __builtin_prefetch(m->branch ? m->branch : m->slots);
  __builtin_prefetch(m->responses.head);
}

/* Have the memory fetched that the next events need: first messages, then,
 * when they are here, their processors, and then what these have. */
static void look_ahead(struct md_events *events, const struct md_run *run) {
  const struct md_sorted *bottom = &events->bottom;
  const struct md_event *at = &bottom->at[bottom->first];
  const size_t n = bottom->n - bottom->first;
  if (events->fresh) {
    events->fresh = false;
    for (size_t i = 0; i < n && i < FAR; i++)
      __builtin_prefetch(at[i].what);
    for (size_t i = 0; i < n && i < NEAR; i++)
      fetch_processor(run, at[i].what);
    for (size_t i = 0; i < n && i < NEXT; i++)
      fetch_chare(run, at[i].what);
  }
  if (n > FAR)
    __builtin_prefetch(at[FAR].what);
  if (n > NEAR)
    fetch_processor(run, at[NEAR].what);
  if (n > NEXT)
    fetch_chare(run, at[NEXT].what);
}

/* Return whether nothing but reports of the strategy is to come. */
static bool is_over(const struct md_run *run) {
  return run->events.n == run->background && !run->open;
}

void lcm_md_simulate(struct md_run *run) {
  double time = 0;
  for (int i = 0; i < run->processors; i++)
    lcm_md_prepare(&run->all[i]);
  lcm_md_first(&run->all[0]);
  run->all[0].busy = run->all[0].now;
  md_wake_at(&run->all[0], run->all[0].now);
  while (!atomic_load_explicit(&run->stop, memory_order_relaxed)) {
    void *event = is_over(run) ? NULL : lcm_md_events_take(&time, &run->events);
    if (run->processors > MANY)
      look_ahead(&run->events, run);
    if (!event) {
      lcm_md_fail(&run->all[0], "all processors are idle, no message is under "
                                "way, and md_exit was not called");
      break;
    }
    if (run->options.until > 0 && time > run->options.until)
      lcm_md_fail(&run->all[0], "not over after %g s (until)",
                  run->options.until);
    else if (run->options.timers && run->timers > run->options.timers)
      lcm_md_fail(&run->all[0],
                  "not over after %g s and %llu timers of the strategy", time,
                  (unsigned long long)run->options.timers);
    else
      happen(run, event, time);
  }
  for (int i = 0; i < run->processors; i++)
    if (run->all[i].busy > 0 && run->all[i].now > run->end)
      run->end = run->all[i].now;
}
