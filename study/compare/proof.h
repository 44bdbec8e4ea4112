/* Finding all crossovers of a line, with a proof: whole numbers one by one,
 * else bounds of intervals. */
#pragma once

#include "study/compare/comparing.h"

/* Find all crossovers of "line"; false, and nothing found, where it cannot be
 * proved that these are all. */
bool lcm_comparing_prove(struct lcm_comparing *c,
                         const struct lcm_comparing_line *line);
