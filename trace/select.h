/* What is asked of a run after it: the time of some actors, names and moments
 * (Crovella 1994, 4.3.2 and appendix A.1). */
#pragma once

#include "trace/types.h"
#include "trace/walk.h"

/* Return whether one of "words" (may be NULL) is a place in the source. */
bool trace_selects_places(lcm_ctx *ctx, const char *words);

/* Put what "how" asks for into "out": "walk" went through the events, all of
 * which its log has, and goes through them again.  LCM_EUSAGE, and a
 * diagnostic, where nothing is called so. */
LCM_NODISCARD lcm_status trace_select(lcm_trace *out,
                                      const struct trace_walk *walk,
                                      const struct lcm_trace_selecting *how);
