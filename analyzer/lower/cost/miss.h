/* Jumps that a processor guesses wrong. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return what the `if` or `?:` "choice" weighs beside its operations because
 * the processor guesses wrong which way it goes: half of a jump that was not
 * foreseen where it depends on random numbers, unless a compiler makes moves
 * under a condition of it; else 0. */
double lcm_miss_of(struct lcm_lowering *l, const lcm_ast *choice);
