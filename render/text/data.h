/* Movement of data as text. */
#pragma once

#include "render/table/table.h"

/* Return the movements as a table. */
LCM_GIVE char *lcm_render_data(lcm_ctx *ctx, const lcm_data *data,
                               lcm_format format,
                               const struct lcm_style *style);
