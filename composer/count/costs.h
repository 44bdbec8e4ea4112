#pragma once

#include "composer/scope/options.h"

/* Count what the functions of "program", which was analysed for it
 * (lcm_analyze_options.costs), compute and touch, into "*out". */
LCM_NODISCARD lcm_status
lcm_costs_count(const lcm_costs **out, lcm_ctx *ctx, const lcm_program *program,
                const struct lcm_cost_options *options);
