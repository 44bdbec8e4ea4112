/* Demands for elements of resources: time and visits of each. */
#pragma once

#include "base/list.h"
#include "model/structure/structure.h"

/* No element, no branch. */
#define LCM_BOUND_NONE ((size_t)-1)

/* An element of a resource that is used. */
struct lcm_bound_element {
  size_t resource; /* its number among those of the run */
  /* its number in the array, the last subscript running fastest */
  double flat;
  double units;   /* multiplicity */
  double service; /* time of a visit; 0: as long as is asked for */
  bool ps;        /* shared by all at the same time */
};

/* A use of element "id" for "time" in all, in "visits" whole visits. */
struct lcm_bound_use {
  size_t id;
  double time;
  double visits;
};

/* Demands for elements: time and whole visits of each; where "map" has room it
 * finds the place of an element. */
struct lcm_bound_demands {
  size_t *ids;
  double *times;
  double *visits;
  size_t n;
  size_t cap;
  unsigned *map;
  size_t map_cap;
  double worst; /* the largest load so far, worst_at whose */
  size_t worst_at;
  bool shared; /* several values hold it: copied before it is changed */
};

/* The memory of demands and the elements that they speak of. */
struct lcm_bound_pool {
  lcm_arena *arena;
  LCM_LIST(struct lcm_bound_element) elements;
  /* small ones that are not in use */
  LCM_LIST(struct lcm_bound_demands *) spare;
};

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
