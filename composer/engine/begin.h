/* How a run at a point begins: with which values of names. */
#pragma once

#include "composer/engine/run.h"

/* Where a run is to be. */
struct lcm_run_place {
  size_t i; /* number of the point */
  double w; /* processors */
  /* by how much coefficients are more than they are; NULL: by nothing */
  const double *moves;
};

/* Make "run" ready to execute what "setup" says at "place". */
void lcm_run_begin(struct lcm_run *run, const struct lcm_setup *setup,
                   const struct lcm_run_place *place);
