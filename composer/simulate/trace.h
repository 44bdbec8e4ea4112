/* Timelines as Chrome trace JSON. */
#pragma once

#include "composer/simulate/types.h"

/* Return "schedule" as Chrome trace JSON (for Perfetto and others). */
LCM_GIVE char *lcm_timeline_to_trace(lcm_ctx *ctx,
                                     const lcm_timeline *schedule);
