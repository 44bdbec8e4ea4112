/* What is wrong in entries of chares. */
#pragma once

#include "analyzer/lower/chares/chares.h"

/* Report the loops in which entries stay for ever. */
void lcm_chare_check(struct lcm_lowering *l);
