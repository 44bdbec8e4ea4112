/* How often loops run and how they are walked, and which alternatives branches
 * take. */
#pragma once

#include "composer/engine/run.h"

/* How a loop is walked. */
struct lcm_walk {
  double count;      /* its iterations */
  const char *index; /* to bind, NULL where there is none */
  /* from, stride: its value at the first step, and how it grows; "factor": by
   * what it is multiplied, or divided where it is below 0, 0 for neither */
  double from;
  double stride;
  double factor;
  /* how many are taken, each standing for "each" iterations: all where they
   * differ and are not too many, one where they do not differ */
  double steps;
  double each;
};

/* Return how the loop "node" with the index of "range" (NULL: none) is walked,
 * whose iterations differ where "varies" and otherwise all cost what the
 * middle one does. */
struct lcm_walk lcm_run_walk_of(struct lcm_run *run, const lcm_node *node,
                                const lcm_iteration *range, bool varies);

/* Return how the sequential loop "node" is walked. */
struct lcm_walk lcm_run_walk(struct lcm_run *run, const lcm_node *node);

/* Bind the index for step "i" of "walk". */
void lcm_run_step(struct lcm_run *run, const struct lcm_walk *walk, double i);

/* Return the number of iterations of the loop "node"; 1 and a note where it is
 * unknown. */
double lcm_run_count(struct lcm_run *run, const lcm_node *node);

/* Return the probability of alternative "i" of "node". */
double lcm_run_chance(struct lcm_run *run, const lcm_node *node, size_t i);

/* Return the index of the alternative of the branch "node" that is taken, or
 * (size_t)-1 for none; "*random" where probabilities decide. */
size_t lcm_run_taken(struct lcm_run *run, const lcm_node *node, bool *random);

/* Put what the conditions of "turns", at most 64, come to for the iteration
 * whose index is bound into "*key", a bit each; false: that is not known. */
bool lcm_run_turns_key(uint64_t *key, struct lcm_run *run,
                       const struct lcm_turns *turns);

/* Return the one message in "node", which is not in a function that it calls;
 * NULL where there are more ("*n", 0 before, is at least 2 then) or none. */
const lcm_node *lcm_run_only_message(struct lcm_run *run, const lcm_node *node,
                                     size_t *n);

/* Return whether the loop "node" ends when the one thing that its only message
 * looks for is done or there. */
bool lcm_run_polls(struct lcm_run *run, const lcm_node *node);

/* Return whether it is known how often the loop "node" runs. */
bool lcm_run_knows_count(struct lcm_run *run, const lcm_node *node);
