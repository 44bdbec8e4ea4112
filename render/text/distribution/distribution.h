/* How times are distributed, as a table. */
#pragma once

#include "render/table/table.h"

/* Return "d" in "format"; the caller frees it. */
LCM_GIVE char *lcm_render_distribution(lcm_ctx *ctx, const lcm_distribution *d,
                                       lcm_format format,
                                       const struct lcm_style *style);
