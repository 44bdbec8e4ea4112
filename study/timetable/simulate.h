/* The schedule of a simulated run to rows of intervals. */
#pragma once

#include "study/timetable/sheet.h"

/* Fill the rows of "sheet" with what "timeline", simulated until "end", says.
 * */
void lcm_sheet_simulate(struct lcm_score_sheet *sheet,
                        const lcm_timeline *timeline, double end);
