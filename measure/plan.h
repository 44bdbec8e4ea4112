/* Which point of a sweep is run next, and how often. */
#pragma once

#include "measure/profile_internal.h"

/* Make the points of "grid" in "plan". */
void profile_plan_make(struct profile_plan *plan, lcm_ctx *ctx,
                       const lcm_grid *grid);

/* Return the point to run next, NULL where none is left.  Every round runs all
 * points that need more runs, in an order of its own, those of one processor
 * first. */
struct profile_point *
profile_plan_next(struct profile_plan *plan,
                  const struct lcm_profile_options *options);

/* Return how many runs are left at least. */
size_t profile_plan_left(const struct profile_plan *plan,
                         const struct lcm_profile_options *options);

/* Return the point of "plan" with the "n" values "params", NULL without. */
struct profile_point *profile_plan_find(const struct profile_plan *plan,
                                        const lcm_binding *params, size_t n);

/* Return the middle of the "n" values of a point, and put the half-width of its
 * 90 % interval into "*half" (infinite for less than three). */
double profile_location(double *half, const double *values, size_t n);
