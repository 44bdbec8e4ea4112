/* Arrows: what processors send each other. */
#pragma once

#include "study/timetable/sheet.h"

/* Set the arrows of "sheet", whose rows are full, from what these send and
 * get. */
void lcm_sheet_arrows(struct lcm_score_sheet *sheet);

/* Let the "n" arrows at "all", sorted by when and where they begin, be those of
 * "sheet", or the first ones where there are too many. */
void lcm_sheet_set_arrows(struct lcm_score_sheet *sheet, struct lcm_arrow *all,
                          size_t n);
