/* When the statements of a part with signals and waits end. */
#pragma once

#include "composer/bound/evaluation.h"

/* When the "n" statements of a part end, in the order in which they stand in
 * it, and which determine its end.  A statement is the begin of the part, the
 * begin and the join of a parallel part with signals, a signal, a wait, and a
 * part without either that takes time. */
struct lcm_bound_times {
  double *ends;
  bool *critical;
  size_t n;
};

/* Return the time of "node" with signals and waits and without contention (van
 * Gemund 1996, 3.1 to 3.3), which begins when the clock of "run" is "since":
 * what was true by then stays so.  A circle of waits ends the evaluation. */
double lcm_bound_events(struct lcm_bound_run *run, const lcm_node *node,
                        size_t since);

/* The same of the whole model: a wait that nothing signals ends it too. */
double lcm_bound_all_events(struct lcm_bound_run *run, const lcm_node *node);

/* Put the times of the statements of "node", the whole, into "*out". */
void lcm_bound_event_times(struct lcm_bound_times *out,
                           struct lcm_bound_run *run, const lcm_node *node);
