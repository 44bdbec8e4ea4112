/* Fitting one quantity: points, search, selection, report. */
#pragma once

#include "fit/job_internal.h"

/* Do what lcm_fit_data_models does, of "job" its data, options and base being
 * given, and an empty arena.  Errors of GSL are silenced. */
LCM_NODISCARD lcm_status lcm_fit_job_run(const lcm_fit_model **out, size_t *n,
                                         struct lcm_fit_job *job);
