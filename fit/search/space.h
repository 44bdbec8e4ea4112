/* The space that is searched: columns of all terms at the points. */
#pragma once

#include "fit/search/search.h"

/* Make the terms to search for "points" and their columns into "*out"; of
 * several variables, those of the powers that fit best along each, or of those
 * that are "usual".  "left_out" as in the space. */
void lcm_fit_space_make(struct lcm_fit_space *out, lcm_arena *arena,
                        const struct lcm_fit_points *points,
                        const bool *left_out, bool usual);

/* Return the number of the term with the powers of "term" in "space", to which
 * it is added, with its column, if it is not there. */
size_t lcm_fit_space_term(struct lcm_fit_space *space,
                          const struct lcm_fit_term *term);

/* Return the product of the "n" numbers at "a" and at "b". */
double lcm_fit_dot(const double *a, const double *b, size_t n);

/* Return the text of "found" in memory of "ctx". */
const char *lcm_fit_found_text(lcm_ctx *ctx, const struct lcm_fit_found *found);
