/* Names, actors and events of a trace: kept, put in order, or passed on. */
#include "trace/log.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/structure/structure.h"
#include "trace/category.h"

/* Events among which those of large traces are put in order. */
enum { WINDOW = 1 << 20 };

uint64_t trace_id(uint64_t a, uint64_t b) {
  uint64_t x = a * UINT64_C(0x9E3779B97F4A7C15) + b;
  x ^= x >> 30;
  x *= UINT64_C(0xBF58476D1CE4E5B9);
  x ^= x >> 27;
  x *= UINT64_C(0x94D049BB133111EB);
  x ^= x >> 31;
  return x ? x : 1;
}

/* ---- names and actors ----------------------------------------------------
 */

uint32_t trace_name_of(struct trace_log *log, const char *text,
                       enum trace_class class, unsigned cat) {
  lcm_arena *arena = lcm_ctx_arena(log->ctx);
  const char mark[3] = {(char)('a' + (int)class), (char)('a' + cat), '\0'};
  const char *key = LCM_INTERN_JOINED(log->ctx, mark, text);
  size_t i = 0;
  if (lcm_map_get(&log->name_of, key, &i))
    return (uint32_t)i;
  i = log->names.n;
  LCM_LIST_ADD(arena, &log->names,
               ((struct trace_name){
                   .text = key + 2,
                   .class = class,
                   .cat = cat,
                   .after = strstr(text, "arrier") ? LCM_CAT_SL : LCM_CAT_CL}));
  lcm_map_put(arena, &log->name_of, key, i);
  return (uint32_t)i;
}

/* Return the number of a name as number "name", with "line" of "file" behind
 * it. */
static uint32_t like(struct trace_log *log, uint32_t name, const char *file,
                     uint32_t line) {
  const struct trace_name *plain = &log->names.at[name];
  return trace_name_of(log,
                       lcm_arena_printf(lcm_ctx_arena(log->ctx), "%s (%s:%u)",
                                        plain->text, file, (unsigned)line),
                       plain->class, plain->cat);
}

uint32_t trace_name_at(struct trace_log *log, uint32_t name,
                       const struct trace_place *place) {
  if (!log->by_place || !place->file)
    return name;
  const char *slash = strrchr(place->file, '/');
  uint32_t own = like(log, name, slash ? slash + 1 : place->file, place->first);
  const char *taken = log->names.at[own].place.file;
  if (taken && strcmp(taken, place->file) != 0)
    own = like(log, name, place->file, place->first);
  log->names.at[own].place = *place;
  log->names.at[own].after = log->names.at[name].after;
  return own;
}

/* Words of names, and what they say. */
static const struct {
  const char *word;
  enum trace_class class;
  unsigned cat;
} WORDS[] = {
    {"MPI_Init", TRACE_SYSTEM, LCM_CAT_SL},
    {"MPI_Finalize", TRACE_SYSTEM, LCM_CAT_SL},
    {"MPI_Send", TRACE_SYSTEM, LCM_CAT_CL},
    {"MPI_Ssend", TRACE_SYSTEM, LCM_CAT_CL},
    {"MPI_Bsend", TRACE_SYSTEM, LCM_CAT_CL},
    {"MPI_Rsend", TRACE_SYSTEM, LCM_CAT_CL},
    {"MPI_Isend", TRACE_SYSTEM, LCM_CAT_CL},
    {"MPI_Irecv", TRACE_SYSTEM, LCM_CAT_CL},
    {"MPI_Comm_", TRACE_SYSTEM, LCM_CAT_SL},
    {"MPI_Type_", TRACE_SYSTEM, LCM_CAT_CL},
    {"MPI_Wtime", TRACE_WORK, LCM_CAT_PC},
    {"MPI_", TRACE_WAIT, LCM_CAT_SL},
    {"barrier", TRACE_WAIT, LCM_CAT_LI},
    {"idle", TRACE_WAIT, LCM_CAT_LI},
    {"critical", TRACE_WAIT, LCM_CAT_SL},
    {"mutex", TRACE_WAIT, LCM_CAT_SL},
    {"lock", TRACE_WAIT, LCM_CAT_SL},
    {"waiting", TRACE_WAIT, LCM_CAT_SL},
    {"wait", TRACE_WAIT, LCM_CAT_SL},
    {"recv", TRACE_WAIT, LCM_CAT_SL},
};

/* Return whether "word" is in "text", as a word where it is of small letters,
 * else at its beginning. */
static bool has_word(const char *text, const char *word) {
  const size_t n = strlen(word);
  if (isupper((unsigned char)*word))
    return !strncmp(text, word, n);
  for (const char *at = text; *at; at++)
    if ((at == text || !isalnum((unsigned char)at[-1])) &&
        !strncasecmp(at, word, n) && !isalnum((unsigned char)at[n]))
      return true;
  return false;
}

uint32_t trace_name_guess(struct trace_log *log, const char *text,
                          const char *category) {
  const unsigned cat = category ? trace_category_find(category) : TRACE_CATS;
  if (cat < TRACE_CATS)
    return trace_name_of(log, text, TRACE_FIXED, cat);
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
    if (has_word(text, WORDS[i].word))
      return trace_name_of(log, text, WORDS[i].class, WORDS[i].cat);
  return trace_name_of(log, text, TRACE_WORK, LCM_CAT_PC);
}

uint32_t trace_actor_add(struct trace_log *log, const char *name) {
  LCM_LIST_ADD(lcm_ctx_arena(log->ctx), &log->actors,
               ((struct trace_actor){.name = name}));
  return (uint32_t)(log->actors.n - 1);
}

const char *trace_actor_name(const struct trace_log *log, size_t i) {
  const char *name = log->actors.at[i].name;
  return name ? name
              : lcm_arena_printf(lcm_ctx_arena(log->ctx), "processor %zu", i);
}

/* ---- order ---------------------------------------------------------------
 */

/* Return by what "e" is ordered among those of its time and rank: what encloses
 * begins first and ends last. */
static double reach(const struct trace_event *e) {
  return isnan(e->value) || e->kind > TRACE_END ? -HUGE_VAL : -e->value;
}

/* Return whether "a" comes before "b". */
static bool is_before(const struct trace_event *a,
                      const struct trace_event *b) {
  if (a->time != b->time)
    return a->time < b->time;
  if (a->rank != b->rank)
    return a->rank < b->rank;
  return reach(a) != reach(b) ? reach(a) < reach(b) : a->order < b->order;
}

/* Compare two events for qsort. */
static int compare(const void *a, const void *b) {
  return is_before(a, b) ? -1 : is_before(b, a) ? 1 : 0;
}

/* Let the event at place "i" of the heap sink to where it belongs. */
static void sink(struct trace_log *log, size_t i) {
  const struct trace_event moved = log->events[i];
  for (size_t child = 2 * i + 1; child < log->n; child = 2 * i + 1) {
    if (child + 1 < log->n &&
        is_before(&log->events[child + 1], &log->events[child]))
      child++;
    if (!is_before(&log->events[child], &moved))
      break;
    log->events[i] = log->events[child];
    i = child;
  }
  log->events[i] = moved;
}

/* Pass "event" on, unless it is older than the last, whose time would be
 * counted twice. */
static void pass(struct trace_log *log, const struct trace_event *event) {
  if (event->time < log->passed) {
    log->disorder++;
    return;
  }
  log->passed = event->time;
  log->late(log->user, event);
}

/* Begin to pass events on: all but those in the window. */
static void begin_stream(struct trace_log *log) {
  log->streamed = true;
  log->passed = -HUGE_VAL;
  for (size_t i = log->n / 2; i-- > 0;)
    sink(log, i);
  while (log->n > WINDOW) {
    pass(log, &log->events[0]);
    log->events[0] = log->events[--log->n];
    sink(log, 0);
  }
  struct trace_event *less =
      realloc(log->events, (log->n + 1) * sizeof *log->events);
  log->events = less ? less : log->events;
}

/* Make room for one more event; false where there can be none. */
static bool has_room(struct trace_log *log) {
  if (log->n < log->cap)
    return true;
  const size_t cap = log->cap ? 2 * log->cap : 1024;
  const size_t next = cap < log->most ? cap : log->most;
  struct trace_event *events =
      next > log->cap ? realloc(log->events, next * sizeof *events) : NULL;
  if (events) {
    log->events = events;
    log->cap = next;
  }
  return events != NULL;
}

void trace_add(struct trace_log *log, const struct trace_event *event) {
  struct trace_event e = *event;
  e.order = log->n_read++;
  if (!log->streamed && has_room(log)) {
    log->events[log->n++] = e;
    return;
  }
  if (!log->streamed)
    begin_stream(log);
  if (log->n && is_before(&log->events[0], &e)) {
    pass(log, &log->events[0]);
    log->events[0] = e;
    sink(log, 0);
    return;
  }
  pass(log, &e);
}

/* Put the events in order, where they are not. */
static void sort(struct trace_log *log) {
  bool ordered = true;
  for (size_t i = 1; i < log->n && ordered; i++)
    ordered = !is_before(&log->events[i], &log->events[i - 1]);
  if (!ordered)
    qsort(log->events, log->n, sizeof *log->events, compare);
}

void trace_log_end(struct trace_log *log) {
  sort(log);
  for (size_t i = 0; log->streamed && i < log->n; i++)
    pass(log, &log->events[i]);
}
