/* Times of events as they would be on one clock, and without the time that
 * writing them took (Sinha 1994, 4.2 and 4.3). */
#pragma once

#include "trace/log.h"

/* What is to be done. */
struct trace_repair {
  double overhead; /* seconds that writing an event took */
  double latency;  /* that a message from one actor to another takes at least */
  /* tachyons, shift, forced: what was done: messages that came before they were
   * created, or before they left; by how much a clock was moved at most; events
   * that wait for each other in a circle, so that some came too early still */
  size_t tachyons;
  double shift;
  size_t forced;
  bool failed; /* the system had no memory */
};

/* Move the events of "log", which has all of them in order: the order on each
 * actor stays, what one does takes as long as before, less the overhead of each
 * event, and no message comes before it was sent. */
void trace_repair(struct trace_log *log, struct trace_repair *how);
