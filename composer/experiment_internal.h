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

/* Return the value of variable "name" in "one", NaN for none; p is also the
 * processors. */
double lcm_record_value(const lcm_measurement *one, const char *name);

/* Return whether the word "flag" is among the flags of "one". */
bool lcm_record_has(const lcm_measurement *one, const char *flag);

/* Return whether the source says that what "one" measured does not count. */
bool lcm_record_is_ignored(const lcm_measurement *one);

/* Return what "one" has in "category": nothing is 0 where the record has all
 * cycles of its fragment, else NaN. */
double lcm_record_amount(const lcm_measurement *one, const char *category);

/* Return the processor-seconds of "one", all categories together. */
double lcm_record_spent(const lcm_measurement *one);

/* Return whether "a" and "b" are of runs with the same parameters. */
bool lcm_record_is_like(const lcm_measurement *a, const lcm_measurement *b);

/* Return, for each of the records "all", what computation that was seen by
 * samples is to be multiplied by to be that of a typical run (memory of
 * "arena"): of equal runs the one in the middle, by how long all of the program
 * computed.  The mean of samples is right where their median is not, but runs
 * that others slow down draw it up; how long a whole run took is known without
 * samples. */
const double *lcm_experiment_typical(lcm_arena *arena,
                                     const lcm_measurements *all);

/* A quantity that was fitted, and its model: NULL where there is none. */
struct lcm_experiment_part {
  const struct lcm_experiment_series *series;
  const lcm_fit_model *model;
};

/* Return by which share of their time the runs of a size are off from what the
 * models of the "n" "parts", all of what "all" has, add up to: half of the 90 %
 * interval.  A size has something of its own (how arrays lie in a cache, a
 * machine that was slow for a while), which is no error of one model but of all
 * of them together.  It is the root of the mean square of the differences over
 * that of the sums, so that long runs say more than short ones.  0 where
 * there are no whole runs of two settings. */
double lcm_experiment_common(lcm_ctx *ctx, const lcm_measurements *all,
                             const struct lcm_experiment_part *parts, size_t n);

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
