/* Searching sums of three terms, from the best pairs on. */
#pragma once

#include "fit/search/search.h"

/* Put the likeliest forms among "found" into "top", which has room for "room",
 * the likeliest first; only sums of "n" terms unless that is negative.  Return
 * how many. */
size_t lcm_fit_top(struct lcm_fit_found *top, size_t room,
                   const lcm_fit_found_list *found, int n);

/* Add the sums of three terms of several variables over "space" to "found",
 * which has those of two: where these leave something unexplained. */
void lcm_fit_search_triples(lcm_fit_found_list *found,
                            struct lcm_fit_space *space);

/* Return whether the likeliest of "found" over "space" leaves more than
 * repetitions scatter, or than rounding where there are none. */
bool lcm_fit_is_unexplained(const lcm_fit_found_list *found,
                            const struct lcm_fit_space *space);
