/* Calls with the same arguments, of functions in which nothing happens at the
 * same time as anything else, are executed once where nobody asks for what is
 * in each of them. */
#pragma once

#include "composer/engine/run.h"

/* What a call comes to: an outcome, or numbers that say how long its paths
 * are. */
struct lcm_recalled {
  struct lcm_outcome outcome;
  double paths[4];
};

/* A call that has been entered by "run", to be executed by a crew of "w"
 * ("span": of which the span is asked for). */
struct lcm_recall_call {
  const lcm_node *node; /* the call */
  const lcm_node *body; /* of what it calls */
  double w;
  bool span;
  bool open;     /* it may be remembered */
  uint64_t hash; /* of what it depends on */
};

/* Return whether "body" comes to the same whenever its names have the same
 * values: what its processors do is all its own. */
bool lcm_run_is_plain(struct lcm_run *run, const lcm_node *body);

/* Return whether "body", which "node" executes, comes to the same whenever its
 * names have the same values, and nothing is noted of each time. */
bool lcm_run_is_repeatable(struct lcm_run *run, const lcm_node *node,
                           const lcm_node *body);

/* Begin with "call", whose fields up to "span" are set; return what it came to
 * before, NULL where it has to be executed. */
const struct lcm_recalled *lcm_recall(struct lcm_run *run,
                                      struct lcm_recall_call *call);

/* Remember that "call" came to "what", the names of "run" having the same
 * values as when it began. */
void lcm_remember(struct lcm_run *run, const struct lcm_recall_call *call,
                  const struct lcm_recalled *what);
