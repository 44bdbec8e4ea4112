/* Measurements as cells by point, fragment and category. */
#pragma once

#include "study/validate/cells.h"

/* Put the records of "all" into "sheet". */
void lcm_sheet_fill(struct lcm_sheet *sheet, lcm_ctx *ctx,
                    const lcm_measurements *all);

/* Return the number of the cell of category "c" of fragment "f" at point
 * "i". */
size_t lcm_sheet_cell(const struct lcm_sheet *sheet, size_t i, size_t f,
                      size_t c);

/* Return the median of "values", which are sorted thereby; NAN for none. */
double lcm_values_median(lcm_values *values);

/* Return the grid of the points of "sheet". */
const lcm_grid *lcm_sheet_grid(lcm_ctx *ctx, const struct lcm_sheet *sheet);
