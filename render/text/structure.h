#pragma once

#include "render/render.h"

/* Return the structure as an indented text tree for people. */
LCM_GIVE char *lcm_render_structure(lcm_ctx *ctx, const lcm_program *program,
                                    const struct lcm_style *style);
