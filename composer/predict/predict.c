/* Predicts a program once, or nothing but its times. */
#include "composer/predict/predict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "composer/predict/chunk.h"
#include "composer/predict/reach.h"
#include "composer/predict/weigh.h"

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

/* Return what sets the time of "program" at point "i" of "grid", its loops
 * "apart" where they are nodes; NULL where that is not known. */
static const struct lcm_limits *
limits_at(lcm_ctx *ctx, const lcm_program *program, const lcm_grid *grid,
          size_t i, const struct lcm_predict_options *of) {
  struct lcm_predictor *p = NULL;
  lcm_point point = {.limits = NULL};
  const bool muted = lcm_ctx_mute(ctx, true);
  lcm_status status = lcm_predictor_new(&p, ctx, program, grid, of);
  status = status ? status : lcm_predictor_point(p, &point, i);
  (void)lcm_ctx_mute(ctx, muted);
  return status ? NULL : point.limits;
}

/* Put what sets the times of "program", which "out" is of, into its points, and
 * how far the time of which the headline speaks may be off, as "options"
 * ask. */
static void add_limits(lcm_prediction *out, lcm_ctx *ctx,
                       const lcm_program *program,
                       const struct lcm_predict_options *options) {
  const lcm_grid *grid = out->grid;
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct lcm_predict_options *own = LCM_NEW(arena, struct lcm_predict_options);
  lcm_point *points = LCM_NEW_ARRAY(arena, lcm_point, grid->n_points + 1);
  struct lcm_source_interval *source =
      LCM_NEW(arena, struct lcm_source_interval);
  const enum lcm_time_is is = lcm_basis_time_is(&out->basis);
  bool fastest = false;
  const size_t chosen = lcm_prediction_chosen(out, &fastest);
  *own = *options;
  own->nodes = own->limits = own->interpret = true;
  own->formula = own->recurrences = own->hinges = own->check = false;
  memcpy(points, out->points, grid->n_points * sizeof *points);
  out->points = points;
  if (options->intervals && lcm_machine_has_prices(options->machine) &&
      !lcm_basis_is_open(&out->basis)) {
    const struct lcm_limits *limits =
        limits_at(ctx, program, grid, chosen, own);
    if (limits && lcm_source_interval(
                      source, &points[chosen], limits,
                      is == LCM_TIME_IS_LEAST || is == LCM_TIME_IS_LEAST_ABOUT,
                      lcm_program_is_coded(program, options->machine)))
      points[chosen].source = source;
  }
  own->parts = true;
  for (size_t i = 0; i < grid->n_points && options->limits; i++)
    points[i].limits = limits_at(ctx, program, grid, i, own);
}

/* Return "of" where it is not known what the times hang on: so they are not
 * either, if that may be something ("any"). */
static lcm_prediction *without_hinges(lcm_ctx *ctx, const lcm_prediction *of,
                                      bool any) {
  lcm_prediction *out = LCM_NEW(lcm_ctx_arena(ctx), lcm_prediction);
  *out = *of;
  out->basis.wide = any;
  return out;
}

lcm_status lcm_predict(const lcm_prediction **out, lcm_ctx *ctx,
                       const lcm_program *program, const lcm_grid *grid,
                       const struct lcm_predict_options *options) {
  struct lcm_predictor *p = NULL;
  struct lcm_predict_options *own =
      LCM_NEW(lcm_ctx_arena(ctx), struct lcm_predict_options);
  *own = *options;
  own->limits = false;
  lcm_status status = lcm_predictor_new(&p, ctx, program, grid, own);
  status = status ? status : lcm_predictor_run(out, p, grid);
  if (!status && !lcm_ctx_so_far(ctx, NULL) && options->hinges &&
      !(*out)->bare) {
    lcm_prediction *more = LCM_NEW(lcm_ctx_arena(ctx), lcm_prediction);
    *more = **out;
    struct lcm_weighing weighing = {.p = p, .grid = lcm_grid_last(ctx, grid)};
    lcm_hinges_find(more, &weighing);
    lcm_unknown_weigh(more, &weighing);
    if (lcm_ctx_is_stopped(ctx)) {
      lcm_ctx_end(ctx, "all points, not what they hang on");
      more = without_hinges(ctx, *out, more->hinged);
    }
    *out = more;
  }
  if (!status && !lcm_ctx_so_far(ctx, NULL) &&
      (options->limits || options->intervals) && !(*out)->bare &&
      !program->is_model) {
    lcm_prediction *more = LCM_NEW(lcm_ctx_arena(ctx), lcm_prediction);
    struct lcm_predict_options rest = *options;
    *more = **out;
    rest.ends = !p->recursions.is_cut;
    add_limits(more, ctx, program, &rest);
    if (lcm_ctx_is_stopped(ctx))
      lcm_ctx_end(ctx, "all points, not what sets their times");
    else
      *out = more;
  }
  if (!status)
    lcm_reach_tell(ctx, &(*out)->basis, (*out)->grid);
  return status;
}

struct lcm_predictor *
lcm_times_predictor(lcm_ctx *ctx, const lcm_program *program,
                    const lcm_grid *grid,
                    const struct lcm_predict_options *options) {
  struct lcm_predictor *p = NULL;
  struct lcm_predict_options *plain =
      LCM_NEW(lcm_ctx_arena(ctx), struct lcm_predict_options);
  const bool muted = lcm_ctx_mute(ctx, true);
  *plain = *options;
  plain->interpret = true;
  plain->nodes = plain->formula = plain->recurrences = plain->hinges = false;
  const lcm_status status = lcm_predictor_new(&p, ctx, program, grid, plain);
  (void)lcm_ctx_mute(ctx, muted);
  return status ? NULL : p;
}

void lcm_predict_times(double *times, lcm_ctx *ctx, const lcm_program *program,
                       const lcm_grid *grid,
                       const struct lcm_predict_options *options) {
  struct lcm_predictor *p = lcm_times_predictor(ctx, program, grid, options);
  for (size_t i = 0; i < grid->n_points; i++)
    times[i] = NAN;
  if (p)
    lcm_predictor_times(times, p, grid);
}

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
