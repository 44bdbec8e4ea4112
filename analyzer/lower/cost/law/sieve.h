/* Sieves: how many numbers have not been crossed out. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return how likely the condition of the `if` "choice" holds where it asks
 * whether a number has been crossed out, and what follows if not crosses its
 * multiples out, on average over these; 0 for other conditions. */
double lcm_sieve_chance(struct lcm_lowering *l, const lcm_ast *choice);
