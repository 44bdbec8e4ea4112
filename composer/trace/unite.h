/* Sections of one dependence. */
#pragma once

#include "composer/trace/internal.h"

/* Add "section" to "parts" unless one of them covers it. */
void lcm_trace_part(struct lcm_tracer *tracer, struct lcm_parts *parts,
                    const lcm_section *section);

/* Let "dependence" be about all of its "parts" together. */
void lcm_trace_unite(struct lcm_tracer *tracer, lcm_movement *dependence,
                     const struct lcm_parts *parts);

/* Return the smallest (largest, as "kind" says) of "a" and "b", NULL where
 * either is NULL. */
const lcm_expr *lcm_trace_extreme(lcm_ctx *ctx, lcm_expr_kind kind,
                                  const lcm_expr *a, const lcm_expr *b);
