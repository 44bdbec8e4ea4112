/* Timelines as viewers of traces show them. */
#pragma once

#include "composer/simulate/types.h"
#include "model/results/results.h"

/* Return "schedule" as rows (memory of "ctx"). */
lcm_tracks lcm_timeline_to_tracks(lcm_ctx *ctx, const lcm_timeline *schedule);
