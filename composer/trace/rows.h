/* Sections as rows. */
#pragma once

#include "composer/trace/internal.h"

/* Put the section of "access" in rows, and their pitch, into it, if it has
 * some. */
void lcm_trace_find_rows(struct lcm_trace_access *access, lcm_ctx *ctx);
