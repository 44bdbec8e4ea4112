/* A task structure as an indented listing. */
#pragma once

#include "render/table/table.h"

/* Return the structure as an indented text tree for people. */
LCM_GIVE char *lcm_render_structure(lcm_ctx *ctx, const lcm_program *program,
                                    const struct lcm_style *style);
