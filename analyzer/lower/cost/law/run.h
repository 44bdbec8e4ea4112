/* Executes the code of a loop. */
#pragma once

#include "analyzer/lower/cost/law/code.h"

/* An execution of the loop of "play". */
struct lcm_rerun_run {
  const struct lcm_rerun_loop *play;
  long long *values;         /* of its slots */
  bool *known;               /* whether these are */
  unsigned long long random; /* where numbers drawn at random go on */
  long left;                 /* steps that may still be made */
  long trips;                /* of the loop that is asked for, so far */
  long entries;              /* and how often it was begun */
  bool lost; /* its end hangs on what is not known, or it takes too long */
};

/* Return the next number that is drawn at random. */
unsigned long long lcm_rerun_draw(struct lcm_rerun_run *run);

/* Execute the loop.  Where data decide whether it is left that are not known,
 * it is not; other choices go either way, as often as not. */
void lcm_rerun_execute(struct lcm_rerun_run *run);
