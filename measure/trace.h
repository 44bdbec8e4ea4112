/* The timeline of a run as a Chrome trace. */
#pragma once

#include "measure/profile_internal.h"

/* Write the timeline of "raws" to "path" as a trace of Chrome or Perfetto. */
lcm_status profile_trace(lcm_ctx *ctx, const struct profile_raws *raws,
                         const char *path);
