/* How messages are made, and come to another processor. */
#include "chares/post.h"

#include <string.h>

#include "chares/queue.h"
#include "chares/trace.h"

md_message *lcm_md_blank(md *m, enum md_kind kind, size_t size) {
  const bool tailed =
      m->run->strategy->add_status != NULL || m->present->charges;
  const size_t room = tailed ? md_tail_at(size) + sizeof(struct md_tail) : size;
  unsigned char class;
  md_message *message =
      lcm_md_take(m->present->pool, sizeof(md_message) + room, &class);
  *message =
      (md_message){.id = ((uint64_t)m->index << MD_ID_BITS) | m->next_id++,
                   .to = -1,
                   .from = (uint32_t)m->index,
                   .size = (uint32_t)size,
                   .kind = (uint8_t)kind,
                   .class = class,
                   .tailed = tailed};
  if (tailed)
    *md_tail(message) = (struct md_tail){.paid = (uint32_t)size};
  if (md_is_counted(kind))
    md_count_created(m);
  return message;
}

md_message *lcm_md_new(md *m, enum md_kind kind, const void *data,
                       size_t size) {
  md_message *message = lcm_md_blank(m, kind, data ? size : 0);
  message->size = (uint32_t)size;
  message->hollow = !data;
  if (message->tailed)
    md_tail(message)->paid =
        m->present->charges ? m->present->charge : message->size;
  m->present->charges = false;
  if (data && size)
    memcpy(message->data, data, size);
  return message;
}

/* Return a copy of "message", for another processor. */
static md_message *lcm_md_copy(md *m, const md_message *message) {
  const size_t data = message->hollow ? 0 : message->size;
  const size_t size =
      sizeof(md_message) +
      (message->tailed ? md_tail_at(data) + sizeof(struct md_tail) : data);
  unsigned char class;
  md_message *copy = lcm_md_take(m->present->pool, size, &class);
  memcpy(copy, message, size);
  copy->class = class;
  copy->received = false;
  if (md_is_counted(message->kind))
    md_count_created(m);
  return copy;
}

void lcm_md_drop(md *m, md_message *message) {
  lcm_md_give(m->present->pool, message, message->class);
}

/* Send "message" from the simulated "m" to "to". */
static void post_simulated(md *m, md_message *message, md *to) {
  const struct md_machine *machine = &m->run->machine;
  m->now += machine->send;
  if (m->present->trace)
    lcm_md_trace_event(m, "send", message->id, m->now, to->index);
  if (m->line < m->now)
    m->line = m->now;
  m->line += machine->byte * md_paid(message);
  lcm_md_events_put(&m->run->events, m->line + machine->latency,
                    (char *)message + MD_EVENT_MESSAGE);
}

/* Tell "to", whose mutex the caller holds, that there is something for it. */
static void rouse(struct md_run *run, md *to) {
  if (!to->inbox->sleeps)
    return;
  to->inbox->sleeps = false;
  (void)atomic_fetch_sub(&run->sleeping, 1);
  (void)pthread_cond_signal(&to->inbox->wake);
}

/* Put "message" into the inbox of "to", a thread. */
static void post_thread(md *m, md_message *message, md *to) {
  if (m->present->trace)
    lcm_md_trace_event(m, "send", message->id, md_time(m), to->index);
  message->next = NULL;
  (void)pthread_mutex_lock(&to->inbox->mutex);
  if (to->inbox->first)
    to->inbox->last->next = message;
  else
    to->inbox->first = message;
  to->inbox->last = message;
  rouse(m->run, to);
  (void)pthread_mutex_unlock(&to->inbox->mutex);
}

void lcm_md_post(md *m, md_message *message, int to) {
  const struct md_strategy *strategy = m->run->strategy;
  message->to = to;
  if (to == m->index) {
    if (m->present->trace)
      lcm_md_trace_event(m, "receive", message->id, md_time(m), -1);
    lcm_md_enqueue(m, message);
    return;
  }
  m->present->remote++;
  message->from = (uint32_t)m->index;
  message->received = false;
  if (strategy->add_status)
    md_tail(message)->status = strategy->add_status(m, m->strategy);
  if (m->run->threads)
    post_thread(m, message, &m->run->all[to]);
  else
    post_simulated(m, message, &m->run->all[to]);
}

void lcm_md_relay(md *m, const md_message *message, int root) {
  for (int i = 0; i < MD_FANOUT; i++) {
    const int child = md_child(m, root, i);
    if (child >= 0)
      lcm_md_post(m, lcm_md_copy(m, message), child);
  }
}

/* Let "to" look into the common queue at "time"; return whether it does so at
 * once. */
static bool poke(md *to, double time) {
  struct md_run *run = to->run;
  bool slept;
  if (!run->threads) {
    if (to->now > time)
      return false;
    md_wake_at(to, time);
    return true;
  }
  (void)pthread_mutex_lock(&to->inbox->mutex);
  to->poked = true;
  slept = to->inbox->sleeps;
  rouse(run, to);
  (void)pthread_mutex_unlock(&to->inbox->mutex);
  return slept;
}

/* Let a processor that waits for the common queue of "run" look into it at
 * "time". */
static void tell_idle(struct md_run *run, double time) {
  for (int i = run->n_idle - 1; i >= 0; i--) {
    md *to = &run->all[run->idle[i]];
    if (!poke(to, time))
      continue;
    to->wants_common = false;
    run->idle[i] = run->idle[--run->n_idle];
    return;
  }
}

void lcm_md_hold_common(struct md_run *run, double time) {
  if (run->common_free < time)
    run->common_free = time;
  run->common_free += run->machine.lock;
}

void lcm_md_put_common(struct md_run *run, md_message *message, double time) {
  message->placed = true;
  lcm_md_queue_put(&run->common, message, &run->serial);
  if (run->common.n > run->all[0].longest)
    run->all[0].longest = run->common.n;
  tell_idle(run, time);
}

void lcm_md_share(md *m, md_message *message) {
  struct md_run *run = m->run;
  message->received = true;
  if (!run->threads) {
    m->now += run->machine.lock;
    lcm_md_events_put(&run->events, m->now, (char *)message + MD_EVENT_MESSAGE);
    return;
  }
  (void)pthread_mutex_lock(&run->common_mutex);
  lcm_md_put_common(run, message, 0);
  (void)pthread_mutex_unlock(&run->common_mutex);
}

void lcm_md_timer(md *m, double seconds, int what) {
  struct md_run *run = m->run;
  unsigned char class;
  struct md_timer *timer = lcm_md_take(m->present->pool, sizeof *timer, &class);
  *timer = (struct md_timer){NULL, m, md_time(m) + seconds, what, class};
  if (what != -1)
    (void)atomic_fetch_add(&run->work_timers, 1);
  else if (!run->threads)
    run->background++;
  if (run->threads) {
    struct md_timer **at = &m->inbox->timers;
    while (*at && (*at)->time <= timer->time)
      at = &(*at)->next;
    timer->next = *at;
    *at = timer;
    return;
  }
  lcm_md_events_put(&run->events, timer->time, (char *)timer + MD_EVENT_TIMER);
}
