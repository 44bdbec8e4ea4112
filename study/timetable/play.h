/* The score of the composed run, played to rows of intervals. */
#pragma once

#include "study/timetable/sheet.h"

/* Put what all processors of a crew do by "score" into the rows of "sheet". */
void lcm_sheet_play(struct lcm_score_sheet *sheet,
                    const struct lcm_score *score);
