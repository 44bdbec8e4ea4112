/* Whether a change of the number of threads leaves the work as it is. */
#pragma once

#include "study/advise/advising.h"

/* Return whether "trial", one way to do "c", does all of the work that was done
 * before, where it changes how many threads share it: what only some of the
 * threads do is lost otherwise, and no gain. */
bool lcm_advise_keeps_work(struct lcm_advising *a,
                           const struct lcm_candidate *c,
                           const struct lcm_trial *trial);
