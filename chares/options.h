/* How a run is to be: what its caller says, and the environment. */
#pragma once

#include "chares/types.h"

/* Complete the options of "run" from the environment, and find what they name.
 * Return 0, or -1 with a message on stderr. */
int lcm_md_options(struct md_run *run);
