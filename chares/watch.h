/* A watch over entries that never end. */
#pragma once

#include "chares/types.h"

/* Begin to watch "run"; end that. */
void lcm_md_watch_begin(struct md_run *run);
void lcm_md_watch_end(struct md_run *run);
