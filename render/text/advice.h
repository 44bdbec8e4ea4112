/* Advice as text: findings, steps, ceilings, phases, shared data. */
#pragma once

#include "render/table/table.h"

/* Return "advice" for people, or its findings as a table in "format". */
LCM_GIVE char *lcm_render_advice(lcm_ctx *ctx, const lcm_advice *advice,
                                 lcm_format format,
                                 const struct lcm_style *style);
