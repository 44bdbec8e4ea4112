/* A solution of the fit as a model: expression, intervals, quality. */
#pragma once

#include "fit/job_internal.h"

/* Make the model that solution "rank" of "job" is into "*out"; 0 is the
 * selected one. */
LCM_NODISCARD lcm_status lcm_fit_report(lcm_fit_model *out,
                                        const struct lcm_fit_job *job,
                                        size_t rank);

/* Return "level", or the default where it is 0. */
double lcm_fit_level(double level);

/* Put the form "form" over uncertain coefficients, those that "model" has, into
 * it; "rank" as in lcm_fit_report. */
LCM_NODISCARD lcm_status lcm_fit_express(lcm_fit_model *model, lcm_ctx *ctx,
                                         const lcm_expr *form, size_t rank);
