/* Selecting a model: candidates of the search and of libraries, fitted and
 * compared by evidence. */
#pragma once

#include "fit/job_internal.h"

/* Fit what is asked for and choose: the solutions of "job" in the end, or
 * "no_model". */
LCM_NODISCARD lcm_status lcm_fit_select(struct lcm_fit_job *job);
