/* What changed from one revision of a program to the next, as text. */
#pragma once

#include "render/table/table.h"

/* Return "d" as text for people (what it comes to; the points, the parts, the
 * growth and the contracts that changed), or, in CSV and TSV, a row for each
 * part. */
LCM_GIVE char *lcm_render_difference(lcm_ctx *ctx, const lcm_difference *d,
                                     lcm_format format,
                                     const struct lcm_style *style);
