/* Units analysed in processes of their own. */
#pragma once

#include "analyzer/units/cache.h"

/* Analyse the "n" units at "inputs" into "units", each in a process of its own
 * with the limits of "options", several at a time; those that "cache" (NULL:
 * none) has are taken from there, the others are put there. */
LCM_NODISCARD lcm_status lcm_workers_run(
    struct lcm_unit *units, lcm_ctx *ctx, const struct lcm_unit_input *inputs,
    size_t n, const struct lcm_analyze_options *options,
    struct lcm_cache *cache);

/* Let this process, which has no other purpose than the unit of "input" and
 * ends soon, have the limits of a worker and be confined as one: it may call
 * lcm_unit_analyze itself.  What it writes to files from then on is lost, and
 * does not end it. */
void lcm_worker_become(lcm_ctx *ctx, const struct lcm_unit_input *input,
                       const struct lcm_analyze_options *options);
