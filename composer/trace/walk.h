#pragma once

#include "composer/trace/internal.h"

/* As lcm_trace_access, noting also what is touched where that is wanted
 * (composer/trace/walk.c). */
void lcm_trace_touch(struct lcm_tracer *tracer,
                     const struct lcm_touching *touching);

/* Let "section" be all of its variable, for the reason "why". */
void lcm_section_blur(lcm_section *section, const char *why);

/* Visit everything that a run of the program executes. */
LCM_NODISCARD lcm_status lcm_trace_walk(struct lcm_tracer *tracer);
