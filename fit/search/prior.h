/* The prior: how often programs have a power, a term, a threshold. */
#pragma once

#include "fit/search/search.h"

/* Return what groups that are void make of the likelihood of a coefficient, as
 * a logarithm: its term, "column" at the groups with steps of "stride", is no
 * larger than the whole where that is not 0, to which a void group adds
 * nothing. */
double lcm_fit_void_weight(const struct lcm_fit_points *points,
                           const double *column, size_t stride);

/* Return by how much, as a logarithm, roots and logarithms of variable "v" are
 * less likely than elsewhere: where sizes span little, they cannot be told from
 * what else bends. */
double lcm_fit_bent_weight(const struct lcm_fit_points *points, size_t v);

/* Put the weights of all powers of variable "v", known to "space", into it. */
void lcm_fit_prior_make(struct lcm_fit_space *space, size_t v);

/* Return the weight of "term": that of its powers, and what void groups make of
 * it. */
double lcm_fit_term_weight(const struct lcm_fit_space *space,
                           const struct lcm_fit_term *term);
