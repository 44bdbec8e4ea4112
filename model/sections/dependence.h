/* Whether two array sections overlap (isl, in model/sections/isl_dependence.c), and how large
 * they are (model/sections/section.c). */
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

/* Return whether "a" and "b" can touch the same element: their indices are
 * different variables even where they have one name, all other names have one
 * value. */
lcm_overlap lcm_section_overlap(lcm_ctx *ctx, const struct lcm_side *a,
                                const struct lcm_side *b);

/* Return whether "a" certainly touches every element that "b" can touch. */
bool lcm_section_covers(lcm_ctx *ctx, const struct lcm_side *a,
                        const struct lcm_side *b);

/* The "n" ranges at "at", outermost first, of loops whose other names may
 * change from one execution to the next where "is" says so. */
struct lcm_varying {
  const lcm_iteration *at;
  size_t n;
  bool (*is)(const char *name, void *user);
  void *user;
};

/* Return the smallest ("low") or largest value of "e" over the indices of
 * "ranges", in which it is linear; NULL where that is not known. */
const lcm_expr *lcm_section_extreme(lcm_ctx *ctx,
                                    const struct lcm_varying *ranges,
                                    const lcm_expr *e, bool low);

/* Return whether the "n" sections at "parts" together touch certainly all of
 * "whole". */
bool lcm_sections_fill(lcm_ctx *ctx, const lcm_section *whole,
                       const lcm_section *const *parts, size_t n);

/* Return the bytes of all different elements of "section" as an expression, an
 * upper bound where it is not exact or has no simple form; NULL when
 * unknown. */
const lcm_expr *lcm_section_bytes(lcm_ctx *ctx, const lcm_section *section);

/* Return how many bytes one execution of the fragment "node" reads and writes:
 * of each part of an array once, and those that it says itself; NULL for
 * none. */
const lcm_expr *lcm_node_bytes(lcm_ctx *ctx, const lcm_node *node);

/* As lcm_section_bytes; "*exact" says whether it is no upper bound. */
const lcm_expr *lcm_section_count(bool *exact, lcm_ctx *ctx,
                                  const lcm_section *section);

/* Return "section" for all values of the indices of "ranges": those that can be
 * are folded into its extents, the section runs over the others. */
lcm_section lcm_section_over(lcm_ctx *ctx, const lcm_section *section,
                             const struct lcm_varying *ranges);

/* Return "section", which a pointer leads to, as a part of "base", which the
 * pointer points to. */
lcm_section lcm_section_behind(lcm_ctx *ctx, const lcm_section *base,
                               const lcm_section *section);

/* Return whether "section" chooses among the elements of an array: not a
 * variable, nor only members of a structure, also behind a pointer. */
bool lcm_section_is_array(const lcm_section *section);

/* Return whether "a" and "b" are the same datum with equal extents. */
bool lcm_section_equal(const lcm_section *a, const lcm_section *b);
