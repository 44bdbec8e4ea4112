/* What is read of a trace: its actors, names and events. */
#pragma once

#include <stdbool.h>

#include "base/ctx.h"
#include "base/list.h"
#include "base/map.h"
#include "trace/event.h"

/* What an actor does while in something of a name. */
enum trace_class {
  TRACE_WORK,
  TRACE_WAIT,   /* waits for a message or another actor */
  TRACE_SYSTEM, /* the library's work on messages */
  TRACE_FIXED   /* of the category that the trace says */
};

/* Lines of a source file. */
struct trace_place {
  const char *file; /* NULL: not known */
  uint32_t first;
  uint32_t last;
};

/* A name: an entry point, a call site, a state. */
struct trace_name {
  const char *text;
  struct trace_place place;
  enum trace_class class;
  unsigned cat; /* the category of its time */
  /* of what waits: that of the time after what it waits for */
  unsigned after;
};

/* A processor, thread or rank. */
struct trace_actor {
  const char *name; /* NULL: it has none but its number */
  bool hidden;      /* it does nothing: a row that shows something else */
};

/* That a message is about a key of a table. */
struct trace_key {
  uint64_t id; /* of the message */
  int64_t key;
};

/* A trace being read.  Events are kept up to a limit; what comes beyond it goes
 * through a window, in which it is put in order, to "late". */
struct trace_log {
  lcm_ctx *ctx;
  const char *file;
  const char *format;  /* "lcm-trace/1", ... */
  const char *program; /* what ran, or NULL */
  LCM_LIST(struct trace_name) names;
  lcm_map name_of; /* by interned text, with its category before it */
  LCM_LIST(struct trace_actor) actors;
  struct trace_event *events; /* from malloc */
  size_t n;
  size_t cap;
  size_t most; /* that "events" may have */
  uint64_t n_read;
  uint64_t ignored; /* events of kinds that have no meaning here */
  /* what processors of simulated runs pay for messages, in seconds, or NaN */
  double latency;
  double per_byte;
  double per_message;
  /* send, receive, latency, byte, schedule, lock of simulated runs */
  double costs[6];
  bool simulated;    /* its times are those of simulated processors */
  const char *queue; /* who is next there: fifo, ..., or NULL */
  LCM_LIST(struct trace_key) keys; /* of events that are kept */
  bool driven;   /* tasks begin with messages, and know them */
  bool free;     /* which processor may do a task is not said: any */
  bool raw;      /* it is a timeline of the profiler */
  bool by_place; /* what is of other lines has another name */
  bool streamed; /* events beyond "most" were passed on */
  /* takes the events that do not fit, ordered by time as far as the window
   * reaches */
  void (*late)(void *user, const struct trace_event *event);
  void *user;
  double passed;   /* the time of the last that was passed on */
  size_t disorder; /* events older than that, which are left out */
};

/* Return the number of the name "text" of "class" and "cat" in "log". */
uint32_t trace_name_of(struct trace_log *log, const char *text,
                       enum trace_class class, unsigned cat);

/* Return the number of the name "text", of which "category" (or NULL) is said:
 * what it is is told by that, or else by the words in "text". */
uint32_t trace_name_guess(struct trace_log *log, const char *text,
                          const char *category);

/* Return the number of the name "name" at "place": another one if "log" is read
 * by places. */
uint32_t trace_name_at(struct trace_log *log, uint32_t name,
                       const struct trace_place *place);

/* Return the number of a new actor of "log" called "name". */
uint32_t trace_actor_add(struct trace_log *log, const char *name);

/* Add "event" to "log". */
void trace_add(struct trace_log *log, const struct trace_event *event);

/* Put all events of "log" in order, or pass on what is still in the window. */
void trace_log_end(struct trace_log *log);

/* Return a number for a message of the parts "a" and "b", never 0. */
uint64_t trace_id(uint64_t a, uint64_t b);

/* Return the name of actor "i" of "log", in memory of its context. */
const char *trace_actor_name(const struct trace_log *log, size_t i);
