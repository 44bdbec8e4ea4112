#pragma once

#include "study/timetable/internal.h"

/* Append "seconds" of "of" to row "row". */
void lcm_sheet_append(struct lcm_score_sheet *sheet, size_t row,
                      const struct lcm_piece_of *of, double seconds);

/* Return the schedule of "sheet", whose rows are full: intervals, sums,
 * synchronizations, stages, last-event chain. */
const lcm_timetable *lcm_sheet_finish(struct lcm_score_sheet *sheet);
