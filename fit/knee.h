/* Where the behaviour of a quantity changes. */
#pragma once

#include "fit/points.h"

/* Return the number of the group from which on "points", of one variable, go on
 * by another curve, where that is clear: "fitted" is what the model of all says
 * of each group.  0: nothing is clear. */
size_t lcm_fit_knee(const struct lcm_fit_points *points, const double *fitted);
