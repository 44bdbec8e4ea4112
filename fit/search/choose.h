/* Which of the forms found are worth fitting exactly: they predict differently,
 * or are likely. */
#pragma once

#include "fit/search/search.h"

/* Return whether "found" may be chosen where there is one with the score
 * "best": it is less likely by less than LCM_FIT_WORTH, or only rounding made
 * it so unlikely. */
bool lcm_fit_is_worth(const struct lcm_fit_found *found, double best);

/* Return the score of the likeliest of "found", -infinity for none. */
double lcm_fit_best(const lcm_fit_found_list *found);

/* Choose among "found": put the likeliest first, of those that have the
 * likeliest powers in the lead, the others behind it by their scores; return
 * how many are worth a look. */
size_t lcm_fit_choose(lcm_fit_found_list *found, lcm_arena *arena);

/* Put the value of "found", fitted, at the place "x" of its variables into
 * "*value". */
LCM_NODISCARD lcm_status lcm_fit_found_value(double *value, lcm_arena *arena,
                                             const struct lcm_fit_found *found,
                                             const double *x);

/* Say in "far" which groups deviate from "found", fitted to the others, by more
 * than chance by the measure of the median; return whether any does. */
bool lcm_fit_far(bool *far, lcm_arena *arena,
                 const struct lcm_fit_found *found);

/* Put the smallest values of the variables of "points" into "low", those beyond
 * the largest into "high". */
void lcm_fit_corners(double *low, double *high,
                     const struct lcm_fit_points *points);
