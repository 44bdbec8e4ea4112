#pragma once

#include "render/render.h"

/* Return "advice" for people, or its findings as a table in "format". */
LCM_GIVE char *lcm_render_advice(lcm_ctx *ctx, const lcm_advice *advice,
                                 lcm_format format,
                                 const struct lcm_style *style);
