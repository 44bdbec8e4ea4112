/* What of a code base was modelled, as text. */
#pragma once

#include "render/table/table.h"

/* Return how many of the parallel regions of "program" are modelled in full,
 * and a table of what is in the way of the others; empty where it has none. */
LCM_GIVE char *lcm_render_coverage(lcm_ctx *ctx, const lcm_program *program,
                                   const struct lcm_style *style);

/* Return a table of why parts of "program" are not modelled; empty where all
 * are. */
LCM_GIVE char *lcm_render_gaps(lcm_ctx *ctx, const lcm_program *program,
                               const struct lcm_style *style);

/* Return how many races "program" has, where they were looked for, and how many
 * loops could not be decided; empty where there are none. */
LCM_GIVE char *lcm_render_races(const lcm_program *program);
