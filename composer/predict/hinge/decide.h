/* Programs in which conditions are decided. */
#pragma once

#include "composer/predict/hinge/places.h"

/* Conditions that are decided together: those of "places" with a rank from
 * "first" on, "n" of them, take alternative "way", the last where they have
 * fewer. */
struct lcm_hinge_decision {
  const struct lcm_hinge_places *places;
  size_t first;
  size_t n;
  size_t way;
};

/* Return the program of "d" with its conditions decided; what has none of them
 * is shared. */
lcm_program lcm_hinge_decide(const struct lcm_hinge_decision *d);
