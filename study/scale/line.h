/* Points that differ in processors alone as lines, with knee and saturation. */
#pragma once

#include "study/scale/scaling.h"

/* Put the lines of "grouping" into "*out"; return how many there are. */
size_t lcm_scale_group(struct lcm_scale_line **out,
                       const struct lcm_scale_grouping *grouping);

/* Set what follows from the points of "line" alone. */
void lcm_scale_summarize(struct lcm_scale_line *line,
                         const struct lcm_scale_point *points);

/* Find at which of its points "line" saturates and bends. */
void lcm_scale_places(struct lcm_scale_line *line,
                      const struct lcm_scale_point *points, lcm_arena *arena);

/* Find where the lines of "s" saturate and bend. */
void lcm_scaling_places(struct lcm_scaling *s);
