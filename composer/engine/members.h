/* Teams at work: clocks of their members, tasks that wait to be run. */
#pragma once

#include "composer/engine/record/notes.h"
#include "composer/engine/record/outcome.h"

/* A name of the team's code whose value differs by member: what it is for each,
 * NaN where that is not known; NULL while one member is being followed, to
 * which the name is bound already. */
struct lcm_member_value {
  const char *name;
  const double *values;
};

/* A task that was made and waits to be run. */
struct lcm_pool_task {
  struct lcm_outcome outcome;
  /* when it was made */
  double ready;
  /* how many equal ones it stands for */
  double count;
  /* of who made it */
  struct lcm_trail *trail;
  /* its own */
  size_t record;
  /* keys of its `depend` items; writes[i]: item i is out or inout */
  const char *const *depends;
  const bool *writes;
  size_t n_depends;
};

/* A team at work. */
struct lcm_team {
  /* members, of "weight" processors each */
  size_t k;
  double weight;
  /* of the members */
  double *clocks;
  /* what each has spent */
  struct lcm_outcome *sums;
  /* members that execute now; NULL: all */
  const bool *active;
  /* tasks made and not yet run */
  LCM_LIST(struct lcm_pool_task) pool;
  /* of the members since they were all at one place last */
  struct lcm_trail **trails;
  /* the record around */
  size_t top;
};

/* Units of code executed at the same time. */
struct lcm_units {
  /* "n" of them; NULL: nothing */
  const lcm_node *const *nodes;
  size_t n;
  /* unit i is executed by weights[i] processors */
  const double *weights;
  /* unit i goes on from clocks[i], which becomes its end */
  double *clocks;
  /* what each has spent */
  struct lcm_outcome *sums;
  /* they need not be followed */
  bool may_fail;
};
