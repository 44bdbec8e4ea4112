/* A model of another context, copied into this one. */
#pragma once

#include "fit/job_internal.h"

/* Put a copy of "model", which is of another context, into "*out", in memory of
 * "ctx"; "rank" as in lcm_fit_report. */
LCM_NODISCARD lcm_status lcm_fit_adopt(lcm_fit_model *out, lcm_ctx *ctx,
                                       const lcm_fit_model *model, size_t rank);
