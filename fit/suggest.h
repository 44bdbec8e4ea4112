/* Which points to measure next, and where behaviour seems to change. */
#pragma once

#include "fit/job_internal.h"

/* Put what would help to know "model", the first solution of "job", better into
 * it: measurements to make. */
void lcm_fit_suggest(lcm_fit_model *model, struct lcm_fit_job *job);

/* Return in words where the chosen form changes its coefficient, or that it is
 * the mean of what is mostly 0; NULL where there is nothing to say. */
const char *lcm_fit_regime(struct lcm_fit_job *job);
