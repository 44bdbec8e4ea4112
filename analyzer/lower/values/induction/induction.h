/* Variables that each round of a loop moves in the same way (induction
 * variables), and what loops leave in variables. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return whether the loop "loop" moves the variable of the function with the
 * key "key" by statements that always stand in its rounds: by additions,
 * products or quotients alone, as far as can be said before values are read.
 * The one that the loop counts by is none of these in its rounds. */
bool lcm_induction_moves(struct lcm_lowering *l, const lcm_ast *loop,
                         const char *key);

/* Note what "relied" says. */
void lcm_induction_rely(struct lcm_lowering *l,
                        const struct lcm_relied *relied);

/* Let those variables of the function be lost of which the loops that were
 * noted make what is not known; return whether there were any.  It is called
 * when the values of all variables have been read. */
bool lcm_induction_check(struct lcm_lowering *l);

/* Put what the variables hold at the beginning of a round of the loop "loop",
 * or "behind" the loop, that have been noted for it and are followed, into
 * "*out", in terms of what variables hold before the loop and, in a round, of
 * the index; return how many there are. */
size_t lcm_induction_held(const struct lcm_subst **out, struct lcm_lowering *l,
                          const lcm_ast *loop, bool behind);
