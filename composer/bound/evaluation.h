/* An evaluation at one point, in numbers. */
#pragma once

#include "composer/bound/demand.h"
#include "composer/bound/names.h"
#include "model/results/results.h"

/* A part of the pattern of (3.16): "count" times a delay, then uses of "n"
 * resources, each once; n = 0: a delay alone.  One use stands in "first", more
 * at "uses". */
struct lcm_bound_cycle {
  bool is;
  double count;
  double delay;
  size_t n;
  struct lcm_bound_use first;
  const struct lcm_bound_use *uses;
};

/* What a part does with a condition. */
struct lcm_bound_sync {
  size_t condition;
  bool signals;
  bool waits;
};

/* What an execution of a part takes, without others.
 * phi .. estimates   as in lcm_bound_result, with work the sum of all
 *           delays; skewed and barriers are the time where nothing applies,
 *           which has_skew and has_barrier tell */
struct lcm_bound_value {
  double phi;
  double time;
  double skewed;
  double barriers;
  double work;
  double upper;
  double conjecture;
  double estimates[LCM_CONTENTION_COUNT];
  double width; /* processes that it has at a time, at most */
  /* how often it uses single resources, each once a turn, without delays; 0: it
   * is not of that form */
  double turns;
  struct lcm_bound_demands *demands;
  LCM_LIST(struct lcm_bound_sync) syncs; /* its conditions */
  struct lcm_bound_cycle cycle;
  /* the resource shared by all that it begins to use at once, and for how
   * long */
  size_t head;
  double head_time;
  /* the resource that takes most of the time, bind_time how much */
  size_t binds;
  double bind_time;
  bool has_skew;
  bool has_barrier;
  bool random;
  bool nested; /* holds resources while it does other things */
  /* parts of it that run at the same time use the same resource */
  bool contended;
  bool shared;
};

/* Branches of a parallel part being joined. */
struct lcm_bound_fork {
  /* the value so far: phi, time, skewed, barriers are maxima */
  struct lcm_bound_value *all;
  double branches; /* how many there are */
  size_t since;    /* the clock of the run when it began */
  bool overlap;    /* a resource occurs in several */
  bool joined;     /* a signal of one reaches a wait of another */
  bool cycles;     /* all have the cycle "cycle" */
  bool heads;      /* all have the head of "all" */
  struct lcm_bound_cycle cycle;
  double phis;  /* the critical paths of all branches, added up */
  double turns; /* those of each branch; 0: they differ, or are too many */
  LCM_LIST(struct lcm_bound_use) uses;
  /* demands of the branches as long as they have turns */
  LCM_LIST(size_t) rows;
  LCM_LIST(struct lcm_bound_met) met;
  lcm_map met_at;
};

/* In which branch a condition was met: signalled, waited for; "many" where in
 * several.  "signallers": how many statements signal it. */
struct lcm_bound_met {
  size_t condition;
  double signals;
  double waits;
  double signallers;
};

/* A value kept for a node and the values of its free names. */
struct lcm_bound_memo {
  const lcm_node *node;
  const double *names;
  size_t n;
  struct lcm_bound_value *value;
};

/* A resource of a run.  "scalar" is its element where it is no array. */
struct lcm_bound_resource {
  const lcm_resource *of;
  const double *low;
  const double *high;
  size_t scalar;
  lcm_map elements;
};

/* An evaluation at one point.
 * tainted   beside the stack: the value is random; lost: nothing can be said
 *           of the value */
struct lcm_bound_run {
  /* the time of a part whose branches conditions join (lcm_bound_events) */
  double (*joined)(struct lcm_bound_run *run, const lcm_node *node,
                   size_t since);
  lcm_ctx *ctx;
  const lcm_program *program;
  struct lcm_bound_table *table;
  struct lcm_bound_pool pool;
  /* names and values: those of the function begin at "base", with the "globals"
   * first in each */
  LCM_LIST(lcm_binding) stack;
  LCM_LIST(unsigned char) marks;
  size_t base;
  size_t globals;
  LCM_LIST(struct lcm_bound_resource) resources;
  lcm_map resource_at;
  LCM_LIST(const char *) conditions;
  lcm_map condition_at;
  LCM_LIST(size_t) signalled;
  /* counts conditions that were made true; "signalled" is what it was for each,
   * 0: not yet */
  size_t clock;
  LCM_LIST(struct lcm_bound_value *) spare;
  struct lcm_bound_memo *memo;
  size_t n_memo;
  size_t memo_cap;
  unsigned long long steps; /* so far; a run ends at max_steps */
  unsigned long long max_steps;
  unsigned contention; /* as in lcm_bound_options */
  unsigned depth;
  bool random_max;
  const char *reason; /* why there is no bound, at which node */
  const lcm_node *at;
  lcm_status status;
};

/* Called for an iteration of the loop "node", which stands for "copies" equal
 * ones. */
typedef void (*lcm_bound_each)(struct lcm_bound_run *run, const lcm_node *node,
                               double copies, void *user);
