/* What entries are told of messages, as far as anything hangs on it. */
#pragma once

#include "analyzer/lower/chares/chares.h"

/* Let calls of functions that entries execute give no values to parameters on
 * which no cost, count or condition hangs: messages that differ only in them
 * are the same for predictions. */
void lcm_chare_prune(struct lcm_lowering *l);
