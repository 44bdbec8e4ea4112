/* Crossovers between neighbouring points with different winners. */
#pragma once

#include "study/compare/comparing.h"

/* Add the crossovers between "low" and the value of "crossing" on the line
 * through "point", between which the winner changes as it says. */
void lcm_comparing_refine(struct lcm_comparing *c, size_t point,
                          const struct lcm_crossing *crossing, double low);

/* Find the crossovers of "line" that the winners at its points show. */
void lcm_comparing_search(struct lcm_comparing *c,
                          const struct lcm_comparing_line *line);
