/* Sums over the whole points of polyhedra, and how many different elements
 * accesses touch, as expressions (isl, in model/sections/isl_count.c). */
#pragma once

#include "base/map.h"
#include "model/structure/structure.h"

/* A step into a nest: a loop, or a branch.
 * index      of the loop, from .. to in steps of 1; NULL for a branch
 * condition  under which the branch is taken */
struct lcm_nesting {
  const char *index;
  const lcm_expr *from;
  const lcm_expr *to;
  const lcm_expr *condition;
};

/* Sums that were found, by the texts of their sets: equal sets over other names
 * have equal sums.  {0} is valid and empty; it belongs to one context. */
struct lcm_count_memo {
  lcm_map sums;
};

/* A nest, outermost first.
 * outer   indices of loops around it, "n_outer" of them: other names are taken
 *         not to be negative
 * memo    may be NULL */
struct lcm_nest {
  const struct lcm_nesting *at;
  size_t n;
  const char *const *outer;
  size_t n_outer;
  struct lcm_count_memo *memo;
};

/* An access inside a nest: the element with these subscripts. */
struct lcm_element {
  struct lcm_nest nest;
  const lcm_expr *const *subscripts;
};
