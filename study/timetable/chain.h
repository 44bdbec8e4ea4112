/* The last-event chain: which intervals the end of the run waited for. */
#pragma once

#include "study/timetable/sheet.h"

/* Set the last-event chain of "sheet". */
void lcm_sheet_chain(struct lcm_score_sheet *sheet);
