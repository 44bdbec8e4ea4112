/* What stands in the way of a loop, as it is told. */
#pragma once

#include "model/edit/core/editing.h"
#include "model/structure/structure.h"

/* Put "found", what was noted of the loop at "spot" of "program", into "*out":
 * the verdict, the reasons and the clauses. */
void lcm_why_tell(struct lcm_serial_loop *out, lcm_ctx *ctx,
                  const lcm_program *program, const struct lcm_edit_spot *spot,
                  const struct lcm_edit_reasons *found);
