/* Attributes of a run in equal timesteps. */
#include "trace/views/steps.h"

#include <math.h>

#include "trace/phase.h"

/* The steps being filled. */
struct stepping {
  const struct trace_walk *walk;
  const struct trace_log *log;
  size_t n;
  double begin;  /* of the first */
  double length; /* of each */
  struct lcm_trace_moments *all;
  struct lcm_trace_moments **cells; /* of the entry of each name; or NULL */
  bool *own; /* names of the program, not of what the library does */
};

/* Return the step in which "time" is; the last one has its end as well. */
static size_t step_at(const struct stepping *s, double time) {
  const double at = floor((time - s->begin) / s->length);
  return at < 0 ? 0 : at >= (double)s->n ? s->n - 1 : (size_t)at;
}

/* Return how long the time "from" to "to" is in step "i". */
static double inside(const struct stepping *s, size_t i, double from,
                     double to) {
  const double begin = s->begin + (double)i * s->length;
  return fmax(0, fmin(to, begin + s->length) - fmax(from, begin));
}

/* Add the time that an actor works to the steps in which it does. */
static void take(void *user, uint32_t actor, const double between[2],
                 uint32_t name, unsigned cat) {
  struct stepping *s = user;
  (void)actor;
  if (cat != LCM_CAT_PC)
    return;
  const size_t last = step_at(s, between[1]);
  for (size_t i = step_at(s, between[0]); i <= last; i++) {
    const double time = inside(s, i, between[0], between[1]);
    s->all[i].working += time / s->length;
    if (name != TRACE_NONE && s->cells[name])
      s->cells[name][i].working += time / s->length;
  }
}

/* Add a message of "name" (TRACE_NONE: of none) that waits "from" then "to"
 * then. */
static void queue(struct stepping *s, uint32_t name, double from, double to) {
  if (!(to > from))
    return;
  const size_t last = step_at(s, to);
  for (size_t i = step_at(s, from); i <= last; i++) {
    const double part = inside(s, i, from, to) / s->length;
    s->all[i].waiting += part;
    if (name != TRACE_NONE && s->cells[name])
      s->cells[name][i].waiting += part;
  }
}

/* Return the name of the entry that message "m" is for, of other programs than
 * message-driven ones that of what sends it. */
static uint32_t name_of(const struct stepping *s,
                        const struct trace_message *m) {
  if (m->name != TRACE_NONE || m->task == TRACE_NONE)
    return m->name;
  return trace_task_at(s->walk->graph, m->task)->name;
}

/* Take the messages: in which step each is created. */
static void take_messages(struct stepping *s) {
  const struct trace_graph *g = s->walk->graph;
  for (uint32_t i = 0; i < g->messages.n; i++) {
    const struct trace_message *m = trace_message_at(g, i);
    const uint32_t name = name_of(s, m);
    const size_t at = step_at(s, m->time);
    if (name != TRACE_NONE && !s->own[name])
      continue;
    s->all[at].created++;
    if (name != TRACE_NONE && s->cells[name])
      s->cells[name][at].created++;
  }
}

/* Take the receipts: how long each message waits, from when it has come (where
 * the trace does not say that, was created) until something begins with it or
 * takes it. */
static void take_receipts(struct stepping *s) {
  const struct trace_graph *g = s->walk->graph;
  for (uint32_t i = 0; i < g->receipts.n; i++) {
    const struct trace_receipt *r = trace_receipt_at(g, i);
    const struct trace_message *m = trace_message_at(g, r->message);
    const double came = isnan(r->arrived) ? m->time : r->arrived;
    const uint32_t name =
        r->task == TRACE_NONE ? TRACE_NONE : trace_task_at(g, r->task)->name;
    if (name == TRACE_NONE || s->own[name])
      queue(s, name, came, r->time);
  }
}

/* Take the tasks: in which step each begins. */
static void take_tasks(struct stepping *s) {
  const struct trace_graph *g = s->walk->graph;
  for (uint32_t i = 0; i < g->tasks.n; i++) {
    const struct trace_task *task = trace_task_at(g, i);
    const size_t at = step_at(s, task->begin);
    if (!s->own[task->name])
      continue;
    s->all[at].processed++;
    if (s->cells[task->name])
      s->cells[task->name][at].processed++;
  }
}

/* Make room for the entries of "out". */
static void make_cells(struct stepping *s, lcm_trace *out) {
  lcm_arena *arena = lcm_ctx_arena(s->log->ctx);
  const size_t n_names = s->log->names.n;
  struct lcm_trace_steps *steps = LCM_NEW(arena, struct lcm_trace_steps);
  s->all = LCM_NEW_ARRAY(arena, struct lcm_trace_moments, s->n);
  s->cells = LCM_NEW_ARRAY(arena, struct lcm_trace_moments *, n_names + 1);
  s->own = LCM_NEW_ARRAY(arena, bool, n_names + 1);
  struct lcm_trace_moments **rows =
      LCM_NEW_ARRAY(arena, struct lcm_trace_moments *, out->n_entries + 1);
  for (size_t i = 0; i < n_names; i++)
    s->own[i] = s->log->names.at[i].class != TRACE_SYSTEM;
  for (size_t k = 0; k < out->n_entries; k++) {
    rows[k] = LCM_NEW_ARRAY(arena, struct lcm_trace_moments, s->n);
    for (size_t i = 0; i < n_names; i++)
      if (s->log->names.at[i].text == out->entries[k].name && s->own[i])
        s->cells[i] = rows[k];
  }
  *steps = (struct lcm_trace_steps){
      .n = s->n,
      .length = s->length,
      .all = s->all,
      .entries = (const struct lcm_trace_moments *const *)rows};
  out->steps = steps;
}

void trace_steps_find(lcm_trace *out, const struct trace_walk *walk, size_t n) {
  struct stepping s = {.walk = walk,
                       .log = walk->log,
                       .n = n,
                       .begin = walk->begin,
                       .length = (walk->end - walk->begin) / (double)n};
  const struct trace_spans spans = {take, &s};
  struct trace_walk again = {.log = walk->log, .spans = &spans};
  if (!(s.length > 0))
    return;
  make_cells(&s, out);
  take_messages(&s);
  take_receipts(&s);
  take_tasks(&s);
  for (size_t i = 0; i < walk->log->n; i++)
    trace_walk_take(&again, &walk->log->events[i]);
  trace_walk_end(&again);
  trace_walk_free(&again);
}
