/* Moves the events of a trace: a simulation in which each actor does what it
 * did, in its order, and waits for messages. */
#include "trace/repair.h"

#include <math.h>
#include <stdlib.h>

#include "trace/table.h"

/* An actor: its events, of which those before "next" are done. */
struct mover {
  size_t next; /* index of an event; the links lead on from it */
  double old;  /* old, new: of the last that is done, as it was and is */
  double new;
  size_t depth;    /* what it is in */
  bool waits;      /* the last that is done begins a wait */
  uint64_t needs;  /* what the next one waits for, 0: nothing */
  uint32_t beside; /* the next actor that waits for the same */
};

/* A message, or one to an actor: when it was sent, as that was and is; who
 * waits for it. */
struct departure {
  double old;
  double new;
  uint32_t sends; /* how many of them there are in the trace */
  uint32_t sent;  /* how many are done */
  uint32_t taken; /* how many were taken */
  uint32_t first; /* who waits, or TRACE_NONE */
  uint32_t actor; /* who sent it last */
  bool early;     /* it came before that */
};

/* A repair under way. */
struct moving {
  struct trace_log *log;
  struct trace_repair *how;
  size_t *link; /* from each event to the next of its actor */
  struct mover *movers;
  struct trace_table place; /* x: which of "departures" a key has */
  struct departure *departures;
  uint32_t *heap; /* actors whose next event may happen, the earliest first */
  size_t n_heap;
  uint64_t done; /* events that have happened */
};

/* Return the key of what "e" lets go on, 0 for nothing. */
static uint64_t gives(const struct trace_event *e) {
  return e->kind == TRACE_CREATE ? e->id
         : e->kind == TRACE_SEND ? trace_id(e->id, e->name)
                                 : 0;
}

/* Return the departure of "key", or NULL. */
static struct departure *departure(const struct moving *m, uint64_t key) {
  const struct trace_slot *slot = trace_table_get(&m->place, key);
  return slot ? &m->departures[slot->x] : NULL;
}

/* Return the key of what "e" depends on, 0 where that is nothing that the trace
 * has. */
static uint64_t needs(const struct moving *m, const struct trace_event *e) {
  const uint64_t leg = trace_id(e->id, e->actor);
  if (!e->id || (e->kind != TRACE_BEGIN && e->kind != TRACE_RECEIVE))
    return 0;
  if (m->log->driven && e->kind == TRACE_RECEIVE && departure(m, leg))
    return leg;
  return departure(m, e->id) ? e->id : 0;
}

/* Return whether what "d" lets go on may do so: where there are as many sends
 * as takings, each waits for its own. */
static bool is_there(const struct departure *d) {
  const uint32_t own = d->taken + 1 < d->sends ? d->taken + 1 : d->sends;
  return d->sent >= own;
}

/* ---- which comes next ----------------------------------------------------
 */

/* Return when the next event of actor "i" happens, for all that is known. */
static double due(const struct moving *m, uint32_t i) {
  const struct mover *a = &m->movers[i];
  return m->log->events[a->next].time + (a->new - a->old);
}

/* Return whether actor "a" is before "b". */
static bool earlier(const struct moving *m, uint32_t a, uint32_t b) {
  const double x = due(m, a);
  const double y = due(m, b);
  return x != y ? x < y : m->movers[a].next < m->movers[b].next;
}

/* Put actor "i" into the heap. */
static void push(struct moving *m, uint32_t i) {
  size_t at = m->n_heap++;
  while (at && earlier(m, i, m->heap[(at - 1) / 2])) {
    m->heap[at] = m->heap[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  m->heap[at] = i;
}

/* Take the first actor out of the heap. */
static uint32_t pop(struct moving *m) {
  const uint32_t first = m->heap[0];
  const uint32_t moved = m->heap[--m->n_heap];
  size_t at = 0;
  for (size_t child = 1; child < m->n_heap; child = 2 * at + 1) {
    if (child + 1 < m->n_heap && earlier(m, m->heap[child + 1], m->heap[child]))
      child++;
    if (!earlier(m, m->heap[child], moved))
      break;
    m->heap[at] = m->heap[child];
    at = child;
  }
  m->heap[at] = moved;
  return first;
}

/* Let actor "i" go on where it may, else wait. */
static void go_on(struct moving *m, uint32_t i) {
  struct mover *a = &m->movers[i];
  if (a->next == SIZE_MAX)
    return;
  a->needs = needs(m, &m->log->events[a->next]);
  struct departure *d = a->needs ? departure(m, a->needs) : NULL;
  if (!d || is_there(d)) {
    push(m, i);
    return;
  }
  a->beside = d->first;
  d->first = i;
}

/* Let all go on that wait for "d". */
static void wake(struct moving *m, struct departure *d) {
  uint32_t i = d->first;
  d->first = TRACE_NONE;
  while (i != TRACE_NONE) {
    const uint32_t next = m->movers[i].beside;
    go_on(m, i);
    i = next;
  }
}

/* ---- when it happens -----------------------------------------------------
 */

/* Return when "e" of actor "a" happens, where "d" (or NULL) lets it. */
static double moved(const struct moving *m, const struct mover *a,
                    const struct trace_event *e, const struct departure *d) {
  const bool idle = !a->depth || a->waits;
  const double overhead =
      e->kind == TRACE_RECEIVE && idle ? 0 : m->how->overhead;
  double from = a->old;
  double to = a->new;
  if (m->how->overhead > 0 && d && idle) {
    from = fmax(from, d->old);
    to = fmax(to, d->new);
  }
  const double length = e->time - from;
  const double time = to + fmax(0, length - fmin(overhead, fmax(length, 0)));
  if (!d)
    return time;
  return fmax(time, d->new + (d->actor == e->actor ? 0 : m->how->latency));
}

/* Note that "e" of actor "a" happens at "time". */
static void note(struct moving *m, struct mover *a, struct trace_event *e,
                 double time) {
  struct departure *d = gives(e) ? departure(m, gives(e)) : NULL;
  m->how->shift = fmax(m->how->shift, fabs(time - e->time));
  a->old = e->time;
  a->new = time;
  a->waits =
      e->kind == TRACE_BEGIN && m->log->names.at[e->name].class == TRACE_WAIT;
  a->depth += e->kind == TRACE_BEGIN;
  a->depth -= e->kind == TRACE_END && a->depth;
  if (d) {
    d->old = e->time;
    d->new = time;
    d->sent++;
    d->actor = e->actor;
  }
  e->time = time;
  e->order = m->done++;
  if (d)
    wake(m, d);
}

/* Let the next event of actor "i" happen. */
static void step(struct moving *m, uint32_t i) {
  struct mover *a = &m->movers[i];
  struct trace_event *e = &m->log->events[a->next];
  struct departure *d = a->needs ? departure(m, a->needs) : NULL;
  if (d && !d->sent)
    d = NULL;
  if (d) {
    struct departure *message = departure(m, e->id);
    const bool early = d->old > e->time && message && !message->early;
    m->how->tachyons += early;
    if (early)
      message->early = true;
    d->taken++;
  }
  const double time = moved(m, a, e, d);
  a->next = m->link[a->next];
  note(m, a, e, time);
  go_on(m, i);
}

/* Return the actor of those that wait for each other whose event is the
 * earliest; TRACE_NONE where none waits. */
static uint32_t stuck(struct moving *m) {
  uint32_t best = TRACE_NONE;
  for (uint32_t i = 0; i < m->log->actors.n; i++)
    if (m->movers[i].next != SIZE_MAX &&
        (best == TRACE_NONE || earlier(m, i, best)))
      best = i;
  return best;
}

/* Take actor "i" out of those that wait for the same as it. */
static void release(struct moving *m, uint32_t i) {
  struct departure *d = departure(m, m->movers[i].needs);
  uint32_t *at = &d->first;
  while (*at != i)
    at = &m->movers[*at].beside;
  *at = m->movers[i].beside;
}

/* ---- all -----------------------------------------------------------------
 */

/* Count what departs under each key, and link the events of each actor. */
static bool prepare(struct moving *m) {
  struct trace_log *log = m->log;
  uint32_t n = 0;
  for (size_t i = log->n; i-- > 0;) {
    struct mover *a = &m->movers[log->events[i].actor];
    m->link[i] = a->next;
    a->next = i;
    a->old = a->new = log->events[0].time;
  }
  for (size_t i = 0; i < log->n; i++) {
    const uint64_t key = gives(&log->events[i]);
    struct trace_slot *slot = key ? trace_table_put(&m->place, key) : NULL;
    if (key && !slot)
      return false;
    if (slot && !slot->y) {
      slot->y = 1;
      slot->x = n++;
    }
  }
  m->departures = calloc(n + 1, sizeof *m->departures);
  for (uint32_t i = 0; i < n && m->departures; i++)
    m->departures[i].first = TRACE_NONE;
  for (size_t i = 0; i < log->n && m->departures; i++)
    if (gives(&log->events[i]))
      departure(m, gives(&log->events[i]))->sends++;
  return m->departures != NULL;
}

/* Let everything happen. */
static void run(struct moving *m) {
  for (uint32_t i = 0; i < m->log->actors.n; i++)
    go_on(m, i);
  for (;;) {
    while (m->n_heap)
      step(m, pop(m));
    const uint32_t i = stuck(m);
    if (i == TRACE_NONE)
      break;
    release(m, i);
    m->how->forced++;
    push(m, i);
  }
}

void trace_repair(struct trace_log *log, struct trace_repair *how) {
  struct moving m = {.log = log, .how = how};
  m.link = malloc((log->n + 1) * sizeof *m.link);
  m.movers = calloc(log->actors.n + 1, sizeof *m.movers);
  m.heap = calloc(log->actors.n + 1, sizeof *m.heap);
  how->failed = !m.link || !m.movers || !m.heap;
  for (size_t i = 0; i < log->actors.n && !how->failed; i++)
    m.movers[i].next = SIZE_MAX;
  how->failed = how->failed || !prepare(&m);
  if (!how->failed)
    run(&m);
  for (size_t i = 0; i < log->n; i++) {
    struct trace_event *e = &log->events[i];
    e->rank = 1;
    if (e->kind <= TRACE_END)
      e->value = NAN;
  }
  trace_log_end(log);
  free(m.link);
  free(m.movers);
  free(m.heap);
  free(m.departures);
  trace_table_free(&m.place);
}
