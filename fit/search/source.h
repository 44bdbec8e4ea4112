/* What the source says of a quantity, beside what was measured. */
#pragma once

#include "fit/job_internal.h"

/* Put the growth of "form" with the coefficients "beta" by each of the varying
 * variables of "job" into "growth", beyond the points: the logarithm, to base
 * 2, of the factor when that doubles; false where it has none. */
bool lcm_fit_growth(double *growth, const struct lcm_fit_job *job,
                    const struct lcm_fit_form *form, const double *beta);

/* Return how the quantity of "job" grows by the source, as "by_source" of
 * that. */
const double *lcm_fit_source_growth(const struct lcm_fit_job *job);

/* Put the forms that "source" suggests into "*out" (memory of "ctx"); return
 * how many. */
size_t lcm_fit_source_forms(const char *const **out, lcm_ctx *ctx,
                            const struct lcm_fit_source *source);

/* Return the logarithm of how likely "solution", of one of these forms, is
 * before anything is measured. */
double lcm_fit_source_weight(const struct lcm_fit_solution *solution);

/* Put what the source says of the chosen solution of "job", and whether the
 * runs agree, into "model". */
void lcm_fit_source_compare(lcm_fit_model *model,
                            const struct lcm_fit_job *job);
