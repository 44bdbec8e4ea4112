/* Timelines and stages as text. */
#pragma once

#include "model/results/schedule.h"
#include "render/table/style.h"
#include "render/table/table.h"

/* Fill "rows" with the stages of "table" in "format": the utilization of each
 * processor, but, for people, not of more than "most" of them. */
void lcm_stages_table(struct lcm_table *rows, const struct lcm_timetable *table,
                      lcm_format format, size_t most);
