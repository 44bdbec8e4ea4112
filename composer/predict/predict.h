/* Predicting a program: all of it, or nothing but its times at points. */
#pragma once

#include "composer/predict/engine.h"
#include "composer/predict/flat.h"
#include "composer/predict/form.h"
#include "composer/predict/goal.h"
#include "composer/predict/hinge/hinge.h"
#include "composer/predict/internal.h"
#include "composer/predict/model.h"
#include "composer/predict/most.h"
#include "composer/predict/operations/operations.h"
#include "composer/predict/predictor.h"
#include "composer/predict/runs.h"
#include "composer/predict/traffic.h"
#include "composer/predict/weigh.h"
#include "composer/scope/scope.h"
#include "model/results/results.h"
#include "model/structure/structure.h"

/* Predict "program" at every point of "grid" into "*out".  A name without a
 * value, p = 0, a negative or undefined cost, recursion that does not end: a
 * diagnostic at its place, and no result. */
LCM_NODISCARD lcm_status lcm_predict(const lcm_prediction **out, lcm_ctx *ctx,
                                     const lcm_program *program,
                                     const lcm_grid *grid,
                                     const struct lcm_predict_options *options);

/* Put the time of "program" at each point of "grid" into "times", as
 * lcm_predict gives it, by executing the structure; NaN where there is none.
 * Nothing else is worked out, which is faster, and nothing is reported. */
void lcm_predict_times(double *times, lcm_ctx *ctx, const lcm_program *program,
                       const lcm_grid *grid,
                       const struct lcm_predict_options *options);

struct lcm_predictor;

/* Return a predictor of nothing but the times of "program", by executing the
 * structure; NULL where it cannot be predicted.  Nothing is reported. */
struct lcm_predictor *
lcm_times_predictor(lcm_ctx *ctx, const lcm_program *program,
                    const lcm_grid *grid,
                    const struct lcm_predict_options *options);

/* Put the time at each point of "grid", which has the names of the grid of "p",
 * into "times"; NaN where there is none.  Diagnostics are dropped. */
void lcm_predictor_times(double *times, struct lcm_predictor *p,
                         const lcm_grid *grid);

/* Put the patterns that the messages of "program", which has an entry, show on
 * a few small numbers of ranks into "*out"; return how many there are. */
size_t lcm_program_patterns(const struct lcm_pattern **out, lcm_ctx *ctx,
                            const lcm_program *program);
