/* Sidecar files: what they declare and say of lines, functions and nodes. */
#pragma once

#include "analyzer/request/request.h"

/* Report entries of the sidecar files of "options" for functions that none of
 * the "n" units at "units" has. */
LCM_NODISCARD lcm_status
lcm_sidecars_check(lcm_ctx *ctx, const struct lcm_unit *units, size_t n,
                   const struct lcm_analyze_options *options);
