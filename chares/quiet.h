/* Detection of quiescence: two phases on a spanning tree (thesis, 3.3). */
#pragma once

#include "chares/types.h"

/* Process "message" about quiescence. */
void lcm_md_quiet_message(md *m, md_message *message);

/* "m" has nothing to do now. */
void lcm_md_quiet_idle(md *m);

/* Begin the first phase, on the root. */
void lcm_md_quiet_again(md *m);
