/* Runs on threads of this machine: each is a processor, with an inbox. */
#include "chares/threads.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "chares/deliver.h"
#include "chares/fail.h"
#include "chares/post.h"
#include "chares/queue.h"

/* Take all that is in the inbox of "m". */
static void drain(md *m) {
  md_message *message;
  (void)pthread_mutex_lock(&m->inbox->mutex);
  message = m->inbox->first;
  m->inbox->first = m->inbox->last = NULL;
  (void)pthread_mutex_unlock(&m->inbox->mutex);
  while (message) {
    md_message *next = message->next;
    lcm_md_receive(m, message);
    message = next;
  }
}

/* Call the timers of "m" whose time has come. */
static void ring(md *m) {
  while (m->inbox->timers && m->inbox->timers->time <= md_time(m)) {
    struct md_timer *timer = m->inbox->timers;
    m->inbox->timers = timer->next;
    lcm_md_ring(m, timer);
  }
}

/* All processors of "run" are asleep: return whether the run is over, because
 * nothing is to come, and none has woken up meanwhile. */
static bool is_over(struct md_run *run) {
  uint64_t created = 0;
  uint64_t processed = 0;
  bool timers = false;
  if (atomic_load(&run->work_timers))
    return false;
  for (int i = 0; i < run->processors; i++) {
    created += run->all[i].created;
    processed += run->all[i].processed;
    timers = timers || run->all[i].inbox->timers;
  }
  return (created == processed || !timers) &&
         atomic_load(&run->sleeping) == run->processors;
}

/* Wait, as "m", whose mutex is held, for a message or the next timer. */
static void doze(md *m) {
  struct timespec at;
  double time;
  if (!m->inbox->timers) {
    (void)pthread_cond_wait(&m->inbox->wake, &m->inbox->mutex);
    return;
  }
  time = m->run->start + m->inbox->timers->time;
  at.tv_sec = (time_t)floor(time);
  at.tv_nsec = (long)((time - floor(time)) * 1e9);
  (void)pthread_cond_timedwait(&m->inbox->wake, &m->inbox->mutex, &at);
}

/* Sleep until there is something for "m"; return whether the run is over. */
static bool sleep_until_needed(md *m) {
  struct md_run *run = m->run;
  bool over = false;
  (void)pthread_mutex_lock(&m->inbox->mutex);
  if (!m->inbox->first && !m->poked && !atomic_load(&run->stop)) {
    m->inbox->sleeps = true;
    if (atomic_fetch_add(&run->sleeping, 1) + 1 == run->processors)
      over = is_over(run);
    if (!over)
      doze(m);
    if (m->inbox->sleeps) {
      m->inbox->sleeps = false;
      (void)atomic_fetch_sub(&run->sleeping, 1);
    }
  }
  m->poked = false;
  (void)pthread_mutex_unlock(&m->inbox->mutex);
  return over;
}

/* Run the processor "argument" until the run ends. */
static void *live(void *argument) {
  md *m = argument;
  struct md_run *run = m->run;
  double begin = 0;
  if (!m->index)
    lcm_md_first(m);
  while (!atomic_load_explicit(&run->stop, memory_order_relaxed)) {
    drain(m);
    ring(m);
    begin = md_time(m);
    if (lcm_md_step(m))
      m->busy += md_time(m) - begin;
    else if (md_is_empty(m) && sleep_until_needed(m))
      lcm_md_fail(m, "all processors are idle, no message is under way, and "
                     "md_exit was not called");
    if (run->options.until > 0 && begin > run->options.until)
      lcm_md_fail(m, "not over after %g s (until)", run->options.until);
  }
  return NULL;
}

/* Make what "m" needs as a thread. */
static void equip(md *m) {
  pthread_condattr_t attributes;
  m->inbox = lcm_md_memory(m->present->pool, sizeof *m->inbox);
  (void)pthread_mutex_init(&m->inbox->mutex, NULL);
  (void)pthread_condattr_init(&attributes);
  (void)pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  (void)pthread_cond_init(&m->inbox->wake, &attributes);
  (void)pthread_condattr_destroy(&attributes);
}

/* Let the traces of all processors of "run" be one. */
static void join_traces(struct md_run *run) {
  for (int i = 0; run->trace && i < run->processors; i++) {
    md *m = &run->all[i];
    (void)fclose(m->present->trace);
    (void)fwrite(m->inbox->trace_text, 1, m->inbox->trace_size, run->trace);
    free(m->inbox->trace_text);
  }
}

void lcm_md_threads(struct md_run *run) {
  int n = 0;
  for (int i = 0; i < run->processors; i++)
    equip(&run->all[i]);
  run->start = md_time(&run->all[0]);
  for (int i = 0; i < run->processors; i++) {
    if (run->trace)
      run->all[i].present->trace = open_memstream(
          &run->all[i].inbox->trace_text, &run->all[i].inbox->trace_size);
    if (run->trace && !run->all[i].present->trace)
      abort();
    lcm_md_prepare(&run->all[i]);
  }
  for (; n < run->processors; n++)
    if (pthread_create(&run->all[n].inbox->thread, NULL, live, &run->all[n])) {
      lcm_md_fail(&run->all[0], "the system gives no more than %d threads", n);
      break;
    }
  for (int i = 0; i < n; i++)
    (void)pthread_join(run->all[i].inbox->thread, NULL);
  run->end = md_time(&run->all[0]);
  join_traces(run);
  for (int i = 0; i < run->processors; i++) {
    (void)pthread_mutex_destroy(&run->all[i].inbox->mutex);
    (void)pthread_cond_destroy(&run->all[i].inbox->wake);
  }
}
