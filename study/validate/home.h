/* Models that were written at another node than they were measured at. */
#pragma once

#include "study/validate/cells.h"

/* Put where the models of the fragments of "sheet" are in "program", their
 * nodes being known, and which of them share one, into it. */
void lcm_sheet_find_homes(struct lcm_sheet *sheet, lcm_ctx *ctx,
                          const lcm_program *program);

/* Return the model of category "name" at "node" (of the elapsed time or of all
 * work where it has none), or NULL. */
const lcm_model *lcm_sheet_model(const lcm_node *node, const char *name);
