/* Timetables of a run, by composition or by simulation. */
#pragma once

#include "study/timetable/sheet.h"

/* Return the schedule of "sheet", whose rows are full: intervals, sums,
 * synchronizations, stages, last-event chain. */
const lcm_timetable *lcm_sheet_finish(struct lcm_score_sheet *sheet);
