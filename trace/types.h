/* What is known of a trace. */
#pragma once

#include "model/results/results.h"

/* How the tasks of a trace are to be done once more. */
struct lcm_trace_replaying {
  int processors;        /* 0: as many as there were */
  const char *placement; /* a strategy of md.h; NULL: where they were */
  /* as in md.h; NULL: as it was, and where neither that nor the processors are
   * others, each does its tasks in the order in which it did them */
  const char *queue;
  const char *machine; /* as in md.h; NULL: as it was; threads: "zero" */
  double latency;      /* seconds; NaN: that of the machine */
  /* "TEXT = FACTOR, ...": what has TEXT in its name takes FACTOR times as long;
   * NULL: as long as it did */
  const char *scale;
  double bytes;  /* so many times larger messages are */
  double period; /* between reports to managers; 0: as in md.h */
};

/* Which part of a run is asked for. */
struct lcm_trace_selecting {
  const char *actors; /* names or numbers, between commas; NULL: all */
  /* what has one of these in its name, or is at FILE:LINE or FILE:FIRST-LAST,
   * between commas; NULL: all, and time in nothing */
  const char *names;
  double from; /* seconds since the begin of the run */
  double to;
};

/* How a trace is read. */
struct lcm_trace_options {
  size_t memory;       /* bytes that events and messages may take; 0: 1 GiB */
  bool repair;         /* clocks are moved until messages go forward */
  double perturbation; /* seconds that writing an event took; 0: none */
  double latency;      /* seconds that a message takes at least */
  double utilization;  /* phases that use less are looked into; 0: 0.75 */
  double share;        /* findings that are less of all are left out; 0: 0.2 */
  bool timeline;       /* what actors do when is kept */
  size_t steps;        /* timesteps that are looked at; 0: none */
  const struct lcm_trace_replaying *replay; /* NULL: it is not replayed */
  const struct lcm_trace_selecting *select; /* NULL: all is shown alone */
};

/* What is known of an entry point, call site or state. */
struct lcm_trace_entry {
  const char *name;
  const char *cat; /* the word of the category of its time */
  double calls;
  double time; /* without what is inside it */
  double longest;
  double sent;
  double received;
  double bytes_sent;
  double bytes_received;
  double depth; /* its largest logical depth */
};

/* What happens between two separation points. */
struct lcm_trace_phase {
  double begin;
  double end;
  double tasks;
  double work;      /* processor-seconds of the program's work */
  const char *name; /* what most of them are of; NULL: none */
};

/* A link of the last-event chain: an actor from begin to end, and the message
 * by which it went on to the next link. */
struct lcm_trace_link {
  const char *actor;
  const char *name; /* what it does most; NULL: nothing */
  double begin;
  double end;
  double idle; /* of this time: in nothing, as before the actor's first slice */
  double way;  /* from the end until the message is there; NaN for the last */
  double wait; /* and until it is processed */
};

/* A pattern of messages (Sinha 1994, 5.4). */
struct lcm_trace_pattern {
  const char *name; /* of the entry point */
  const char *pattern;
  size_t phases;   /* in how many it is found */
  double messages; /* of these */
};

/* Something that costs time. */
struct lcm_trace_finding {
  const char *id;
  const char *text;
  double gain;  /* seconds of the elapsed time, about */
  double share; /* of all findings */
};

/* What an actor did with its time, by category. */
struct lcm_trace_actor {
  const char *name;
  const double *cats;
};

/* What doing the tasks of a trace once more, simulated, took. */
struct lcm_trace_replay {
  double time;
  double measured; /* the time of the trace */
  double processors;
  const char *placement;
  const char *queue;
  const char *machine;
  double latency; /* of a message there, in seconds */
  double work;    /* processor-seconds of entries, without sending */
  double tasks;
  double remote;      /* messages that went to another processor */
  double quiet;       /* tasks that quiescence, not a message, began */
  double untriggered; /* tasks of which the trace does not say what did */
  const char *scale;  /* as it was asked for, or NULL */
  double bytes;
  bool anywhere; /* that any processor can do any task is taken for granted */
};

/* Why an actor is idle, in message-driven programs. */
enum lcm_trace_idle {
  LCM_TRACE_IDLE_QUEUED, /* messages wait, in other queues than its own */
  LCM_TRACE_IDLE_EMPTY,  /* all queues are empty, and others work */
  LCM_TRACE_IDLE_ALL,    /* nobody works */
  LCM_TRACE_IDLES
};

/* The part of a run that was asked for. */
struct lcm_trace_selected {
  double from;
  double to;
  const char *names; /* as was asked for, or NULL */
  const struct lcm_trace_actor *actors;
  size_t n_actors;
  const double *by_cat; /* processor-seconds */
  double time;          /* their sum */
  bool queues;          /* "idle" is known */
  double idle[LCM_TRACE_IDLES];
};

/* What happens in a timestep, of an entry or of all. */
struct lcm_trace_moments {
  double working;   /* actors that do the program's work, in the mean */
  double waiting;   /* messages that have come and nobody has begun, likewise */
  double created;   /* messages for it; of MPI and the like: that it sends */
  double processed; /* what begins in it */
};

/* What happens in "n" equal timesteps. */
struct lcm_trace_steps {
  size_t n;
  double length;
  const struct lcm_trace_moments *all;
  const struct lcm_trace_moments *const
      *entries; /* of each entry of the trace */
};

/* What is known of a trace. */
typedef struct lcm_trace {
  const char *file;
  const char *format;
  const char *program; /* NULL: not known */
  double time;         /* from the first event to the last */
  double events;
  double ignored; /* of kinds that have no meaning here */
  double messages;
  double system; /* of those, messages of the library alone */
  double bytes;
  double tachyons; /* messages that came before they were created */
  double removed;  /* tachyons that the repair removed */
  double orphans;  /* messages that came and were never created */
  double stray;    /* ends without a begin */
  double unended;  /* begins without an end */
  double crossed;  /* ends of what is not innermost */
  double disorder; /* events too far out of order, where not all is kept */
  double shift;    /* the largest by which the repair moved a clock */
  bool whole;      /* all was kept: there are phases, chains, patterns */
  const char *const *cats; /* words of the categories */
  const char *const *titles;
  size_t n_cats;
  const double *by_cat; /* processor-seconds */
  double use[LCM_USES];
  const struct lcm_trace_actor *actors;
  size_t n_actors;
  const struct lcm_trace_entry *entries; /* the most time first */
  size_t n_entries;
  const struct lcm_trace_phase *phases;
  size_t n_phases;
  const struct lcm_trace_link *chain;
  size_t n_chain;
  /* time of the chain in tasks, in none, on the way, in queues: all of it */
  double chain_work;
  double chain_idle;
  double chain_way;
  double chain_wait;
  const struct lcm_trace_pattern *patterns;
  size_t n_patterns;
  const struct lcm_trace_finding *findings;
  size_t n_findings;
  const lcm_timetable *timetable;            /* NULL: not asked for */
  const struct lcm_trace_replay *replay;     /* NULL: not asked for */
  const struct lcm_trace_selected *selected; /* NULL: not asked for */
  const struct lcm_trace_steps *steps;       /* NULL: not asked for */
} lcm_trace;
