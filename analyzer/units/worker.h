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
