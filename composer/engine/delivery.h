/* Making tasks: what it costs, which are messages of chares, and whether they
 * are executed at once. */
#pragma once

#include "composer/engine/run.h"

/* What a task costs beside what it does, in seconds.  Where it is a message, it
 * goes to another member of the team with the chance that there is for it. */
struct lcm_delivery {
  double make;    /* its maker */
  double send;    /* its maker, for the message */
  double begin;   /* who runs it */
  double receive; /* the same, for the message */
  double flight;  /* before it can be run: nobody's time */
};

/* Return what the TASK "node" costs in a team of "k": of 1 where it is
 * executed at once, for which nothing is shared with others. */
struct lcm_delivery lcm_run_delivery(struct lcm_run *run, const lcm_node *node,
                                     double k);

/* Return whether who makes the tasks of "node" executes them at once by its own
 * clause; the maker being a final task is another reason.  An unknown clause
 * defers, and the assumption is noted in "run". */
bool lcm_run_undeferred(struct lcm_run *run, const lcm_node *node);

/* Return whether the tasks that "node" makes are final by its own clause. */
bool lcm_run_final(struct lcm_run *run, const lcm_node *node);

/* Return a number that stands for what the present function, if messages lead
 * from it to itself, was told by the last of them: branches by chance take
 * turns at each level of a tree of chares for itself.  0 elsewhere. */
double lcm_run_level(struct lcm_run *run);
