/* How large sections are, and what their union is over an index. */
#pragma once

#include "model/sections/dependence.h"

/* Return the smallest ("low") or largest value of "e" over the indices of
 * "ranges", in which it is linear; NULL where that is not known. */
const lcm_expr *lcm_section_extreme(lcm_ctx *ctx,
                                    const struct lcm_varying *ranges,
                                    const lcm_expr *e, bool low);

/* Return the bytes of all different elements of "section" as an expression, an
 * upper bound where it is not exact or has no simple form; NULL when
 * unknown. */
const lcm_expr *lcm_section_bytes(lcm_ctx *ctx, const lcm_section *section);

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

/* Return how many steps of "section" say where the last pointer is kept that
 * leads to it; 0: it lies where it is named. */
size_t lcm_section_loads(const lcm_section *section);

/* Return whether that pointer leads to memory that was allocated for it
 * alone. */
bool lcm_section_is_own(const lcm_section *section);

/* Return whether the pointers that are kept where "section", a place, is lead
 * to memory that was allocated for each of them. */
bool lcm_section_has_rows(const lcm_section *section);

/* Return whether "section" chooses among the elements of an array: not a
 * variable, nor only members of a structure, also behind a pointer. */
bool lcm_section_is_array(const lcm_section *section);

/* Return whether "a" and "b" are the same datum with equal extents. */
bool lcm_section_equal(const lcm_section *a, const lcm_section *b);

/* Return "section" in the comment language: "a[k][0:n]", and the ranges of the
 * indices that it runs over; expressions are in "notation". */
LCM_GIVE char *lcm_section_to_str(const lcm_section *section,
                                  lcm_notation notation);
