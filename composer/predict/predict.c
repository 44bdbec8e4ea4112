/* Predicts a program once. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "composer/predict/predict.h"
#include "composer/predict/predictor.h"
#include "composer/predict/times.h"

lcm_status lcm_predict(const lcm_prediction **out, lcm_ctx *ctx,
                       const lcm_program *program, const lcm_grid *grid,
                       const struct lcm_predict_options *options) {
  struct lcm_predictor *p = NULL;
  const lcm_status status = lcm_predictor_new(&p, ctx, program, grid, options);
  return status ? status : lcm_predictor_run(out, p, grid);
}

void lcm_predict_times(double *times, lcm_ctx *ctx, const lcm_program *program,
                       const lcm_grid *grid,
                       const struct lcm_predict_options *options) {
  struct lcm_predictor *p = NULL;
  struct lcm_predict_options plain = *options;
  const bool muted = lcm_ctx_mute(ctx, true);
  plain.interpret = true;
  plain.nodes = plain.formula = plain.recurrences = false;
  const lcm_status status = lcm_predictor_new(&p, ctx, program, grid, &plain);
  for (size_t i = 0; i < grid->n_points; i++)
    times[i] = NAN;
  if (!status)
    lcm_predictor_times(times, p, grid);
  (void)lcm_ctx_mute(ctx, muted);
}
