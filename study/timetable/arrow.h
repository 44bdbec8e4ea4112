/* Arrows: what processors send each other. */
#pragma once

#include "study/timetable/sheet.h"

/* Arrows by the row and the time at which they end. */
struct lcm_arrivals {
  const struct lcm_arrow **at;
  size_t n;
};

/* Return the arrows of "sheet" by their ends (memory of its context). */
struct lcm_arrivals lcm_sheet_arrivals(const struct lcm_score_sheet *sheet);

/* Return the arrow that ends in row "row" at "when", give or take "near", and
 * began before: that which began last; NULL for none. */
const struct lcm_arrow *lcm_arrivals_find(const struct lcm_arrivals *arrivals,
                                          size_t row, double when, double near);

/* Set the arrows of "sheet", whose rows are full, from what these send and
 * get. */
void lcm_sheet_arrows(struct lcm_score_sheet *sheet);

/* Let the "n" arrows at "all", sorted by when and where they begin, be those of
 * "sheet", or the first ones where there are too many. */
void lcm_sheet_set_arrows(struct lcm_score_sheet *sheet, struct lcm_arrow *all,
                          size_t n);
