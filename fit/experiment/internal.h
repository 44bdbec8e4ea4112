/* What the parts of experiments share. */
#pragma once

#include "base/arena.h"
#include "base/list.h"
#include "fit/experiment/experiment.h"
#include "fit/fit.h"

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

/* Return whether how long "one" took was told by samples, as far as it is: what
 * is timed has a time of its own. */
bool lcm_record_is_sampled(const lcm_measurement *one);

/* Order the settings of two runs: what was run, and the values of its
 * parameters. */
int lcm_record_by_setting(const lcm_measurement *a, const lcm_measurement *b);

/* Order the runs of two records: by their settings, then by their numbers. */
int lcm_record_by_run(const lcm_measurement *a, const lcm_measurement *b);

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

/* What says how a quantity grows besides what others do: nothing, what samples
 * saw of which it is a part, the whole run that it makes most of. */
enum lcm_experiment_guide { LCM_GUIDE_NONE, LCM_GUIDE_SAMPLES, LCM_GUIDE_RUN };

/* Return what says how "series" grows, "whole" being of the same category of
 * the whole run (or NULL). */
enum lcm_experiment_guide
lcm_experiment_guide_of(const struct lcm_experiment_series *series,
                        const struct lcm_experiment_series *whole);

/* Put what samples saw of the category of "whole", which is of the whole runs,
 * in each of them into "*out": the sum of those of the "n" "parts" that they
 * split it among.  Return whether that is several, and something. */
bool lcm_experiment_pool(struct lcm_experiment_series *out, lcm_ctx *ctx,
                         const struct lcm_experiment_series *whole,
                         const struct lcm_experiment_part *parts, size_t n);

/* How "count" quantities of the category "category" grow: by each of the "n"
 * variables "names", as in lcm_fit_habits.
 * of  those that it guides, which it is the whole of */
struct lcm_experiment_habit {
  const char *category;
  const char *const *names;
  const double *growth;
  size_t n;
  double count;
  enum lcm_experiment_guide of;
};

typedef LCM_LIST(struct lcm_experiment_habit) lcm_experiment_habits;

/* Return whether there is no doubt about how what "model" (NULL: nothing) is of
 * grows: the whole of what it guides, or a quantity of its own. */
bool lcm_experiment_is_known(const lcm_fit_model *model,
                             enum lcm_experiment_guide of);

/* Note in "all" how what "model", which is known, is of grows: the whole of
 * what it guides, or a quantity of its own. */
void lcm_experiment_learn(lcm_experiment_habits *all, lcm_ctx *ctx,
                          const lcm_fit_model *model,
                          enum lcm_experiment_guide of);

/* Return what "all" says of quantities of the category of "model", which is
 * over the variables of "data", with "guide", but for what was learnt from
 * itself; NULL where that is nothing. */
const struct lcm_fit_habits *lcm_experiment_habits_for(
    const lcm_experiment_habits *all, lcm_ctx *ctx, const lcm_fit_model *model,
    const struct lcm_fit_data *data, enum lcm_experiment_guide guide);

/* Return whether what "model" is of, with "guide", grows as that, or where
 * nothing is known of it as others in "all". */
bool lcm_experiment_is_usual(const lcm_experiment_habits *all, lcm_ctx *ctx,
                             const lcm_fit_model *model,
                             enum lcm_experiment_guide guide);
