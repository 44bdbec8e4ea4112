/* Where new chares go: the strategies that there are. */
#pragma once

#include "chares/types.h"

/* Return the strategy called "name"; NULL: there is none. */
const struct md_strategy *lcm_md_strategy(const char *name);

/* Put their names into "text", of "size" bytes. */
void lcm_md_strategies(char *text, size_t size);

/* Read for "run" where the creations in the trace "path" went; return NULL, or
 * what is wrong. */
const char *lcm_md_replay_read(struct md_run *run, const char *path);
