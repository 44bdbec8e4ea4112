/* Work that shares the bandwidth of memory with other work. */
#pragma once

#include "base/list.h"

/* Work that needs "move" seconds of the bandwidth that one core has of the
 * level of memory number "level" beside "compute" seconds of anything else: it
 * takes the longer of both, and more where cores share bandwidth. */
struct lcm_piece {
  double compute;
  double move;
  size_t level;
};

/* Pieces of different proportions. */
struct lcm_pieces {
  struct lcm_piece *at;
  size_t n;
  size_t cap;
};

/* Who moves bytes in a run. */
struct lcm_run_bandwidth {
  /* how many processors at the same time; 0: the active members of the team */
  double movers;
  /* where work that shares bandwidth is noted instead of the excess it would
   * cost; NULL: it costs it */
  struct lcm_pieces *pieces;
};
