/* Data traces. */
#pragma once

#include "base/attributes.h"
#include "base/diag.h"
#include "composer/trace/move.h"
#include "model/results/results.h"
#include "model/structure/structure.h"

/* Find the data movements of "program" (Crovella 1994, 6.2.2: data traces)
 * and the crossings inside teams into "*out", without those that a model says
 * it was measured with (`measured ... moves=`). */
LCM_NODISCARD lcm_status lcm_data_trace(const lcm_data **out, lcm_ctx *ctx,
                                        const lcm_program *program);

/* As lcm_data_trace, with those of models, what every fragment of the run
 * touches and all dependences between fragments. */
LCM_NODISCARD lcm_status lcm_data_trace_all(const lcm_data **out, lcm_ctx *ctx,
                                            const lcm_program *program);
