/* Variables at file scope that `main` sets once, before anything reads them. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Note what those of the file hold in l->globals.once, once what its functions
 * change is noted. */
void lcm_once_find(struct lcm_lowering *l);
