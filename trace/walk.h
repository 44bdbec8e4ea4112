/* Goes once through the events of a trace, in the order of time: where the time
 * of each actor goes, what each name has of it, and messages. */
#pragma once

#include "trace/category.h"
#include "trace/graph.h"
#include "trace/log.h"
#include "trace/table.h"

/* What is known of a name. */
struct trace_entry {
  uint64_t calls;
  double time; /* without what is inside it */
  double longest;
  uint64_t sent;
  uint64_t received;
  double bytes_sent;
  double bytes_received;
  uint32_t depth; /* the largest logical depth, of message-driven programs */
};

/* Something that an actor is in. */
struct trace_open {
  uint32_t name;
  uint32_t task; /* in the graph, or TRACE_NONE */
  double begin;
  double self;
  double sent; /* of the last message taken in it, or NaN */
};

/* An actor as the walk has it. */
struct trace_acting {
  LCM_LIST(struct trace_open) open;
  double since;   /* what came before is accounted for */
  double scarce;  /* "scarce" of the walk at the end of the last task */
  double gap;     /* when the gap before what is open began; NaN: none */
  double gap_end; /* gap_end, until: when it ended, and "scarce" then */
  double until;
  uint32_t last;      /* the name that ended last */
  uint32_t last_task; /* and the task */
  double cats[TRACE_CATS];
  double busy; /* time in tasks */
};

/* What takes intervals as they become known, in the order of time for each
 * actor. */
struct trace_spans {
  void (*take)(void *user, uint32_t actor, const double between[2],
               uint32_t name, unsigned cat);
  void *user;
};

/* The walk. */
struct trace_walk {
  struct trace_log *log;
  struct trace_graph *graph;       /* is made, too; or NULL */
  const struct trace_spans *spans; /* or NULL */
  LCM_LIST(struct trace_acting) actors;
  LCM_LIST(struct trace_entry) entries; /* by name */
  struct trace_table messages; /* a: created, b: "scarce" then, c: bytes, x: in
                                  the graph, y: whether it was begun */
  struct trace_table arrivals; /* of a message at an actor; a: sent, b: came */
  double begin;                /* begin, end: of the trace */
  double end;
  double now;
  double scarce;    /* seconds until now in which work was there to be done */
  int64_t waiting;  /* messages that nobody has begun yet */
  size_t working;   /* actors that do something */
  uint64_t n;       /* events */
  uint64_t created; /* messages of the program, of the system */
  uint64_t system;
  double bytes;
  uint64_t tachyons; /* messages that came before they were created */
  uint64_t orphans;  /* messages that came and were never created */
  uint64_t stray;    /* ends without a begin */
  uint64_t crossed;  /* ends of something that is not innermost */
  uint64_t unended;  /* begins without an end */
  bool failed;       /* the system had no memory for all */
};

/* Take "event" into "walk". */
void trace_walk_take(struct trace_walk *walk, const struct trace_event *event);

/* All events were taken. */
void trace_walk_end(struct trace_walk *walk);

/* Free what "walk" has besides its graph. */
void trace_walk_free(struct trace_walk *walk);
