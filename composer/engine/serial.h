/* Execution of nodes by one crew; loops that are summed. */
#pragma once

#include "composer/engine/run.h"

/* Execute "node" by a crew of "w" processors of which one runs serial code. */
struct lcm_outcome lcm_run_serial(struct lcm_run *run, const lcm_node *node,
                                  double w);

struct lcm_sums;

/* Return what iterations of the loop "node", of which there are "count" and
 * which a crew of "w" executes, cost together in closed form, with the present
 * values of names; NULL where that has none.  What is not known in them is
 * noted. */
const struct lcm_sums *lcm_run_sums(struct lcm_run *run, const lcm_node *node,
                                    double w, double count);

/* Enter a loop of which "n" iterations are executed one by one; return what
 * notes.walked of "run" is to be again after it. */
double lcm_run_walk_more(struct lcm_run *run, double n);

/* Let the records below the open one have what the "count" iterations of the
 * loop "node", by a crew of "w", come to, "all" together: what some of them,
 * evenly spread, come to, made to fit; the demands are not touched. */
void lcm_run_sample(struct lcm_run *run, const lcm_node *node, double w,
                    double count, const struct lcm_outcome *all);

struct lcm_walk;

/* Return how many of the iterations of the loop "node", which is walked as
 * "walk" says, are to stand for all: 0 for all of them, as where models say
 * what things cost. */
double lcm_run_some(struct lcm_run *run, const lcm_node *node,
                    const struct lcm_walk *walk);

/* Return the number of the iteration that is number "i" of the "some" which
 * stand for all of "walk", and put how many it stands for into "*each". */
double lcm_some_at(double *each, const struct lcm_walk *walk, double some,
                   double i);
