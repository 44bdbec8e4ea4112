/* Whether two array sections overlap (isl, in isl_dependence.c). */
#ifndef LCM_MODEL_DEPENDENCE_H
#define LCM_MODEL_DEPENDENCE_H

#include "model/structure.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lcm_overlap {
  LCM_OVERLAP_NO,
  LCM_OVERLAP_YES,
  LCM_OVERLAP_MAYBE /* not affine, or the extents are not exact */
} lcm_overlap;

/* Return whether "a" and "b" can touch the same element, for values of the
 * indices in "ranges_a" (of "a") and "ranges_b" (of "b"), which are different
 * variables even where they have one name, and for common values of all other
 * names. */
lcm_overlap lcm_section_overlap(lcm_ctx *ctx, const lcm_section *a,
                                const struct lcm_range *ranges_a, size_t n_a,
                                const lcm_section *b,
                                const struct lcm_range *ranges_b, size_t n_b);

/* Return the bytes of "section" as an expression, NULL when unknown. */
const lcm_expr *lcm_section_bytes(lcm_ctx *ctx, const lcm_section *section);

/* Return how many bytes one execution of the fragment "node" reads and writes:
 * of each part of an array once, and those that it says itself; NULL for
 * none. */
const lcm_expr *lcm_node_bytes(lcm_ctx *ctx, const lcm_node *node);

/* Return whether "a" and "b" are the same datum with equal extents. */
bool lcm_section_equal(const lcm_section *a, const lcm_section *b);

#ifdef __cplusplus
}
#endif

#endif
