/* Variables whose values are known wherever they are used. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Find, for the variables of "function" that are set where their values could
 * not be followed, whether each use comes behind what sets them, in the same
 * block or one around: then nothing is lost. */
void lcm_cover_locals(struct lcm_lowering *l, const lcm_ast *function);

/* Return whether what statements inside of the branch "branch" give to "local",
 * which is covered, may be read behind it. */
bool lcm_cover_leaks(struct lcm_lowering *l, const struct lcm_local *local,
                     const lcm_ast *branch);

/* Return whether the update "update", `x++`, of a variable of the function can
 * be followed: no loop counts by it, and no directive stands before it. */
bool lcm_cover_follows(struct lcm_lowering *l, const lcm_ast *update);
