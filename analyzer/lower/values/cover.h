/* Variables whose values are known wherever they are used. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Find, for the variables of "function" that are set where their values could
 * not be followed, whether each use comes behind what sets them, in the same
 * block or one around: then nothing is lost. */
void lcm_cover_locals(struct lcm_lowering *l, const lcm_ast *function);
