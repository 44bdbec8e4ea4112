/* How far the growth of a form is from that of other quantities of the program,
 * as a term of its prior. */
#pragma once

#include "fit/job_internal.h"

/* Return the logarithm of how much likelier a form is for what other quantities
 * of the program do, if "job" knows of any: one that was found, one that was
 * fitted. */
double lcm_fit_growth_prior_of_found(const struct lcm_fit_job *job,
                                     const struct lcm_fit_found *found);
double
lcm_fit_growth_prior_of_solution(const struct lcm_fit_job *job,
                                 const struct lcm_fit_solution *solution);
