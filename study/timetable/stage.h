/* Stages: the stretches between moments at which all rows synchronize. */
#pragma once

#include "study/timetable/sheet.h"

/* Set when all rows of "sheet" synchronize, and its stages. */
void lcm_sheet_stages(struct lcm_score_sheet *sheet);
