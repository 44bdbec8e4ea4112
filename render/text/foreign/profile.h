/* The last point of a prediction as a profile: the processor-seconds of each
 * node, which together are p times the time. */
#pragma once

#include "model/results/results.h"

/* Append it as folded stacks, in nanoseconds; what is lost has its category as
 * a frame. */
void lcm_put_folded(lcm_buf *buf, lcm_ctx *ctx,
                    const lcm_prediction *prediction);

/* Append it as a profile of V8 (.cpuprofile): what nodes spend themselves
 * stands one behind the other. */
void lcm_put_cpuprofile(lcm_buf *buf, lcm_ctx *ctx,
                        const lcm_prediction *prediction);

/* Append it as a tree of Hatchet, in seconds. */
void lcm_put_hatchet(lcm_buf *buf, lcm_ctx *ctx,
                     const lcm_prediction *prediction);
