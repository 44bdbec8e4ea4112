/* Making a list of edits in a program. */
#pragma once

#include "model/edit/core/step.h"
#include "model/structure/structure.h"

/* Put "program" restructured as "edits" says into "*out": it shares what did
 * not change, and has a premise (struct lcm_premise) for each precondition.
 * Nothing at a place, or nothing that can be changed so, is diagnostic
 * "edit-place"; a dependence that forbids it is "edit-refused" unless
 * "force". */
LCM_NODISCARD lcm_status lcm_program_restructure(const lcm_program **out,
                                                 lcm_ctx *ctx,
                                                 const lcm_program *program,
                                                 const lcm_restructuring *edits,
                                                 bool force);
