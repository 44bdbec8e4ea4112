/* Trials in which loops of ranks are cut short. */
#pragma once

#include "composer/engine/events.h"

/* How far what goes on alike is followed: "now" of "full" times. */
struct lcm_steady_extent {
  double full;
  double now;
};

/* At most so many extents of a team of ranks are cut short, the outer ones. */
enum { LCM_MOST_EXTENTS = 2 };

/* The time that a rank came to a mark, and from when on the interface of its
 * node is free, no earlier; "inner": the loop goes on behind the mark. */
struct lcm_moment {
  double clock;
  double interface;
  bool inner;
};

/* What ranks have at a mark, all of them together: messages that were sent
 * less those that were received; "ranks": so many have come to it. */
struct lcm_balance {
  double posted;
  size_t ranks;
};

struct lcm_loop_plan;

/* The marks that a rank came to. */
typedef LCM_LIST(struct lcm_moment) lcm_moment_list;

/* Loops that are cut short. */
struct lcm_steady {
  lcm_arena *arena;
  LCM_LIST(struct lcm_loop_plan *) plans;
  struct lcm_steady_extent extents[LCM_MOST_EXTENTS];
  size_t n;
  double base;  /* how far a new extent is followed */
  bool settled; /* no more extents are added */
  /* what the ranks are written down for is the trial number "trial" */
  size_t trial;
  /* of the present rank: as of struct lcm_balance; marks that it has met */
  double posted;
  size_t met;
  LCM_LIST(struct lcm_balance) balances;
  /* some rank has messages on their way at a mark */
  bool open;
  bool unfit; /* it was not played */
  /* by rank: the marks it came to in the play */
  lcm_moment_list *moments;
};
