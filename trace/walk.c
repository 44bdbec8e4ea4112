/* The walk through the events of a trace. */
#include "trace/walk.h"

#include <math.h>
#include <string.h>

/* Marks of messages that came before they were created; of begun ones. */
enum { EARLY = 1, BEGUN = 2 };

/* Return actor "i", which is added with all before it where it is new. */
static struct trace_acting *acting(struct trace_walk *w, uint32_t i) {
  while (w->actors.n <= i)
    LCM_LIST_ADD(lcm_ctx_arena(w->log->ctx), &w->actors,
                 ((struct trace_acting){.since = w->begin,
                                        .gap = w->begin,
                                        .last = TRACE_NONE,
                                        .last_task = TRACE_NONE}));
  return &w->actors.at[i];
}

/* Return what is known of name "i". */
static struct trace_entry *entry(struct trace_walk *w, uint32_t i) {
  while (w->entries.n <= i)
    LCM_LIST_ADD(lcm_ctx_arena(w->log->ctx), &w->entries,
                 ((struct trace_entry){0}));
  return &w->entries.at[i];
}

static const struct trace_name *name_at(const struct trace_walk *w,
                                        uint32_t i) {
  return &w->log->names.at[i];
}

/* Return what actor "a" is in, or NULL. */
static struct trace_open *innermost(struct trace_acting *a) {
  return a->open.n ? &a->open.at[a->open.n - 1] : NULL;
}

/* Charge the time "between" two moments of actor "i" to "cat", as that of
 * "name" (TRACE_NONE: none). */
static void charge(struct trace_walk *w, uint32_t i, const double between[2],
                   uint32_t name, unsigned cat) {
  const double length = between[1] - between[0];
  if (!(length > 0))
    return;
  w->actors.at[i].cats[cat] += length;
  if (w->spans)
    w->spans->take(w->spans->user, i, between, name, cat);
}

/* ---- idle time -----------------------------------------------------------
 */

/* Charge the idle time of actor "i" from the begin of its gap to "end", when
 * the walk had seen "scarce": as that of work that others had, or of none. */
static void charge_idle(struct trace_walk *w, uint32_t i, double end,
                        double scarce) {
  const struct trace_acting *a = &w->actors.at[i];
  const double there = fmin(fmax(scarce - a->scarce, 0), fmax(end - a->gap, 0));
  const double middle = a->gap + there;
  charge(w, i, (const double[]){a->gap, middle}, TRACE_NONE, LCM_CAT_LI);
  charge(w, i, (const double[]){middle, end}, TRACE_NONE, LCM_CAT_IP);
}

/* Charge the gap of actor "i", if there is one, by what message "m" (or NULL)
 * ends it, which came as "arrival" says (or NULL). */
static void charge_gap(struct trace_walk *w, uint32_t i,
                       const struct trace_slot *m,
                       const struct trace_slot *arrival) {
  struct trace_acting *a = &w->actors.at[i];
  const double begin = a->gap;
  const double end = a->gap_end;
  if (isnan(begin) || !(end > begin)) {
    a->gap = NAN;
    return;
  }
  const double created = m ? fmin(fmax(m->a, begin), end) : end;
  double came = w->log->driven ? created : end;
  if (arrival)
    came = fmin(fmax(arrival->b, created), end);
  charge_idle(w, i, created, m ? m->b : a->until);
  a->gap = NAN;
  charge(w, i, (const double[]){created, came}, TRACE_NONE, LCM_CAT_CL);
  charge(w, i, (const double[]){came, end}, TRACE_NONE, LCM_CAT_SL);
}

/* Let the time of the walk be "time": work is there to be done while a message
 * waits, or, where tasks do not begin with messages, while two actors work. */
static void pass_time(struct trace_walk *w, double time) {
  if (!w->n) {
    w->now = w->begin = w->end = time;
  } else if (time > w->now) {
    if (w->log->driven ? w->waiting > 0 : w->working > 1)
      w->scarce += time - w->now;
    w->now = time;
  }
  w->end = fmax(w->end, time);
  w->n++;
}

/* ---- what is open --------------------------------------------------------
 */

/* Return the category of what is in "open". */
static unsigned cat_of(const struct trace_walk *w,
                       const struct trace_open *open) {
  return name_at(w, open->name)->cat;
}

/* Charge the time of actor "i" until "time" to what it is in.  What waits is
 * split where a message was taken: before that was sent, and after. */
static void account(struct trace_walk *w, uint32_t i, double time) {
  struct trace_acting *a = &w->actors.at[i];
  struct trace_open *open = innermost(a);
  const double from = a->since;
  if (!open || !(time > from)) {
    a->since = fmax(from, time);
    return;
  }
  open->self += time - from;
  entry(w, open->name)->time += time - from;
  a->since = time;
  a->busy += time - from;
  const unsigned cat = cat_of(w, open);
  const bool split =
      name_at(w, open->name)->class == TRACE_WAIT && !isnan(open->sent);
  const double middle = split ? fmin(fmax(open->sent, from), time) : time;
  charge(w, i, (const double[]){from, middle}, open->name, cat);
  charge(w, i, (const double[]){middle, time}, open->name,
         name_at(w, open->name)->after);
}

/* Return whether "a" does the program's work. */
static bool works(const struct trace_walk *w, struct trace_acting *a) {
  const struct trace_open *open = innermost(a);
  return open && cat_of(w, open) == LCM_CAT_PC;
}

/* ---- messages ------------------------------------------------------------
 */

/* Take the creation or, of other programs, the sending of a message. */
static void take_create(struct trace_walk *w, const struct trace_event *e) {
  struct trace_acting *a = &w->actors.at[e->actor];
  const struct trace_open *open = innermost(a);
  const bool just = !open && a->last != TRACE_NONE && a->gap == e->time;
  const uint32_t name = open ? open->name : just ? a->last : TRACE_NONE;
  const bool own =
      e->name == TRACE_NONE || name_at(w, e->name)->class != TRACE_SYSTEM;
  struct trace_slot *slot = trace_table_put(&w->messages, e->id);
  w->created += own;
  w->system += !own;
  if (!isnan(e->value))
    w->bytes += e->value;
  if (name != TRACE_NONE) {
    entry(w, name)->sent++;
    entry(w, name)->bytes_sent += isnan(e->value) ? 0 : e->value;
  }
  if (!slot)
    return;
  if (slot->y & EARLY) {
    w->tachyons++;
    w->orphans--;
  } else if (own) {
    w->waiting++;
  }
  *slot =
      (struct trace_slot){slot->key, e->time,    w->scarce,
                          e->value,  TRACE_NONE, slot->y & EARLY ? BEGUN : 0};
  if (w->graph)
    slot->x =
        trace_graph_add(w->graph, &w->graph->messages,
                        &(struct trace_message){e->time, e->value, e->actor,
                                                open   ? open->task
                                                : just ? a->last_task
                                                       : TRACE_NONE,
                                                e->name, 0});
}

/* Return the slot of the message that "e" says came; mark it where it was never
 * created yet; NULL where there is none. */
static struct trace_slot *came(struct trace_walk *w,
                               const struct trace_event *e) {
  struct trace_slot *slot = e->id ? trace_table_get(&w->messages, e->id) : NULL;
  if (slot && slot->y & EARLY)
    return NULL;
  if (slot || !e->id)
    return slot;
  slot = trace_table_put(&w->messages, e->id);
  if (slot)
    slot->y = EARLY;
  w->orphans++;
  return NULL;
}

/* Note in the graph that message "slot" came with "e", which began or was taken
 * in "task", after a wait of "waited". */
static uint32_t note_receipt(struct trace_walk *w, const struct trace_event *e,
                             const struct trace_slot *slot,
                             const struct trace_receipt *more) {
  struct trace_receipt r = *more;
  if (!w->graph || !slot || slot->x == TRACE_NONE)
    return TRACE_NONE;
  const struct trace_slot *arrival =
      trace_table_get(&w->arrivals, trace_id(e->id, e->actor));
  r.time = e->time;
  r.message = slot->x;
  r.actor = e->actor;
  r.sent = arrival ? arrival->a : (double)NAN;
  r.arrived = arrival ? arrival->b : (double)NAN;
  trace_message_at(w->graph, slot->x)->n++;
  return trace_graph_add(w->graph, &w->graph->receipts, &r);
}

/* Take that a message left for an actor. */
static void take_send(struct trace_walk *w, const struct trace_event *e) {
  trace_table_drop(&w->arrivals, trace_id(e->id, e->actor));
  struct trace_slot *slot =
      trace_table_put(&w->arrivals, trace_id(e->id, e->name));
  if (slot) {
    slot->a = e->time;
    slot->b = e->time;
  }
}

/* Take that a message came to an actor of a message-driven program, where it
 * waits. */
static void take_arrival(struct trace_walk *w, const struct trace_event *e) {
  struct trace_slot *slot =
      trace_table_put(&w->arrivals, trace_id(e->id, e->actor));
  if (slot) {
    slot->a = slot->b > 0 ? slot->a : (double)NAN;
    slot->b = e->time;
  }
}

/* Take into "r" and the statistics that message "slot" came with "e" while
 * "open" was open; it "begins" that where it came at once. */
static void take_into(struct trace_walk *w, const struct trace_event *e,
                      struct trace_open *open, const struct trace_slot *slot) {
  const bool begins = open->begin == e->time;
  const bool waits = name_at(w, open->name)->class == TRACE_WAIT;
  const struct trace_acting *a = &w->actors.at[e->actor];
  struct trace_receipt r = {.task = open->task};
  if (!isnan(slot->c))
    entry(w, open->name)->bytes_received += slot->c;
  if (waits)
    open->sent = isnan(open->sent) ? slot->a : fmax(open->sent, slot->a);
  r.waited = !begins          ? (waits ? e->time - open->begin : 0)
             : !isnan(a->gap) ? a->gap_end - a->gap
                              : 0;
  r.binds = begins || (waits && slot->a > open->begin);
  const uint32_t receipt = note_receipt(w, e, slot, &r);
  if (begins && w->graph && open->task != TRACE_NONE)
    trace_task_at(w->graph, open->task)->receipt = receipt;
}

/* Take that a message was received in something, or just where something
 * begins. */
static void take_receive(struct trace_walk *w, const struct trace_event *e) {
  struct trace_acting *a = &w->actors.at[e->actor];
  struct trace_open *open = innermost(a);
  const struct trace_slot *slot = came(w, e);
  if (open)
    entry(w, open->name)->received++;
  if (open && slot)
    take_into(w, e, open, slot);
  if (open)
    charge_gap(w, e->actor,
               open && open->begin == e->time && a->open.n == 1 ? slot : NULL,
               NULL);
  account(w, e->actor, e->time);
  if (slot && !e->lasts)
    trace_table_drop(&w->messages, e->id);
}

/* ---- begins and ends -----------------------------------------------------
 */

/* Add the task that "e" begins to the graph; return its number. */
static uint32_t add_task(struct trace_walk *w, const struct trace_event *e,
                         double idle) {
  const struct trace_open *outer = innermost(&w->actors.at[e->actor]);
  return w->graph
             ? trace_graph_add(w->graph, &w->graph->tasks,
                               &(struct trace_task){.begin = e->time,
                                                    .end = e->time,
                                                    .idle = idle,
                                                    .actor = e->actor,
                                                    .name = e->name,
                                                    .outer = outer ? outer->task
                                                                   : TRACE_NONE,
                                                    .receipt = TRACE_NONE,
                                                    .closes = TRACE_NONE})
             : TRACE_NONE;
}

/* Take that what "e" begins was asked for by a message. */
static void take_cause(struct trace_walk *w, const struct trace_event *e,
                       uint32_t task, double idle) {
  struct trace_slot *slot = came(w, e);
  const uint64_t here = trace_id(e->id, e->actor);
  const bool own = name_at(w, e->name)->class != TRACE_SYSTEM;
  charge_gap(w, e->actor, slot, trace_table_get(&w->arrivals, here));
  entry(w, e->name)->received++;
  if (!slot)
    return;
  if (!isnan(slot->c))
    entry(w, e->name)->bytes_received += slot->c;
  const struct trace_receipt r = {.task = task, .waited = idle, .binds = true};
  const uint32_t receipt = note_receipt(w, e, slot, &r);
  if (w->graph && task != TRACE_NONE)
    trace_task_at(w->graph, task)->receipt = receipt;
  if (own && !(slot->y & BEGUN)) {
    w->waiting--;
    slot->y |= BEGUN;
  }
  if (own || e->lasts)
    trace_table_drop(&w->arrivals, here);
  if (own && !e->lasts)
    trace_table_drop(&w->messages, e->id);
}

/* Take that an actor begins something. */
static void take_begin(struct trace_walk *w, const struct trace_event *e) {
  struct trace_acting *a = &w->actors.at[e->actor];
  const bool first = !a->open.n;
  const bool worked = works(w, a);
  const double idle = first ? e->time - a->gap : 0;
  if (first) {
    a->gap_end = e->time;
    a->until = w->scarce;
    a->since = e->time;
  }
  const uint32_t task = add_task(w, e, idle);
  entry(w, e->name)->calls++;
  if (e->id)
    take_cause(w, e, task, idle);
  a = &w->actors.at[e->actor];
  LCM_LIST_ADD(lcm_ctx_arena(w->log->ctx), &a->open,
               ((struct trace_open){e->name, task, e->time, 0, NAN}));
  w->working += works(w, a);
  w->working -= worked;
}

/* Return which of what "a" is in "e" ends, SIZE_MAX for none. */
static size_t ended(const struct trace_acting *a, const struct trace_event *e) {
  for (size_t i = a->open.n; i-- > 0;)
    if ((e->name == TRACE_NONE || a->open.at[i].name == e->name) &&
        (isnan(e->value) || a->open.at[i].begin == e->value))
      return i;
  return SIZE_MAX;
}

/* Take that an actor ends something. */
static void take_end(struct trace_walk *w, const struct trace_event *e) {
  struct trace_acting *a = &w->actors.at[e->actor];
  const size_t i = ended(a, e);
  const bool worked = works(w, a);
  if (i == SIZE_MAX) {
    w->stray++;
    return;
  }
  const struct trace_open open = a->open.at[i];
  w->crossed += i + 1 < a->open.n;
  a->open.n--;
  memmove(&a->open.at[i], &a->open.at[i + 1],
          (a->open.n - i) * sizeof *a->open.at);
  struct trace_entry *of = entry(w, open.name);
  of->longest = fmax(of->longest, open.self);
  if (w->graph && open.task != TRACE_NONE)
    trace_task_at(w->graph, open.task)->end = e->time;
  w->working -= worked;
  w->working += works(w, a);
  a->last = open.name;
  a->last_task = open.task;
  if (!a->open.n) {
    a->gap = e->time;
    a->scarce = w->scarce;
  }
}

/* ---- all -----------------------------------------------------------------
 */

void trace_walk_take(struct trace_walk *w, const struct trace_event *e) {
  if (w->log->actors.at[e->actor].hidden)
    return;
  pass_time(w, e->time);
  struct trace_acting *a = acting(w, e->actor);
  if (e->kind == TRACE_RECEIVE && !w->log->driven) {
    take_receive(w, e);
    return;
  }
  if (a->open.n)
    charge_gap(w, e->actor, NULL, NULL);
  account(w, e->actor, e->time);
  switch ((enum trace_kind)e->kind) {
  case TRACE_BEGIN:
    take_begin(w, e);
    break;
  case TRACE_END:
    take_end(w, e);
    break;
  case TRACE_CREATE:
    take_create(w, e);
    break;
  case TRACE_SEND:
    take_send(w, e);
    break;
  case TRACE_RECEIVE:
    take_arrival(w, e);
    break;
  }
}

/* End all that actor "i" is still in, and its last gap. */
static void end_actor(struct trace_walk *w, uint32_t i) {
  struct trace_acting *a = &w->actors.at[i];
  if (a->open.n)
    charge_gap(w, i, NULL, NULL);
  account(w, i, w->end);
  w->unended += a->open.n;
  for (size_t k = 0; k < a->open.n && w->graph; k++)
    if (a->open.at[k].task != TRACE_NONE)
      trace_task_at(w->graph, a->open.at[k].task)->end = w->end;
  if (a->open.n)
    return;
  if (isnan(a->gap))
    a->gap = w->end;
  a->gap_end = w->end;
  a->until = w->scarce;
  charge_gap(w, i, NULL, NULL);
}

void trace_walk_end(struct trace_walk *w) {
  if (w->log->actors.n)
    (void)acting(w, (uint32_t)w->log->actors.n - 1);
  for (uint32_t i = 0; i < w->actors.n; i++)
    if (!w->log->actors.at[i].hidden)
      end_actor(w, i);
  w->failed = w->messages.failed || w->arrivals.failed ||
              (w->graph && w->graph->failed);
}

void trace_walk_free(struct trace_walk *w) {
  trace_table_free(&w->messages);
  trace_table_free(&w->arrivals);
}
