/* The times of a program at points, and nothing else of them. */
#include "composer/predict/times.h"
#include "composer/predict/chunk.h"
#include "composer/predict/engine.h"
#include "composer/predict/internal.h"
#include "composer/predict/model.h"
#include "composer/predict/runs.h"

/* Return the time at point "i" by "method", without the closed form. */
static double time_at(struct lcm_predictor *p, enum lcm_method method,
                      size_t i) {
  switch (method) {
  case LCM_METHOD_BOUND:
    return lcm_predictor_bound_time(p, i);
  case LCM_METHOD_SIMULATE:
    return lcm_predictor_simulated_time(p, i);
  case LCM_METHOD_COMPOSE:
    break;
  }
  return lcm_predictor_time(p, i);
}

void lcm_predictor_times(double *times, struct lcm_predictor *p,
                         const lcm_grid *grid) {
  const lcm_grid *const own = p->setup.grid;
  const bool muted = lcm_ctx_mute(p->setup.ctx, true);
  const size_t n = grid->n_points;
  const enum lcm_method method = lcm_predictor_method(p);
  const bool composed = method == LCM_METHOD_COMPOSE;
  struct lcm_chunk c = {.p = p};
  p->setup.grid = grid;
  if (p->form)
    c = lcm_chunk_new(p, p->form, LCM_CHUNK);
  for (size_t first = 0; first < n; first += LCM_CHUNK) {
    c.first = first;
    c.n = n - first < LCM_CHUNK ? n - first : LCM_CHUNK;
    if (p->form)
      lcm_predictor_evaluate(&c);
    for (size_t i = 0; i < c.n; i++)
      times[first + i] = p->form && composed && c.fits[i]
                             ? c.results[0][i]
                             : time_at(p, method, first + i);
  }
  p->setup.grid = own;
  (void)lcm_ctx_mute(p->setup.ctx, muted);
}
