/* Schedules: what each processor does when, at one point of a prediction. */
#pragma once

#include "model/results/prediction.h"
#include "model/results/tracks.h"

/* What processors are in: a category, or what the user calls a state. */
struct lcm_state {
  const char *name;   /* "pc", "li", ..., or the user's */
  const char *title;  /* "pure computation", ... */
  const char *colour; /* "#rrggbb" or NULL: that of its category */
  size_t cat;         /* the category; of a user's state, LCM_CAT_PC */
};

/* A processor in one state. */
typedef struct lcm_interval {
  size_t processor;
  double start;
  double end;
  /* what it is of: a fragment's name, a callee, the kind of node */
  const char *label;
  const char *place;    /* "file:line", or "" where that is not known */
  const lcm_node *node; /* NULL where it is not known */
  size_t cat;           /* category of the time */
  size_t state;         /* index into the schedule's states */
} lcm_interval;

/* What happens between two moments when all processors synchronize. */
struct lcm_stage {
  const char *label; /* what most of its work is of */
  const char *place;
  const lcm_node *node;
  double start; /* when it is first entered */
  double time;  /* how long all of them last */
  size_t count; /* how many there are of the same kind */
  /* seconds of each processor in which it does what the user wants done:
   * computation, or a state of the user's */
  const double *busy;
  size_t chain; /* the processor on the last-event chain at its end */
};

/* A link of the last-event chain: the processor is on it from start to end. */
struct lcm_link {
  size_t processor;
  double start;
  double end;
  size_t interval; /* the last of its intervals there */
};

/* Arrows of a schedule at most: the first ones, the others are left out. */
enum { LCM_MOST_ARROWS = 100000 };

/* Something that leaves the processor "from" at "begin" and has come to "to" at
 * "end": a message, or that a condition is true. */
struct lcm_arrow {
  size_t from;
  size_t to;
  double begin;
  double end;
  double bytes; /* NAN: it has no size */
  const lcm_node *node;
  const char *label; /* NULL: what "node" is called */
  /* where an interval ends and another begins, it is of the later one */
  bool later;
};

/* A schedule. */
typedef struct lcm_timetable {
  const lcm_grid *grid; /* grid, point: the point that it is of */
  size_t point;
  double time;              /* of the end */
  const char *method;       /* "composition" or "simulation" */
  const char *const *names; /* of the "n_processors" processors */
  /* what each runs, such as "rank 1, thread 0"; NULL, one or all: not known */
  const char *const *actors;
  size_t n_processors;
  /* "n_states": the "n_cats" categories, then the user's */
  const struct lcm_state *states;
  size_t n_states;
  size_t n_cats;
  /* by processor, then by time: those of processor i are from first[i] to
   * first[i + 1] - 1, and cover 0 to time */
  const lcm_interval *intervals;
  size_t n_intervals;
  const size_t *first;
  const double *cats; /* processor-seconds by category */
  double resolution;  /* seconds below which pieces are gathered by category */
  double gathered;    /* processor-seconds that were */
  /* when all processors synchronize, 0 and time among them */
  const double *syncs;
  size_t n_syncs;
  /* between these, of the same kind together, in the order in which they are
   * first entered */
  const struct lcm_stage *stages;
  size_t n_stages;
  /* the last-event chain (Sinha 1994, 5.2), from the start on: from the end
   * back, at each wait by way of the processor that was waited for */
  const struct lcm_link *chain;
  size_t n_chain;
  /* what processors send each other, as far as that is known, by "begin" */
  const struct lcm_arrow *arrows;
  size_t n_arrows;
  bool cut; /* there are more */
} lcm_timetable;

/* Return whether category "cat" is time in which a processor waits or is
 * idle. */
bool lcm_cat_is_idle(size_t cat);

/* To what the time of processors goes: together, processors times time. */
enum lcm_use {
  LCM_USE_WORK,       /* pc */
  LCM_USE_IMBALANCE,  /* li: idle while there is work elsewhere */
  LCM_USE_MESSAGES,   /* cl, sl: messages waited for and dealt with */
  LCM_USE_SEQUENTIAL, /* ip: idle while there is nothing to do */
  LCM_USE_OTHER,      /* what else the profiler knows of */
  LCM_USES
};

/* Return which of them the category "cat" is. */
enum lcm_use lcm_cat_use(size_t cat);

/* Return whether "interval" of "schedule" is what the user wants done:
 * computation, or a state of the user's. */
bool lcm_interval_is_busy(const lcm_timetable *schedule,
                          const lcm_interval *interval);

/* Return the interval of "schedule" that has most of "link". */
const lcm_interval *lcm_link_longest(const lcm_timetable *schedule,
                                     const struct lcm_link *link);

/* Check that the intervals of each processor cover 0 to the end without
 * overlap and that each category comes to what "point" says (NULL: to what the
 * schedule says).  A breach is diagnostic "invariant" at "at" and
 * LCM_ECHECK. */
LCM_NODISCARD lcm_status lcm_timetable_check(lcm_ctx *ctx,
                                             const lcm_timetable *schedule,
                                             const lcm_point *point,
                                             lcm_loc at);

/* Return "schedule" as a viewer shows it: a row for each processor, and behind
 * them, as a process of its own, its last-event chain (memory of "ctx"). */
lcm_tracks lcm_timetable_to_tracks(lcm_ctx *ctx, const lcm_timetable *schedule);
