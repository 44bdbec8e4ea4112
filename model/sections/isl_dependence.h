/* Whether two array sections overlap, or one covers the other. */
#pragma once

#include "model/sections/dependence.h"

/* Return whether "a" and "b" can touch the same element: their indices are
 * different variables even where they have one name, all other names have one
 * value. */
lcm_overlap lcm_section_overlap(lcm_ctx *ctx, const struct lcm_side *a,
                                const struct lcm_side *b);

/* Return whether "a" certainly touches every element that "b" can touch. */
bool lcm_section_covers(lcm_ctx *ctx, const struct lcm_side *a,
                        const struct lcm_side *b);

/* Return whether 0 <= "e" <= "high" is certain for all values of the indices of
 * the "n" ranges at "ranges", outermost first. */
bool lcm_section_keeps(lcm_ctx *ctx, const lcm_iteration *ranges, size_t n,
                       const lcm_expr *e, const lcm_expr *high);

/* Return whether the "n" sections at "parts" together touch certainly all of
 * "whole". */
bool lcm_sections_fill(lcm_ctx *ctx, const lcm_section *whole,
                       const lcm_section *const *parts, size_t n);

/* Return how many bytes one execution of the fragment "node" reads and writes:
 * of each part of an array once, and those that it says itself; NULL for
 * none. */
const lcm_expr *lcm_node_bytes(lcm_ctx *ctx, const lcm_node *node);
