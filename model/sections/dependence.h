/* Whether two array sections overlap (isl, in model/sections/isl_dependence.c),
 * and how large they are (model/sections/section.c). */
#pragma once

#include "model/structure/structure.h"

typedef enum lcm_overlap {
  LCM_OVERLAP_NO,
  LCM_OVERLAP_YES,
  LCM_OVERLAP_MAYBE /* not affine, or the extents are not exact */
} lcm_overlap;

/* A section for all values of the indices in "ranges", outermost first. */
struct lcm_side {
  const lcm_section *section;
  const lcm_iteration *ranges;
  size_t n_ranges;
};

/* The "n" ranges at "at", outermost first, of loops whose other names may
 * change from one execution to the next where "is" says so. */
struct lcm_varying {
  const lcm_iteration *at;
  size_t n;
  bool (*is)(const char *name, void *user);
  void *user;
};
