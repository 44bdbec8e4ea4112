#pragma once

#include "composer/bound/internal.h"

/* Return the time that "element" needs at least for demands of "time" in
 * all, "visits" of them whole ones (van Gemund 1996, 3.12 and 3.13). */
double lcm_bound_load(const struct lcm_bound_element *element, double time,
                      double visits);

/* Return demands that are "use" alone. */
struct lcm_bound_demands *lcm_bound_demand(struct lcm_bound_pool *pool,
                                           struct lcm_bound_use use);

/* Return the sum of "a" and "b" (either may be NULL), neither of which is used
 * any more; set "*overlap" where an element occurs in both. */
struct lcm_bound_demands *lcm_bound_join(struct lcm_bound_pool *pool,
                                         struct lcm_bound_demands *a,
                                         struct lcm_bound_demands *b,
                                         bool *overlap);

/* Return "factor" times "of" (may be NULL), which is not used any more. */
struct lcm_bound_demands *lcm_bound_scale(struct lcm_bound_pool *pool,
                                          struct lcm_bound_demands *of,
                                          double factor);

/* Return "of" (may be NULL), which is not used any more, without what is known
 * of whole visits. */
struct lcm_bound_demands *
lcm_bound_without_visits(struct lcm_bound_pool *pool,
                         struct lcm_bound_demands *of);
