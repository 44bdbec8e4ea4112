/* Which message began what, in traces that do not say so themselves. */
#include "trace/replay/trigger.h"

#include <math.h>

#include "model/structure/structure.h"
#include "trace/table.h"

/* What an actor is at. */
struct at_work {
  size_t depth;     /* slices around */
  size_t task;      /* the BEGIN of the outermost, SIZE_MAX: it does not work */
  size_t ended;     /* the END of the last one, likewise */
  uint64_t pending; /* a message that came before the next slice, 0: none */
  bool any;         /* it has done a task */
};

/* A search. */
struct triggering {
  const struct trace_log *log;
  lcm_arena *arena;
  struct trace_table names; /* x: of what each message began */
  struct at_work *actors;
  LCM_LIST(struct trace_event) out;
  size_t messages; /* that began something */
  const char *why; /* NULL: nothing is in the way so far */
  const struct trace_event *where;
};

/* Note that "why" is in the way at "where". */
static void obstruct(struct triggering *t, const char *why,
                     const struct trace_event *where) {
  if (t->why)
    return;
  t->why = why;
  t->where = where;
}

/* Return whether who is in something of name "i" works. */
static bool works(const struct triggering *t, uint32_t i) {
  const struct trace_name *name = &t->log->names.at[i];
  return name->class == TRACE_WORK ||
         (name->class == TRACE_FIXED &&
          (name->cat == LCM_CAT_PC || name->cat == LCM_CAT_UNSPLIT));
}

/* Let message "id" have begun the task at "task". */
static void begin_with(struct triggering *t, size_t task, uint64_t id) {
  struct trace_event *begin = &t->out.at[task];
  struct trace_slot *slot = trace_table_put(&t->names, id);
  begin->id = id;
  t->messages++;
  if (slot)
    slot->x = begin->name;
}

/* Take that an actor begins something. */
static void take_begin(struct triggering *t, const struct trace_event *e) {
  struct at_work *a = &t->actors[e->actor];
  if (a->depth++ || !works(t, e->name))
    return;
  a->task = t->out.n;
  LCM_LIST_ADD(t->arena, &t->out, *e);
  t->out.at[a->task].id = 0;
  if (a->pending)
    begin_with(t, a->task, a->pending);
  a->pending = 0;
}

/* Take that a message came. */
static void take_receive(struct triggering *t, const struct trace_event *e) {
  struct at_work *a = &t->actors[e->actor];
  if (!a->depth && a->pending)
    obstruct(t, "two messages come before something begins", e);
  else if (!a->depth)
    a->pending = e->id;
  else if (a->task == SIZE_MAX || t->out.at[a->task].time < e->time)
    obstruct(t, "a message comes inside of something, which may wait for it",
             e);
  else if (t->out.at[a->task].id)
    obstruct(t, "two messages begin the same", e);
  else
    begin_with(t, a->task, e->id);
}

/* Take that an actor ends something. */
static void take_end(struct triggering *t, const struct trace_event *e) {
  struct at_work *a = &t->actors[e->actor];
  if (!a->depth || --a->depth || a->task == SIZE_MAX)
    return;
  struct trace_event *begin = &t->out.at[a->task];
  if (!begin->id && a->any)
    obstruct(t, "no message begins it, and something is done before it", e);
  if (!begin->id)
    begin->id = trace_id(UINT64_MAX - e->actor, 1);
  a->any = true;
  a->ended = t->out.n;
  a->task = SIZE_MAX;
  LCM_LIST_ADD(t->arena, &t->out, *e);
}

/* Take that a message is created; where something has just ended, in that. */
static void take_create(struct triggering *t, const struct trace_event *e) {
  const struct at_work *a = &t->actors[e->actor];
  struct trace_event create = *e;
  create.open = 1;
  LCM_LIST_ADD(t->arena, &t->out, create);
  if (a->depth || a->ended == SIZE_MAX || t->out.at[a->ended].time < e->time)
    return;
  t->out.at[t->out.n - 1] = t->out.at[a->ended];
  t->out.at[a->ended] = create;
  t->actors[e->actor].ended = t->out.n - 1;
}

/* Take "e". */
static void take(struct triggering *t, const struct trace_event *e) {
  switch ((enum trace_kind)e->kind) {
  case TRACE_BEGIN:
    take_begin(t, e);
    break;
  case TRACE_END:
    take_end(t, e);
    break;
  case TRACE_CREATE:
    take_create(t, e);
    break;
  case TRACE_RECEIVE:
    take_receive(t, e);
    break;
  case TRACE_SEND:
    break;
  }
}

/* Give each message that is created the name of what it began. */
static void name_messages(struct triggering *t) {
  for (size_t i = 0; i < t->out.n; i++) {
    struct trace_event *e = &t->out.at[i];
    const struct trace_slot *slot =
        e->kind == TRACE_CREATE ? trace_table_get(&t->names, e->id) : NULL;
    if (slot)
      e->name = slot->x;
  }
}

/* Say what is missing. */
static lcm_status refuse(const struct triggering *t) {
  const struct trace_log *log = t->log;
  const lcm_loc at = {.file = lcm_intern(log->ctx, log->file)};
  const struct trace_event *e = t->where;
  static const char NEEDS[] =
      "--replay needs tasks that messages begin, as of a message-driven "
      "program";
  static const char ELSE[] =
      "For other processors let models say it: measure at several p (lcm "
      "profile; lcm fit reads OTF2), lcm annotate, and lcm predict -D p=P";
  if (!e)
    lcm_report(log->ctx, LCM_DIAG_USAGE, at,
               "%s; %s: what a thread or rank does in another run depends on "
               "how many there are. %s",
               NEEDS, t->why, ELSE);
  else
    lcm_report(log->ctx, LCM_DIAG_USAGE, at,
               "%s; on %s at %.9g s %s%s%s%s: what is done there depends on "
               "how many there are. %s",
               NEEDS, trace_actor_name(log, e->actor), e->time, t->why,
               e->name == TRACE_NONE ? "" : " ('",
               e->name == TRACE_NONE ? "" : log->names.at[e->name].text,
               e->name == TRACE_NONE ? "" : "')", ELSE);
  return LCM_EUSAGE;
}

lcm_status trace_triggers_find(struct trace_log *out,
                               const struct trace_log *log) {
  lcm_arena *arena = lcm_ctx_arena(log->ctx);
  struct triggering t = {.log = log, .arena = arena};
  t.actors = LCM_NEW_ARRAY(arena, struct at_work, log->actors.n + 1);
  for (size_t i = 0; i < log->actors.n; i++)
    t.actors[i].task = t.actors[i].ended = SIZE_MAX;
  for (size_t i = 0; i < log->n; i++)
    take(&t, &log->events[i]);
  if (!t.messages)
    obstruct(&t, "no message begins anything in this trace", NULL);
  name_messages(&t);
  const bool failed = t.names.failed;
  trace_table_free(&t.names);
  if (failed || t.why)
    return failed ? LCM_ENOMEM : refuse(&t);
  *out = *log;
  out->events = t.out.at;
  out->n = out->cap = t.out.n;
  out->driven = out->free = true;
  return LCM_OK;
}
