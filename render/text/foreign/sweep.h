/* All points of a prediction as tables of other tools. */
#pragma once

#include "model/results/results.h"

/* Append a row for each setting of the variables but p, as Cilkscale has it:
 * work, span and their ratio, and the time on each number of processors.  The
 * burdened span, which is not predicted, is nan. */
void lcm_put_cilkscale(lcm_buf *buf, lcm_ctx *ctx,
                       const lcm_prediction *prediction);

/* Append the times and categories of all points as Extra-P's text, as its JSON
 * Lines. */
void lcm_put_extrap_text(lcm_buf *buf, lcm_ctx *ctx,
                         const lcm_prediction *prediction);
void lcm_put_extrap_jsonl(lcm_buf *buf, lcm_ctx *ctx,
                          const lcm_prediction *prediction);
