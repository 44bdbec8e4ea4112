/* What the parts of experiments share. */
#ifndef LCM_COMPOSER_EXPERIMENT_INTERNAL_H
#define LCM_COMPOSER_EXPERIMENT_INTERNAL_H

#include "base/arena.h"
#include "base/list.h"
#include "composer/experiment.h"
#include "composer/fit.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Return, for each of the records "all", what computation that was seen by
 * samples is to be multiplied by to be that of a typical run (memory of
 * "arena"): of equal runs the one in the middle, by how long all of the program
 * computed.  The mean of samples is right where their median is not, but runs
 * that others slow down draw it up; how long a whole run took is known without
 * samples. */
const double *lcm_experiment_typical(lcm_arena *arena,
                                     const lcm_measurements *all);

/* How "count" quantities of the category "category" grow: by each of the "n"
 * variables "names", as in lcm_fit_habits. */
struct lcm_experiment_habit {
  const char *category;
  const char *const *names;
  const double *growth;
  size_t n;
  double count;
};

typedef LCM_LIST(struct lcm_experiment_habit) lcm_experiment_habits;

/* Return whether there is no doubt about how what "model" (NULL: nothing) is of
 * grows. */
bool lcm_experiment_is_known(const lcm_fit_model *model);

/* Note in "all" how what "model", which is known, is of grows. */
void lcm_experiment_learn(lcm_experiment_habits *all, lcm_ctx *ctx,
                          const lcm_fit_model *model);

/* Return what "all" says of quantities of the category of "model", which is
 * over the variables of "data", but for what was learnt from itself; NULL where
 * that is nothing. */
const struct lcm_fit_habits *
lcm_experiment_habits_for(const lcm_experiment_habits *all, lcm_ctx *ctx,
                          const lcm_fit_model *model,
                          const struct lcm_fit_data *data);

/* Return whether others in "all" grow as what "model" is of does. */
bool lcm_experiment_is_usual(const lcm_experiment_habits *all, lcm_ctx *ctx,
                             const lcm_fit_model *model);

#ifdef __cplusplus
}
#endif

#endif
