/* Sections behind pointers of which other files say where they point. */
#pragma once

#include "model/structure/structure.h"

/* Return "program" with sections that lie behind pointers of which other files
 * say where they point being what those say, or marked where nobody knows;
 * "program" itself where there are none. */
const lcm_program *lcm_points_settle(lcm_ctx *ctx, const lcm_program *program);
