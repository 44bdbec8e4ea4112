/* Comparisons of several predictions over one grid. */
#pragma once

#include "model/results/prediction.h"

/* Where the winner of a comparison changes.
 * symbolic  found in closed form; "exact" is then the expression */
typedef struct lcm_crossover {
  const char *variable; /* whose value */
  double value;         /* at the crossing */
  /* from, to: indices of the variants that win below and above */
  size_t from;
  size_t to;
  bool step; /* the change is a jump (a ceiling, a branch), not a smooth root */
  const lcm_expr *exact;
  /* values of the other variables at this crossing, by grid name */
  const double *others;
} lcm_crossover;

/* The category "name" in which one variant loses less than another, by so many
 * "seconds" of the time. */
struct lcm_reason {
  const char *name;
  double seconds;
};

/* Several predictions over one grid. */
typedef struct lcm_comparison {
  const lcm_grid *grid;
  const lcm_prediction *const *variants; /* their predictions */
  size_t n_variants;
  const size_t *winners; /* index of the fastest at each point */
  const size_t *seconds; /* index of the next fastest at each point */
  /* difference_low, difference_high: 90 % interval of time[second] -
   * time[winner] at each point, shared coefficients cancelled */
  const double *difference_low;
  const double *difference_high;
  /* how likely it is, as far as the coefficients are uncertain, that the winner
   * is faster than the second: 0.5 to 1 */
  const double *chances;
  /* at each point the category in which the winner and the second differ most
   * in favour of the winner, and by how much, in seconds of the time; the name
   * is NULL where there is none */
  const struct lcm_reason *reasons;
  struct lcm_basis basis; /* of all variants */
  const lcm_crossover *crossovers;
  size_t n_crossovers;
  bool complete; /* no other crossover can exist in the range of the grid */
  /* something has no cost in one variant that is not in another: the times are
   * not of the same things, and nobody wins */
  bool undecided;
} lcm_comparison;

/* Return the comparison as JSON (lcm-comparison/1). */
LCM_GIVE char *lcm_comparison_to_json(const lcm_comparison *comparison);
