/* Crossovers between neighbouring points with different winners.  Times of
 * variants on a line of the grid, and crossovers on it. */
#pragma once

#include "study/compare/comparing.h"

/* Add the crossovers between "low" and the value of "crossing" on the line
 * through "point", between which the winner changes as it says. */
void lcm_comparing_refine(struct lcm_comparing *c, size_t point,
                          const struct lcm_crossing *crossing, double low);

/* Find the crossovers of "line" that the winners at its points show. */
void lcm_comparing_search(struct lcm_comparing *c,
                          const struct lcm_comparing_line *line);

/* Add "crossing" on the line through "point". */
void lcm_comparing_add(struct lcm_comparing *c, size_t point,
                       const struct lcm_crossing *crossing);

/* Return whether the axis counts processors, or something in a model, so that
 * there is nothing between whole numbers. */
bool lcm_comparing_is_whole(const struct lcm_comparing *c);

/* Put the time of variant "v" at "n" values "x" of the axis, the rest being as
 * at "point", into "times"; NaN where there is none. */
void lcm_comparing_times(double *times, struct lcm_comparing *c, size_t v,
                         size_t point, const double *x, size_t n);
