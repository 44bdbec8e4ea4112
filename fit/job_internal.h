/* One call of lcm_fit_data_models. */
#pragma once

#include "fit/search/search_internal.h"

/* What is being done.
 * arena      what is not part of the result
 * points     all variables
 * varying    the same points, the variables that have several values alone
 * found      forms of the search, the first "n_found" of which are worth a look
 * least      score below which forms need not be fitted
 * solutions  forms fitted; the chosen one first in the end
 * no_model   why there is none, or NULL */
struct lcm_fit_job {
  lcm_ctx *ctx;
  lcm_arena *arena;
  const struct lcm_fit_data *data;
  const struct lcm_fit_options *options;
  const lcm_fit_model *base;
  struct lcm_fit_points points;
  struct lcm_fit_points varying;
  lcm_fit_found_list found;
  size_t n_found;
  double least;
  LCM_LIST(struct lcm_fit_solution) solutions;
  const char *no_model;
};

/* Do what lcm_fit_data_models does, of "job" its data, options and base being
 * given, and an empty arena.  Errors of GSL are silenced. */
LCM_NODISCARD lcm_status lcm_fit_job_run(const lcm_fit_model **out, size_t *n,
                                         struct lcm_fit_job *job);

/* Put the form "form" over uncertain coefficients, those that "model" has, into
 * it; "rank" as in lcm_fit_report. */
LCM_NODISCARD lcm_status lcm_fit_express(lcm_fit_model *model, lcm_ctx *ctx,
                                         const lcm_expr *form, size_t rank);

/* Read the form "text" over the "n" variables "names", in which coefficients
 * are named, into "*out": its expression alone. */
LCM_NODISCARD lcm_status lcm_fit_form_express(const lcm_expr **out,
                                              lcm_ctx *ctx, const char *text,
                                              const char *const *names,
                                              size_t n);

/* Put a copy of "model", which is of another context, into "*out", in memory of
 * "ctx"; "rank" as in lcm_fit_report. */
LCM_NODISCARD lcm_status lcm_fit_adopt(lcm_fit_model *out, lcm_ctx *ctx,
                                       const lcm_fit_model *model, size_t rank);

/* Put what would help to know "model", the first solution of "job", better into
 * it: measurements to make. */
void lcm_fit_suggest(lcm_fit_model *model, struct lcm_fit_job *job);

/* Return in words where the chosen form changes its coefficient, or that it is
 * the mean of what is mostly 0; NULL where there is nothing to say. */
const char *lcm_fit_regime(struct lcm_fit_job *job);

/* Return the logarithm of how much likelier a form is for what other quantities
 * of the program do, if "job" knows of any: one that was found, one that was
 * fitted. */
double lcm_fit_habit_of_found(const struct lcm_fit_job *job,
                              const struct lcm_fit_found *found);
double lcm_fit_habit_of_solution(const struct lcm_fit_job *job,
                                 const struct lcm_fit_solution *solution);

/* Fit what is asked for and choose: the solutions of "job" in the end, or
 * "no_model". */
LCM_NODISCARD lcm_status lcm_fit_select(struct lcm_fit_job *job);
