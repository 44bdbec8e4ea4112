#pragma once

#include "render/render_internal.h"

/* Fill "rows" with the stages of "table" in "format": the utilization of each
 * processor, but, for people, not of more than "most" of them. */
void lcm_stages_table(struct lcm_table *rows, const struct lcm_timetable *table,
                      lcm_format format, size_t most);
