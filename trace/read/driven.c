/* Reads traces of message-driven programs, line by line. */
#include "trace/read/driven.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/structure/structure.h"
#include "trace/table.h"

enum { LINE = 4096, WORDS = 11, MOST_ACTORS = 1 << 20 };

/* What is known of a message besides its name. */
enum {
  UNPLACED = 1, /* a strategy says where it goes, and deals with it there */
  SPREAD = 2,   /* it goes to all, and the system deals with it first */
  LASTING = 4,  /* it may be processed again */
};

/* A trace being read. */
struct driven {
  struct trace_log *log;
  struct trace_input *input;
  struct trace_table messages; /* x: name, y: what is known */
  struct trace_table handled;  /* those that the system has to deal with */
  bool cut;                    /* the last line has no end */
  uint32_t unknown; /* the name of what begins before a line says what it is */
  uint32_t library; /* and where none does: quiescence detection */
  size_t n_unknown;
  char text[LINE];
  char *words[WORDS];
  size_t n; /* words of the line */
};

/* Read the next line into "d"; false at the end.  What is too long for a line
 * is cut, and no line that there is. */
static bool next_line(struct driven *d) {
  size_t n = 0;
  int c = trace_next(d->input);
  if (c < 0)
    return false;
  for (; c >= 0 && c != '\n'; c = trace_next(d->input))
    if (n + 1 < LINE)
      d->text[n++] = (char)c;
  d->cut = c < 0;
  d->text[n] = '\0';
  d->n = 0;
  for (char *at = d->text; *at && d->n < WORDS;) {
    d->words[d->n++] = at;
    at += strcspn(at, " \r");
    while (*at == ' ' || *at == '\r')
      *at++ = '\0';
  }
  return true;
}

/* Put the number "word" into "*out"; false where it is none. */
static bool number(double *out, const char *word) {
  const char *end = word;
  *out = lcm_strtod(word, &end);
  return end != word && !*end && isfinite(*out);
}

/* Put the whole number "word" up to "most" into "*out"; "*end" is behind it. */
static bool whole(uint64_t *out, const char *word, char **end, uint64_t most) {
  *out = *word >= '0' && *word <= '9' ? strtoull(word, end, 10) : most + 1;
  return *out <= most;
}

/* Put the message that "word" names, CREATOR.NUMBER, into "*out". */
static bool identity(uint64_t *out, const char *word) {
  uint64_t creator = 0;
  uint64_t count = 0;
  char *end = NULL;
  if (!whole(&creator, word, &end, MOST_ACTORS) || *end != '.' ||
      !whole(&count, end + 1, &end, UINT64_MAX - 1) || *end)
    return false;
  *out = trace_id(creator + 1, count);
  return true;
}

/* Put the processor that "word" names into "*out", with all before it. */
static bool processor(struct driven *d, uint32_t *out, const char *word) {
  uint64_t i = 0;
  char *end = NULL;
  if (!whole(&i, word, &end, MOST_ACTORS) || *end)
    return false;
  while (d->log->actors.n <= i)
    trace_actor_add(d->log, NULL);
  *out = (uint32_t)i;
  return true;
}

/* Return the name of messages of the kind "kind" about "what". */
static uint32_t name_of(struct driven *d, const char *kind, const char *what) {
  static const char *const OWN[] = {"create", "send", "broadcast", "office"};
  for (size_t i = 0; i < sizeof OWN / sizeof *OWN; i++)
    if (!strcmp(OWN[i], kind))
      return trace_name_of(d->log, what, TRACE_WORK, LCM_CAT_PC);
  const bool bare = !strcmp(what, "-");
  return trace_name_of(
      d->log,
      LCM_INTERN_JOINED(d->log->ctx, kind, bare ? "" : " ", bare ? "" : what),
      TRACE_SYSTEM, LCM_CAT_SL);
}

/* Keep that message "id" is about the key "word" of a table; false where that
 * is no whole number. */
static bool keep_key(struct driven *d, uint64_t id, const char *word) {
  char *end = NULL;
  const long long key = strtoll(word, &end, 10);
  if (end == word || *end)
    return false;
  if (!d->log->streamed)
    LCM_LIST_ADD(lcm_ctx_arena(d->log->ctx), &d->log->keys,
                 ((struct trace_key){id, key}));
  return true;
}

/* Take the line that says what the message of "event" is. */
static bool take_create(struct driven *d, struct trace_event *event) {
  double bytes = 0;
  double priority = 0;
  if (d->n < 9 || d->n > 10 || !number(&bytes, d->words[8]) ||
      (d->n == 10 && !keep_key(d, event->id, d->words[9])))
    return false;
  if (number(&priority, d->words[7]))
    event->priority = (float)fmin(fmax(priority, -1e30), 1e30);
  const char *kind = d->words[4];
  event->name = name_of(d, kind, d->words[5]);
  event->value = bytes;
  struct trace_slot *slot = trace_table_put(&d->messages, event->id);
  if (slot) {
    slot->x = event->name;
    slot->y = !strcmp(kind, "create") ? (*d->words[6] == '-' ? UNPLACED : 0)
              : !strcmp(kind, "send") ? 0
              : !strcmp(kind, "broadcast") ? SPREAD | LASTING
                                           : LASTING;
    event->lasts = (slot->y & LASTING) != 0;
    event->open = (slot->y & UNPLACED) != 0;
  }
  return true;
}

/* Return what the actor of "event" begins, and note in it whether its message
 * may begin something again: the system deals with messages that
 * have to be placed or spread before what they are for runs. */
static uint32_t begun(struct driven *d, struct trace_event *event) {
  const struct trace_slot *slot = trace_table_get(&d->messages, event->id);
  const uint64_t here = trace_id(event->id, event->actor);
  if (!slot && d->log->streamed) {
    event->id = 0;
    return d->library;
  }
  if (!slot) {
    d->n_unknown++;
    return d->unknown;
  }
  const uint32_t name = slot->x;
  event->lasts = (slot->y & LASTING) != 0;
  const bool waits = trace_table_get(&d->handled, here) != NULL;
  const bool system = slot->y & SPREAD ? !waits : waits;
  if (waits)
    trace_table_drop(&d->handled, here);
  else if (slot->y & SPREAD)
    (void)trace_table_put(&d->handled, here);
  if (!(slot->y & LASTING) && !system)
    trace_table_drop(&d->messages, event->id);
  return system ? trace_name_of(d->log,
                                slot->y & SPREAD ? "(spreads a message)"
                                                 : "(places a chare)",
                                TRACE_SYSTEM, LCM_CAT_SL)
                : name;
}

/* Take the line of an event of "kind"; false where it is wrong. */
static bool take_event(struct driven *d, enum trace_kind kind) {
  struct trace_event e = {
      .kind = (uint8_t)kind, .rank = 1, .value = NAN, .name = TRACE_NONE};
  if (d->n < 4 || !number(&e.time, d->words[1]) ||
      !processor(d, &e.actor, d->words[2]) || !identity(&e.id, d->words[3]))
    return false;
  if (kind == TRACE_CREATE && !take_create(d, &e))
    return false;
  if (kind == TRACE_SEND && (d->n != 5 || !processor(d, &e.name, d->words[4])))
    return false;
  if ((kind == TRACE_BEGIN || kind == TRACE_END || kind == TRACE_RECEIVE) &&
      d->n != 4)
    return false;
  if (kind == TRACE_BEGIN)
    e.name = begun(d, &e);
  if (kind == TRACE_RECEIVE) {
    const struct trace_slot *slot = trace_table_get(&d->messages, e.id);
    if (slot && slot->y & UNPLACED)
      (void)trace_table_put(&d->handled, trace_id(e.id, e.actor));
  }
  trace_add(d->log, &e);
  return true;
}

/* Take the line of what simulated processors cost. */
static bool take_machine(struct driven *d) {
  double cost[6];
  for (size_t i = 0; i < 6; i++)
    if (d->n != 7 || !number(&cost[i], d->words[i + 1]))
      return false;
  memcpy(d->log->costs, cost, sizeof cost);
  d->log->latency = cost[2];
  d->log->per_byte = cost[3];
  d->log->per_message = cost[0] + cost[1] + cost[4];
  return true;
}

/* Take a line of what is static; false where it is wrong. */
static bool take_static(struct driven *d) {
  uint64_t p = 0;
  char *end = NULL;
  uint32_t last = 0;
  if (!strcmp(d->words[0], "program") && d->n == 2)
    d->log->program = lcm_intern(d->log->ctx, d->words[1]);
  else if (!strcmp(d->words[0], "machine"))
    return take_machine(d);
  else if (!strcmp(d->words[0], "run")) {
    if (d->n != 6 || !whole(&p, d->words[2], &end, MOST_ACTORS) || !p)
      return false;
    char word[24];
    (void)snprintf(word, sizeof word, "%llu", (unsigned long long)(p - 1));
    d->log->simulated = !strcmp(d->words[1], "simulate");
    d->log->queue = lcm_intern(d->log->ctx, d->words[4]);
    return processor(d, &last, word);
  } else
    return !strcmp(d->words[0], "chare") || !strcmp(d->words[0], "entry") ||
           !strcmp(d->words[0], "variable");
  return true;
}

/* Take the line in "d"; false where it is wrong. */
static bool take_line(struct driven *d) {
  static const char *const KINDS[] = {"begin", "end", "create", "send",
                                      "receive"};
  for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
    if (!strcmp(d->words[0], KINDS[i]))
      return take_event(d, (enum trace_kind)i);
  return take_static(d);
}

/* Read the lines behind the first one. */
static lcm_status read_lines(struct driven *d) {
  unsigned long long start = trace_offset(d->input);
  for (; next_line(d); start = trace_offset(d->input)) {
    d->input->line++;
    if (!d->n || take_line(d))
      continue;
    const lcm_loc at = {.file = d->input->file, .line = d->input->line};
    if (d->cut) {
      lcm_report(d->log->ctx, LCM_DIAG_CUT, at,
                 "the file ends inside of a line: what comes before is shown");
      return LCM_OK;
    }
    lcm_report(d->log->ctx, LCM_DIAG_SYNTAX, at,
               "byte %llu: '%s' is no line of lcm-trace/1", start,
               lcm_ctx_shown(d->log->ctx, d->words[0]));
    return LCM_EPARSE;
  }
  return LCM_OK;
}

/* Name what began before its creation was read, as where clocks differ and
 * lines were sorted by time. */
static void name_unknown(struct driven *d) {
  struct trace_log *log = d->log;
  struct trace_table names = {0};
  for (size_t i = 0; i < log->n; i++)
    if (log->events[i].name == d->unknown)
      (void)trace_table_put(&names, log->events[i].id);
  for (size_t i = 0; i < log->n; i++) {
    struct trace_slot *slot = log->events[i].kind == TRACE_CREATE
                                  ? trace_table_get(&names, log->events[i].id)
                                  : NULL;
    if (slot) {
      slot->x = log->events[i].name;
      slot->y = 1;
    }
  }
  for (size_t i = 0; i < log->n; i++) {
    struct trace_event *e = &log->events[i];
    if (e->name != d->unknown)
      continue;
    const struct trace_slot *slot = trace_table_get(&names, e->id);
    e->name = slot && slot->y ? slot->x : d->library;
    e->id = slot && slot->y ? e->id : 0;
  }
  trace_table_free(&names);
}

lcm_status trace_read_driven(struct trace_log *log, struct trace_input *input) {
  struct driven *d = LCM_NEW(lcm_ctx_arena(log->ctx), struct driven);
  d->log = log;
  d->input = input;
  log->format = "lcm-trace/1";
  log->driven = true;
  d->unknown = trace_name_of(log, "(message without a creation)", TRACE_SYSTEM,
                             LCM_CAT_SL);
  d->library =
      trace_name_of(log, "(message of the library)", TRACE_SYSTEM, LCM_CAT_SL);
  (void)next_line(d);
  const lcm_status status = read_lines(d);
  if (d->n_unknown)
    name_unknown(d);
  const bool failed = d->messages.failed || d->handled.failed;
  trace_table_free(&d->messages);
  trace_table_free(&d->handled);
  return status ? status : failed ? LCM_ENOMEM : LCM_OK;
}
