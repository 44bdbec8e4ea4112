/* Sums over the whole points of polyhedra, and how many different elements
 * accesses touch, as expressions (isl, in model/sections/isl_count.c). */
#pragma once

#include "base/map.h"
#include "model/structure/structure.h"

/* A step into a nest: a loop, or a branch. */
struct lcm_nesting {
  /* of the loop, from .. to in steps of 1; NULL for a branch */
  const char *index;
  const lcm_expr *from;
  const lcm_expr *to;
  const lcm_expr *condition; /* under which the branch is taken */
};

/* Sums that were found, by the texts of their sets: equal sets over other names
 * have equal sums.  {0} is valid and empty; it belongs to one context. */
struct lcm_count_memo {
  lcm_map sums;
};

/* A nest, outermost first. */
struct lcm_nest {
  const struct lcm_nesting *at;
  size_t n;
  /* indices of loops around it, "n_outer" of them: other names are taken not to
   * be negative */
  const char *const *outer;
  size_t n_outer;
  struct lcm_count_memo *memo; /* may be NULL */
};

/* An access inside a nest: the element with these subscripts. */
struct lcm_element {
  struct lcm_nest nest;
  const lcm_expr *const *subscripts;
};
