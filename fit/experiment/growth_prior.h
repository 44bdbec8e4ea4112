/* What the growth of well-known series says of others: a prior. */
#pragma once

#include "fit/experiment/growth.h"

/* Return whether there is no doubt about how what "model" (NULL: nothing) is of
 * grows: the whole of what it guides, or a quantity of its own. */
bool lcm_experiment_is_known(const lcm_fit_model *model,
                             enum lcm_experiment_guide of);

/* Note in "all" how what "model", which is known, is of grows: the whole of
 * what it guides, or a quantity of its own. */
void lcm_experiment_learn(lcm_experiment_growths *all, lcm_ctx *ctx,
                          const lcm_fit_model *model,
                          enum lcm_experiment_guide of);

/* Return what "all" says of quantities of the category of "model", which is
 * over the variables of "data", with "guide", but for what was learnt from
 * itself; NULL where that is nothing. */
const struct lcm_fit_growth_prior *lcm_experiment_prior_for(
    const lcm_experiment_growths *all, lcm_ctx *ctx, const lcm_fit_model *model,
    const struct lcm_fit_data *data, enum lcm_experiment_guide guide);

/* Return whether what "model" is of, with "guide", grows as that, or where
 * nothing is known of it as others in "all". */
bool lcm_experiment_is_usual(const lcm_experiment_growths *all, lcm_ctx *ctx,
                             const lcm_fit_model *model,
                             enum lcm_experiment_guide guide);
