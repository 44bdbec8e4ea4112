/* Searching forms max(k1 x + k2, k3), constant up to some value. */
#pragma once

#include "fit/search/search.h"

/* Add the thresholds max(k1*x + k2, k3) over "space" to "found". */
void lcm_fit_search_thresholds(lcm_fit_found_list *found,
                               const struct lcm_fit_space *space);

/* Put the different values of variable "axis" at "points" into "values", of
 * which there is room for each group, ascending; return how many. */
size_t lcm_fit_values(double *values, const struct lcm_fit_points *points,
                      size_t axis);
