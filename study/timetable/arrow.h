/* Arrows: what processors send each other. */
#pragma once

#include "study/timetable/sheet.h"

/* Set the arrows of "sheet", whose rows are full. */
void lcm_sheet_arrows(struct lcm_score_sheet *sheet);
