/* The patterns of the messages of a program that is not predicted otherwise. */
#include "composer/predict/pattern.h"
#include "composer/predict/predictor.h"
#include "composer/predict/traffic.h"

size_t lcm_program_patterns(const struct lcm_pattern **out, lcm_ctx *ctx,
                            const lcm_program *program) {
  const struct lcm_predict_options options = {.machine = NULL};
  const lcm_grid *grid = NULL;
  struct lcm_predictor *p = NULL;
  size_t n = 0;
  const bool muted = lcm_ctx_mute(ctx, true);
  if (!lcm_grid_parse(&grid, ctx, NULL, 0) &&
      !lcm_predictor_new(&p, ctx, program, grid, &options))
    n = lcm_predictor_patterns(out, p);
  (void)lcm_ctx_mute(ctx, muted);
  return n;
}
