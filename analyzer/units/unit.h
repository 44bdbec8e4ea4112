/* The analysis of one unit, in this process. */
#pragma once

#include "analyzer/request/request.h"

/* Analyse "input" into "*out" in this process and in "ctx".  Unless
 * "options->in_process", what libclang holds is left to the end of the
 * process. */
LCM_NODISCARD lcm_status lcm_unit_analyze(
    struct lcm_unit *out, lcm_ctx *ctx, const struct lcm_unit_input *input,
    const struct lcm_analyze_options *options);
