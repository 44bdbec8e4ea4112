/* What is predicted of each cell of the measurements. */
#pragma once

#include "study/validate/cells.h"

/* Return whether "a" (or NULL) and "b" are made of the same source: functions
 * may be there several times, for those who call them. */
bool lcm_sheet_is_same(const lcm_node *a, const lcm_node *b);

/* Put what "prediction", of the points of "sheet" with their occurrences, says
 * of each fragment without those inside it into "sheet". */
void lcm_sheet_predict(struct lcm_sheet *sheet, lcm_ctx *ctx,
                       const lcm_prediction *prediction);
