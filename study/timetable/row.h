/* Appending intervals to the row of a processor. */
#pragma once

#include "study/timetable/sheet.h"

/* Append "seconds" of "of" to row "row". */
void lcm_sheet_append(struct lcm_score_sheet *sheet, size_t row,
                      const struct lcm_piece_of *of, double seconds);
