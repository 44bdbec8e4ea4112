#pragma once

#include "study/timetable/internal.h"

/* Set when all rows of "sheet" synchronize, and its stages
 * (study/timetable/stage.c). */
void lcm_sheet_stages(struct lcm_score_sheet *sheet);
