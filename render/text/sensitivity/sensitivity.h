/* How much a time depends on each number that it is made of, as text. */
#pragma once

#include "render/table/table.h"

/* Return "s" as text for its last point, or as a table of all points where
 * "format" is not text; the caller frees it. */
LCM_GIVE char *lcm_render_sensitivity(lcm_ctx *ctx, const lcm_sensitivity *s,
                                      lcm_format format,
                                      const struct lcm_style *style);

/* Return the derivatives of the closed form of "s" by its numbers in
 * "notation", one a line; the caller frees it. */
LCM_GIVE char *lcm_render_derivatives(const lcm_sensitivity *s,
                                      lcm_notation notation);
