/* Reads traces in the JSON of Chrome and Perfetto: slices and flows, in any
 * order. */
#include "trace/read/chrome.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trace/read/json.h"

enum { SHORT = 128, LONG = 512 };

/* An event as it stands in the file. */
struct chrome_event {
  char ph[8];
  char pid[SHORT];
  char tid[SHORT];
  char id[SHORT];
  char cat[SHORT];
  char name[LONG];
  char given[LONG]; /* args.name */
  char place[LONG]; /* args.place, "FILE:LINE", or args.file */
  char line[SHORT]; /* args.line */
  double ts;        /* in us; NaN: there is none */
  double dur;
  double bytes;
};

/* What a thread or process is called. */
struct chrome_row {
  const char *process; /* its number */
  const char *number;
  const char *name; /* what it is called, or NULL */
  uint32_t actor;   /* TRACE_NONE: nothing happens in it */
};

/* A trace being read. */
struct chrome {
  struct trace_log *log;
  struct trace_input *input;
  struct chrome_event event;
  LCM_LIST(struct chrome_row) rows;
  lcm_map row_of; /* by the interned numbers of process and thread */
  LCM_LIST(struct chrome_row) processes;
  lcm_map process_of;
  bool any; /* the list of events was found */
};

/* Return the numbers that "pid" and "tid" are: one text. */
static const char *row_key(struct chrome *c, const char *pid, const char *tid) {
  return LCM_INTERN_JOINED(c->log->ctx, pid, "\n", tid);
}

/* Return the row of the thread of the event. */
static struct chrome_row *row_of(struct chrome *c) {
  const char *key = row_key(c, c->event.pid, c->event.tid);
  size_t i = 0;
  if (!lcm_map_get(&c->row_of, key, &i)) {
    i = c->rows.n;
    LCM_LIST_ADD(lcm_ctx_arena(c->log->ctx), &c->rows,
                 ((struct chrome_row){lcm_intern(c->log->ctx, c->event.pid),
                                      lcm_intern(c->log->ctx, c->event.tid),
                                      NULL, TRACE_NONE}));
    lcm_map_put(lcm_ctx_arena(c->log->ctx), &c->row_of, key, i);
  }
  return &c->rows.at[i];
}

/* Return the process of the event. */
static struct chrome_row *process_of(struct chrome *c, const char *pid) {
  const char *key = lcm_intern(c->log->ctx, pid);
  size_t i = 0;
  if (!lcm_map_get(&c->process_of, key, &i)) {
    i = c->processes.n;
    LCM_LIST_ADD(lcm_ctx_arena(c->log->ctx), &c->processes,
                 ((struct chrome_row){key, NULL, NULL, TRACE_NONE}));
    lcm_map_put(lcm_ctx_arena(c->log->ctx), &c->process_of, key, i);
  }
  return &c->processes.at[i];
}

/* ---- events --------------------------------------------------------------
 */

/* Add an event of "kind" at "time" in seconds. */
static void add(struct chrome *c, enum trace_kind kind, double time,
                const struct trace_event *more) {
  struct trace_event e = *more;
  struct chrome_row *row = row_of(c);
  if (row->actor == TRACE_NONE) {
    row->actor = trace_actor_add(c->log, NULL);
    (void)process_of(c, c->event.pid);
  }
  e.kind = (uint8_t)kind;
  e.time = time;
  e.actor = row->actor;
  trace_add(c->log, &e);
}

/* Return "us" microseconds in seconds, as whole nanoseconds: so what ends where
 * something else begins does so however it was written. */
static double seconds(double us) { return round(us * 1e3) * 1e-9; }

/* Return the name of what the event is about. */
static uint32_t name_of(struct chrome *c) {
  struct chrome_event *e = &c->event;
  const uint32_t name = trace_name_guess(c->log, e->name, e->cat);
  char *colon = strrchr(e->place, ':');
  const char *line = *e->line ? e->line : colon ? colon + 1 : "";
  char *end = NULL;
  const unsigned long number = strtoul(line, &end, 10);
  if (!c->log->by_place || !*e->place || end == line || *end || !number ||
      number >= UINT32_MAX)
    return name;
  if (!*e->line)
    *colon = '\0';
  const struct trace_place place = {lcm_intern(c->log->ctx, e->place),
                                    (uint32_t)number, (uint32_t)number};
  return trace_name_at(c->log, name, &place);
}

/* Add the slice that the event is, from "ts" on for "dur" microseconds. */
static void add_slice(struct chrome *c, double ts, double dur) {
  const double begin = seconds(ts);
  const double end = seconds(ts + dur);
  const uint8_t last = end > begin ? 0 : 3;
  const uint32_t name = name_of(c);
  add(c, TRACE_BEGIN, begin,
      &(struct trace_event){.value = end, .name = name, .rank = 1});
  add(c, TRACE_END, end,
      &(struct trace_event){.value = begin, .name = name, .rank = last});
}

/* Return the number of the flow that the event is of. */
static uint64_t flow_of(const struct chrome *c) {
  uint64_t number = 1;
  for (const char *at = c->event.cat; *at; at++)
    number = trace_id(number, (unsigned char)*at);
  for (const char *at = c->event.id; *at; at++)
    number = trace_id(number, (unsigned char)*at);
  return number;
}

/* Take the name of a row or a process. */
static void take_name(struct chrome *c) {
  const char *name = lcm_intern(c->log->ctx, c->event.given);
  if (!strcmp(c->event.name, "thread_name"))
    row_of(c)->name = name;
  else if (!strcmp(c->event.name, "process_name"))
    process_of(c, c->event.pid)->name = name;
}

/* Take the event. */
static void take(struct chrome *c) {
  const struct chrome_event *e = &c->event;
  const double time = seconds(e->ts);
  const struct trace_event plain = {
      .value = NAN, .rank = 1, .name = TRACE_NONE};
  struct trace_event more = plain;
  if (!strcmp(e->ph, "M")) {
    take_name(c);
  } else if (strlen(e->ph) != 1 || !strchr("XBEstf", *e->ph) ||
             !isfinite(time) || e->dur < 0 || isinf(e->dur)) {
    c->log->ignored++;
  } else if (*e->ph == 'X') {
    add_slice(c, e->ts, isnan(e->dur) ? 0 : e->dur);
  } else if (*e->ph == 'B') {
    more.name = name_of(c);
    add(c, TRACE_BEGIN, time, &more);
  } else if (*e->ph == 'E') {
    add(c, TRACE_END, time, &more);
  } else {
    more.id = flow_of(c);
    more.rank = 2;
    more.value = e->bytes;
    more.lasts = *e->ph == 't';
    add(c, *e->ph == 's' ? TRACE_CREATE : TRACE_RECEIVE, time, &more);
  }
}

/* ---- text ----------------------------------------------------------------
 */

/* Read the number that is the value of a member; NaN where it is none. */
static enum trace_json read_number(struct trace_input *in, double *out) {
  char word[SHORT];
  const char *end = word;
  const enum trace_json found =
      trace_json_scalar(in, (struct trace_text){word, sizeof word});
  *out = lcm_strtod(word, &end);
  if (!found && (end == word || *end))
    *out = NAN;
  return found;
}

/* Read the member "key" of the arguments of an event. */
static enum trace_json read_argument(struct trace_input *in, const char *key,
                                     void *user) {
  struct chrome_event *e = user;
  const int next = trace_json_peek(in);
  if (!strcmp(key, "name") && next == '"')
    return trace_json_string(in, (struct trace_text){e->given, LONG});
  if ((!strcmp(key, "place") || !strcmp(key, "file")) && next == '"')
    return trace_json_string(in, (struct trace_text){e->place, LONG});
  if (!strcmp(key, "line") && next != '{' && next != '[')
    return trace_json_scalar(in, (struct trace_text){e->line, SHORT});
  if ((!strcmp(key, "bytes") || !strcmp(key, "size")) && next != '{' &&
      next != '[')
    return read_number(in, &e->bytes);
  return trace_json_skip(in);
}

/* Read the member "key" of an event. */
static enum trace_json read_field(struct trace_input *in, const char *key,
                                  void *user) {
  struct chrome_event *e = user;
  const struct {
    const char *key;
    struct trace_text text;
  } fields[] = {{"ph", {e->ph, sizeof e->ph}}, {"pid", {e->pid, SHORT}},
                {"tid", {e->tid, SHORT}},      {"id", {e->id, SHORT}},
                {"cat", {e->cat, SHORT}},      {"name", {e->name, LONG}},
                {"bind_id", {e->id, SHORT}}};
  const int next = trace_json_peek(in);
  if (next == '{' && !strcmp(key, "args"))
    return trace_json_object(in, read_argument, e);
  if (next == '{' || next == '[')
    return trace_json_skip(in);
  if (!strcmp(key, "ts"))
    return read_number(in, &e->ts);
  if (!strcmp(key, "dur"))
    return read_number(in, &e->dur);
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
    if (!strcmp(key, fields[i].key))
      return trace_json_scalar(in, fields[i].text);
  return trace_json_skip(in);
}

/* Make "e" empty. */
static void clear(struct chrome_event *e) {
  *e->ph = *e->pid = *e->tid = *e->id = *e->cat = *e->name = *e->given = '\0';
  *e->place = *e->line = '\0';
  e->ts = e->dur = e->bytes = NAN;
}

/* Read the list of events, of which Chrome lets the end be missing. */
static enum trace_json read_events(struct chrome *c) {
  enum trace_json found = trace_json_expect(c->input, '[');
  c->any = true;
  while (!found && trace_json_peek(c->input) != ']') {
    if (trace_json_peek(c->input) < 0)
      return TRACE_JSON_OK;
    clear(&c->event);
    found = trace_json_object(c->input, read_field, &c->event);
    if (!found)
      take(c);
    if (!found && trace_json_peek(c->input) == ',')
      found = trace_json_expect(c->input, ',');
    else if (!found && trace_json_peek(c->input) != ']')
      return trace_json_peek(c->input) < 0 ? TRACE_JSON_OK : TRACE_JSON_BAD;
  }
  return found ? found : trace_json_expect(c->input, ']');
}

/* Read the member "key" of the whole. */
static enum trace_json read_whole(struct trace_input *in, const char *key,
                                  void *user) {
  struct chrome *c = user;
  return !strcmp(key, "traceEvents") && trace_json_peek(in) == '['
             ? read_events(c)
             : trace_json_skip(in);
}

/* Return whether "row" shows no actor, but what lcm found of them. */
static bool is_hidden(const struct chrome_row *row) {
  return row->name && !strcmp(row->name, "last-event chain");
}

/* Return whether actors are of several processes. */
static bool has_processes(const struct chrome *c) {
  const char *first = NULL;
  for (size_t i = 0; i < c->rows.n; i++) {
    const struct chrome_row *row = &c->rows.at[i];
    if (row->actor == TRACE_NONE || is_hidden(row))
      continue;
    if (first && strcmp(first, row->process) != 0)
      return true;
    first = row->process;
  }
  return false;
}

/* Name the actors: by their processes, too, where there are several. */
static void name_actors(struct chrome *c) {
  const bool several = has_processes(c);
  lcm_arena *arena = lcm_ctx_arena(c->log->ctx);
  for (size_t i = 0; i < c->rows.n; i++) {
    const struct chrome_row *row = &c->rows.at[i];
    if (row->actor == TRACE_NONE)
      continue;
    struct trace_actor *actor = &c->log->actors.at[row->actor];
    const struct chrome_row *process = process_of(c, row->process);
    const char *own = row->name
                          ? row->name
                          : lcm_arena_printf(arena, "thread %s", row->number);
    actor->hidden = is_hidden(row);
    actor->name = !several ? own
                  : process->name
                      ? lcm_arena_printf(arena, "%s/%s", process->name, own)
                      : lcm_arena_printf(arena, "%s/%s", row->process, own);
  }
}

lcm_status trace_read_chrome(struct trace_log *log, struct trace_input *input) {
  struct chrome *c = LCM_NEW(lcm_ctx_arena(log->ctx), struct chrome);
  c->log = log;
  c->input = input;
  log->format = "Chrome JSON";
  const enum trace_json found = trace_json_peek(input) == '['
                                    ? read_events(c)
                                    : trace_json_object(input, read_whole, c);
  name_actors(c);
  if (found == TRACE_JSON_BAD)
    return trace_wrong(input, "this is no JSON of a trace");
  if (!c->any)
    return trace_wrong(input, "there are no \"traceEvents\" in this JSON");
  if (found == TRACE_JSON_CUT)
    lcm_report(log->ctx, LCM_DIAG_CUT,
               (lcm_loc){.file = input->file, .line = input->line},
               "byte %llu: the file ends inside of an event: what comes before "
               "is shown",
               trace_offset(input));
  return LCM_OK;
}
