/* Predictions of one program again and again. */
#pragma once

#include "composer/predict/closed_form.h"
#include "composer/scope/scope.h"

struct lcm_predictor;
struct lcm_setup;

/* Make "*out" ready to predict "program" at points of "grid"; "options" and
 * "grid" are kept. */
LCM_NODISCARD lcm_status lcm_predictor_new(
    struct lcm_predictor **out, lcm_ctx *ctx, const lcm_program *program,
    const lcm_grid *grid, const struct lcm_predict_options *options);

/* Put the prediction at all points of "grid", which has the names of the grid
 * of "p", into "*out". */
LCM_NODISCARD lcm_status lcm_predictor_run(const lcm_prediction **out,
                                           struct lcm_predictor *p,
                                           const lcm_grid *grid);

/* Return what "p" executes at each point: the program, in which models are of
 * one execution, its machine and its grid. */
const struct lcm_setup *lcm_predictor_setup(const struct lcm_predictor *p);

/* Return the closed form that "p" computes with; NULL where there is none that
 * can be trusted. */
const struct lcm_closed_form *
lcm_predictor_closed_form(const struct lcm_predictor *p);

/* Return the time as a formula, if it was asked for and there is one; else
 * NULL. */
const lcm_expr *lcm_predictor_formula(const struct lcm_predictor *p);

/* Return how often "p" has executed the structure. */
size_t lcm_predictor_executions(const struct lcm_predictor *p);

/* Return whether "p" is for the first point of its grid alone: recursions are
 * cut where they do not end there. */
bool lcm_predictor_is_of_point(const struct lcm_predictor *p);
