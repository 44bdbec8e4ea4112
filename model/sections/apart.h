/* Accesses that cannot meet, found without isl. */
#pragma once

#include "model/sections/meet.h"

/* Return whether the executions of "sides" that are related as "pairing" says
 * certainly touch different elements: a subscript has another value on each
 * side, or indices that have to be different are equal.  false: nobody knows
 * yet. */
bool lcm_sections_apart(lcm_ctx *ctx, const struct lcm_side sides[2],
                        const struct lcm_pairing *pairing);
