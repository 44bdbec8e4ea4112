/* The last-event chain: the critical path through the messages of a run. */
#pragma once

#include "trace/walk.h"

/* A link: an actor from begin to end, where message number "receipt"
 * (TRACE_NONE: none) led to it.  Of that time it did nothing for "idle"
 * seconds, as before the first that it does. */
struct trace_link {
  uint32_t actor;
  uint32_t receipt;
  double begin;
  double end;
  double idle;
};

/* Links, from the start of the run to its end. */
struct trace_chain {
  LCM_LIST(struct trace_link) links;
};

/* Find the chain of "walk" (Sinha 1994, 5.2): from what ends last back, at each
 * message that was waited for to where that was created. */
void trace_chain_find(struct trace_chain *out, const struct trace_walk *walk);
