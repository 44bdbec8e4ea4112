/* Advice as text: findings, steps, ceilings, phases, shared data. */
#pragma once

#include "render/table/table.h"

/* Append that nothing of "advice" gains enough, and how much was tried. */
void lcm_put_no_advice(lcm_buf *buf, const lcm_advice *advice);

/* Return "advice" for people, or its findings as a table in "format". */
LCM_GIVE char *lcm_render_advice(lcm_ctx *ctx, const lcm_advice *advice,
                                 lcm_format format,
                                 const struct lcm_style *style);
