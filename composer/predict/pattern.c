#include "composer/engine/messages/pattern.h"
#include "composer/engine/env.h"
#include "composer/engine/serial.h"
#include "composer/predict/engine.h"
#include "composer/predict/pattern.h"
#include "composer/predict/pattern_internal.h"
#include "composer/predict/predict_internal.h"
#include "composer/scope/options.h"

/* Note the messages of a run on "ranks" ranks, with the variables of the first
 * point, in "*traffic"; false where it makes no sense on so many. */
static bool run_on(struct lcm_traffic *traffic, struct lcm_predictor *p,
                   size_t ranks) {
  struct lcm_predict_options plain = *p->options;
  const struct lcm_predict_options *const options = p->options;
  struct lcm_run run;
  plain.nodes = false;
  p->options = &plain;
  lcm_predictor_prepare(p, &run, 0, (double)ranks);
  *traffic = (struct lcm_traffic){.n = ranks};
  run.messages.alone = true;
  run.messages.traffic = traffic;
  (void)lcm_run_serial(&run, p->entry->body, (double)ranks);
  p->options = options;
  return !run.status;
}

size_t lcm_predictor_patterns(const struct lcm_pattern **out,
                              struct lcm_predictor *p) {
  static const size_t RANKS[] = {4, 6, 8, 16};
  enum { MOST = sizeof RANKS / sizeof *RANKS, WANTED = 3 };
  struct lcm_traffic runs[WANTED];
  struct lcm_run run;
  size_t n = 0;
  lcm_predictor_prepare(p, &run, 0, 1);
  if (!lcm_run_traits(&run, p->entry->body)->ranks)
    return 0;
  const bool muted = lcm_ctx_mute(p->ctx, true);
  for (size_t i = 0; i < MOST && n < WANTED; i++)
    n += run_on(&runs[n], p, RANKS[i]);
  (void)lcm_ctx_mute(p->ctx, muted);
  return n > 1 ? lcm_patterns_find(out, p->ctx, runs, n) : 0;
}

size_t lcm_program_patterns(const struct lcm_pattern **out, lcm_ctx *ctx,
                            const lcm_program *program) {
  const struct lcm_predict_options options = {.machine = NULL};
  const lcm_grid *grid = NULL;
  struct lcm_predictor p;
  size_t n = 0;
  const bool muted = lcm_ctx_mute(ctx, true);
  if (!lcm_grid_parse(&grid, ctx, NULL, 0) &&
      !lcm_predictor_begin(&p, ctx, program, grid, &options) && p.entry)
    n = lcm_predictor_patterns(out, &p);
  (void)lcm_ctx_mute(ctx, muted);
  return n;
}
