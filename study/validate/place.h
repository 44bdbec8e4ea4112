/* Where measured fragments are in the program. */
#pragma once

#include "study/validate/cells.h"

/* Put where its fragments and their models are in "program" into "sheet". */
void lcm_sheet_locate(struct lcm_sheet *sheet, lcm_ctx *ctx,
                      const lcm_program *program);

/* Mark the fragments of "sheet" that `ignore` leaves out: ignored nodes, what
 * stands below them, and functions that only they call. */
void lcm_sheet_ignore(struct lcm_sheet *sheet, lcm_ctx *ctx,
                      const lcm_program *program);

/* Return the half-width of the 90 % interval of "model" as a share of its value
 * at "point"; NAN where it has none, or depends on more than the variables. */
double lcm_model_spread(lcm_ctx *ctx, const lcm_model *model,
                        const struct lcm_sheet_point *point);
