#pragma once

#include "study/timetable/sheet.h"

/* Set the last-event chain of "sheet". */
void lcm_sheet_chain(struct lcm_score_sheet *sheet);
