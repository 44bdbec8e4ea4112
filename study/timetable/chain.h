#pragma once

#include "study/timetable/internal.h"

/* Set the last-event chain of "sheet" (study/timetable/chain.c). */
void lcm_sheet_chain(struct lcm_score_sheet *sheet);
