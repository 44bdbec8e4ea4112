/* Writes a timeline in GOAL, one rank with a processor for each thread. */
#include <math.h>
#include <stdlib.h>

#include "base/list.h"
#include "composer/simulate/goal_threads.h"

/* That one process goes on after something that another has done. */
struct link {
  size_t from; /* from, sent: who did it, by when */
  double sent;
  /* to, asked: who goes on then, and until when it has worked by itself */
  size_t to;
  double asked;
  bool begins; /* begins, ends: the one that goes on begins; the other ends */
  bool ends;
  size_t order; /* place in the order of all that happened */
};

/* A process being written. */
struct thread {
  size_t cpu;             /* that it has */
  size_t last;            /* its last operation; 0: none yet */
  LCM_LIST(size_t) after; /* operations that its next one requires besides */
  double now;             /* up to where its work is written */
};

/* label  of the last operation; taken[i]: somebody has the processor i */
struct writing {
  lcm_ctx *ctx;
  lcm_buf buf;
  size_t label;
  struct thread *threads;
  bool *taken;
};

/* Return a number below, at or above 0 as link "a" comes before, with or after
 * "b". */
static int by_order(const void *a, const void *b) {
  const struct link *x = a;
  const struct link *y = b;
  return (x->order > y->order) - (x->order < y->order);
}

/* Put what the processes of "schedule" wait for of each other into "links", in
 * its order; return how many there are. */
static size_t put_links(struct link *links, const lcm_timeline *schedule) {
  size_t n = 0;
  for (size_t i = 0; i < schedule->n_messages; i++) {
    const struct lcm_message *m = &schedule->messages[i];
    const size_t order = m->signalled > m->waited ? m->signalled : m->waited;
    links[n++] = (struct link){.from = m->from,
                               .sent = m->sent,
                               .to = m->to,
                               .asked = m->asked,
                               .order = order};
  }
  for (size_t i = 1; i < schedule->n_processes; i++) {
    const struct lcm_timeline_process *p = &schedule->processes[i];
    links[n++] =
        (struct link){p->parent, p->start, i, p->start, true, false, p->begun};
    links[n++] =
        (struct link){i, p->end, p->parent, p->start, false, true, p->ended};
  }
  qsort(links, n, sizeof *links, by_order);
  return n;
}

/* Append that operation "label" requires "other". */
static void require(struct writing *w, size_t label, size_t other) {
  lcm_buf_printf(&w->buf, "l%zu requires l%zu\n", label, other);
}

/* Append that "thread" has worked by itself until "until". */
static void put_work(struct writing *w, struct thread *thread, double until) {
  const long long time = llround((until - thread->now) * 1e9);
  thread->now = fmax(thread->now, until);
  if (time <= 0)
    return;
  lcm_buf_printf(&w->buf, "l%zu: calc %lld cpu %zu\n", ++w->label, time,
                 thread->cpu);
  if (thread->last)
    require(w, w->label, thread->last);
  for (size_t i = 0; i < thread->after.n; i++)
    require(w, w->label, thread->after.at[i]);
  thread->last = w->label;
  thread->after.n = 0;
}

/* Let the next operation of "to" require what "from" has done. */
static void follow(struct writing *w, struct thread *to,
                   const struct thread *from) {
  lcm_arena *arena = lcm_ctx_arena(w->ctx);
  if (from->last)
    LCM_LIST_ADD(arena, &to->after, from->last);
  for (size_t i = 0; i < from->after.n; i++)
    LCM_LIST_ADD(arena, &to->after, from->after.at[i]);
}

/* Give "thread", which begins at "now", the first free processor. */
static void begin(struct writing *w, struct thread *thread, double now) {
  while (w->taken[thread->cpu])
    thread->cpu++;
  w->taken[thread->cpu] = true;
  thread->now = now;
}

/* Write what leads to "link". */
static void put_link(struct writing *w, const struct link *link) {
  struct thread *from = &w->threads[link->from];
  struct thread *to = &w->threads[link->to];
  if (link->begins)
    begin(w, to, link->asked);
  put_work(w, from, link->sent);
  put_work(w, to, link->asked);
  follow(w, to, from);
  to->now = fmax(to->now, link->sent);
  if (link->ends)
    w->taken[from->cpu] = false;
}

char *lcm_timeline_to_goal_threads(lcm_ctx *ctx, const lcm_timeline *schedule) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t n = schedule->n_processes;
  struct link *links =
      LCM_NEW_ARRAY(arena, struct link, schedule->n_messages + 2 * n + 1);
  struct writing w = {.ctx = ctx,
                      .threads = LCM_NEW_ARRAY(arena, struct thread, n + 1),
                      .taken = LCM_NEW_ARRAY(arena, bool, n + 1)};
  const size_t n_links = put_links(links, schedule);
  lcm_buf_puts(&w.buf, "num_ranks 1\n\nrank 0 {\n");
  if (n)
    begin(&w, &w.threads[0], schedule->processes[0].start);
  for (size_t i = 0; i < n_links; i++)
    put_link(&w, &links[i]);
  if (n)
    put_work(&w, &w.threads[0], schedule->processes[0].end);
  lcm_buf_puts(&w.buf, "}\n");
  return lcm_buf_take(&w.buf);
}
