/* How predictions compare with measurements, as text. */
#pragma once

#include "model/measurement/measurement.h"
#include "render/table/table.h"

/* Return "validation" as text (what it comes to, a row a point, a row a
 * fragment and category) or, in CSV and TSV, the rows of the fragments. */
LCM_GIVE char *lcm_render_validation(lcm_ctx *ctx,
                                     const lcm_validation *validation,
                                     lcm_format format,
                                     const struct lcm_style *style);
