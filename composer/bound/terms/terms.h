/* Closed forms of composed parts. */
#pragma once

#include "composer/bound/terms/forming.h"

/* Add "next" behind "all". */
void lcm_bound_then(struct lcm_bound_forming *f, struct lcm_bound_terms *all,
                    const struct lcm_bound_terms *next);

/* Return "of" with the weight "weight"; as an alternative that is not looked at
 * where the weight is 0, if "partial". */
const struct lcm_bound_terms *lcm_bound_weigh(struct lcm_bound_forming *f,
                                              const struct lcm_bound_terms *of,
                                              const lcm_expr *weight,
                                              bool partial);

/* Return "of" once for each number of "range", one after the other. */
const struct lcm_bound_terms *lcm_bound_repeat(struct lcm_bound_forming *f,
                                               const struct lcm_bound_terms *of,
                                               struct lcm_range range);

/* Return "parts" at the same time, the part "node". */
const struct lcm_bound_terms *
lcm_bound_beside(struct lcm_bound_forming *f,
                 const struct lcm_bound_parts *parts, const lcm_node *node);

/* Return "of" once for each number of "range", at the same time. */
const struct lcm_bound_terms *lcm_bound_spread(struct lcm_bound_forming *f,
                                               const struct lcm_bound_terms *of,
                                               struct lcm_range range);

/* Return the load of the demand "entry" on an element, in terms of the indices
 * of that. */
const lcm_expr *lcm_bound_element_load(struct lcm_bound_forming *f,
                                       const struct lcm_bound_entry *entry);

/* Return the load of the demand "entry": the largest over an array. */
const lcm_expr *lcm_bound_load_of(struct lcm_bound_forming *f,
                                  const struct lcm_bound_entry *entry);

/* Return the largest load of "terms" (van Gemund 1996, 3.12 and 3.13). */
const lcm_expr *lcm_bound_omega(struct lcm_bound_forming *f,
                                const struct lcm_bound_terms *terms);
