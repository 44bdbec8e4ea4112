/* The clauses that variables take where a loop is divided. */
#pragma once

#include "model/edit/core/editing.h"
#include "model/structure/structure.h"

/* Put the clause that the variable of "reason" takes at the loop at "spot" of
 * "program" into "*out". */
void lcm_why_clause(struct lcm_serial_clause *out, lcm_ctx *ctx,
                    const lcm_program *program,
                    const struct lcm_edit_spot *spot,
                    const struct lcm_edit_reason *reason);
