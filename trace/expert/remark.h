/* Remarks: something that costs time in a run, and about how much. */
#pragma once

#include "trace/chain.h"
#include "trace/pattern.h"

/* Something found: about a name ("" where it is about none), how much it costs,
 * and what its text says besides. */
struct trace_remark {
  const char *id;
  const char *name;
  double gain; /* seconds of the elapsed time */
  double numbers[3];
  const char *word; /* what to do, NULL: nothing by name */
  /* the run takes so long with it where its tasks were done once more; 0: they
   * were not */
  double time;
};

/* What the search goes by. */
struct trace_expert {
  const struct trace_walk *walk;
  const struct trace_phases *phases;
  const struct trace_groups *groups;
  const struct trace_chain *chain;
  size_t p;           /* actors */
  double cost;        /* of a message: processor time at both ends */
  double latency;     /* of a message, NaN where it is not known */
  double per_byte;    /* likewise */
  double utilization; /* phases that use less are looked into */
  double share;       /* of all in a phase: remarks of less are dropped */
  size_t link;        /* of the chain, the next to be looked at */
  uint32_t *first;    /* of each phase, its first task, and behind the last */
  LCM_LIST(struct trace_remark) of_phase; /* those of the phase in work */
  LCM_LIST(struct trace_remark) all;
};

/* Add a remark about the phase in work, unless it gains nothing. */
void trace_remark_add(struct trace_expert *x, const struct trace_remark *r);

/* Return what the tasks of phase "phase" that overlap the time "between" two
 * moments do of it at most on one actor, those of "name" and of "actor" not
 * counted (definition 13). */
double trace_overlap(const struct trace_expert *x, uint32_t phase,
                     const double between[2], const uint32_t but[2]);
