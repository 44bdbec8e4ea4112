/* What tasks with the same values of names do is written down once. */
#pragma once

#include "composer/engine/events.h"

/* A task that is being written down: what its script depends on, and what had
 * been noted before. */
struct lcm_script_key {
  const lcm_node *node;
  double weight;
  bool open; /* its script may stand for others */
  uint64_t hash;
  size_t steps;
  size_t turns;
  size_t n_bound;
  size_t n_met;
  double *demands;
  size_t n_demands;
};

/* Begin to write down the task "node" in "key", to be executed by "weight"
 * processors; return the script of an equal one, NULL where it has to be
 * written. */
const lcm_script *lcm_script_find(struct lcm_script_key *key,
                                  struct lcm_world *w, const lcm_node *node,
                                  double weight);

/* Keep "script", which is written for "key", for equal ones. */
void lcm_script_keep(const struct lcm_script_key *key, struct lcm_world *w,
                     const lcm_script *script);
