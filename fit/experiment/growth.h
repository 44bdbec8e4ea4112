/* Quantities that were fitted, and how those of a category grow: the prior of
 * those that are known less well. */
#pragma once

#include "base/list.h"
#include "fit/experiment/experiment.h"

/* A quantity that was fitted, and its model: NULL where there is none. */
struct lcm_experiment_part {
  const struct lcm_experiment_series *series;
  const lcm_fit_model *model;
};

/* What says how a quantity grows besides what others do: nothing, what samples
 * saw of which it is a part, the whole run that it makes most of. */
enum lcm_experiment_guide { LCM_GUIDE_NONE, LCM_GUIDE_SAMPLES, LCM_GUIDE_RUN };

/* How "count" quantities of the category "category" grow: by each of the "n"
 * variables "names", as in lcm_fit_growth_prior. */
struct lcm_experiment_growth {
  const char *category;
  const char *const *names;
  const double *growth;
  size_t n;
  double count;
  /* those that it guides, which it is the whole of */
  enum lcm_experiment_guide of;
};

typedef LCM_LIST(struct lcm_experiment_growth) lcm_experiment_growths;
