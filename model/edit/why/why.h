/* Why the iterations of a loop are not executed at the same time. */
#pragma once

#include "model/edit/core/editing.h"
#include "model/structure/structure.h"

/* Put what stands in the way of executing the iterations of the loop at "spot"
 * of "program" at the same time, and what would help, into "*out", but for its
 * times; return whether that is a question at all: members of a team do not
 * have ranges of their own already. */
bool lcm_why_serial(struct lcm_serial_loop *out, lcm_ctx *ctx,
                    const lcm_program *program,
                    const struct lcm_edit_spot *spot);
