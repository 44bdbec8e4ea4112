/* Who executes the nodes of a parallel region, and when. */
#pragma once

#include "model/edit/race/types.h"

/* A node around what is executed. */
struct lcm_race_level {
  const lcm_node *node;
  struct lcm_race_at inside;   /* for what is in it */
  struct lcm_race_loop *loop;  /* that it is, or NULL */
  struct lcm_race_locks locks; /* that were held before it */
  unsigned place;
  /* which alternative of a branch is taken; SIZE_MAX: nobody knows */
  size_t taken;
  /* the conditions of the alternatives of a branch, as far as names are known
   * before it; NULL: it has none */
  const lcm_expr **conditions;
};

/* A walk through a region. */
struct lcm_race_watch {
  lcm_ctx *ctx;
  const lcm_program *program;
  const lcm_function *function; /* in which the region is */
  const lcm_node *region;
  bool by_hand;               /* its threads are started by calls */
  struct lcm_race_at outside; /* where what is not in anything stands */
  struct lcm_edit_accesses *out;
  struct lcm_edit_watch told; /* by which it is told of nodes */
  LCM_LIST(struct lcm_race_level)
  levels; /* the nodes around, outermost first */
  struct lcm_race_tasks tasks;
  LCM_LIST(const lcm_node *) nodes; /* all that are executed */
  LCM_LIST(const char *) numbers;   /* names of the number of the thread */
  struct lcm_race_locks locks;
  /* the loops whose iterations execute a part in their order */
  LCM_LIST(const struct lcm_race_loop *) ordered;
  /* the loops of which nobody knows how often they are executed and in which
   * something is updated, the innermost of each */
  LCM_LIST(const struct lcm_race_loop *) repeated;
  /* the loops, or the region, in which something is not seen through */
  LCM_LIST(const lcm_node *) unseen;
  unsigned phase;
  unsigned place;
  unsigned waits; /* how often all tasks were waited for */
  /* threads wait for each other in other ways than by barriers and locks, or
   * something is not seen through: nothing can be said */
  bool lost;
};

/* Let "watch", which says which region it is of, see the walk of "out" through
 * that. */
void lcm_race_watch_start(struct lcm_race_watch *watch,
                          struct lcm_edit_accesses *out);
