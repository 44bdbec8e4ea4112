/* Tells contention from computation by runs with p = 1. */
#pragma once

#include "measure/profile_internal.h"

/* Say in the "n" records "all" which part of computation is contention: by how
 * much the middle of equal runs goes beyond that of the runs on one processor
 * with the same other parameters.  Return whether there are such. */
bool profile_contention(lcm_ctx *ctx, lcm_measurement *all, size_t n);
