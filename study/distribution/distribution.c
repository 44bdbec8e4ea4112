/* How the time of a program is distributed: its law is composed, and simulated
 * where it cannot be. */
#include "study/distribution/distribution.h"

#include <math.h>
#include <string.h>

#include "composer/chance/chance.h"
#include "composer/simulate/simulate.h"

/* Half of a 90 % interval in deviations. */
static const double DEVIATIONS = 1.6448536269514722;

/* How often is simulated, where --replications does not say it. */
enum { SIMULATIONS = 5000 };

/* How far the mean of what is exact may be from what is predicted. */
static const double SAME = 1e-6;

/* Fill in what "law" says, with the uncertainty of "point". */
static void take_law(struct lcm_distribution_point *point, lcm_arena *arena,
                     const struct lcm_law *law, double within) {
  const double *c = law->cumulants;
  point->mean = c[0];
  point->deviation = sqrt(fmax(0, c[1]));
  point->skewness = c[1] > 0 ? c[2] / pow(c[1], 1.5) : 0;
  point->kurtosis = c[1] > 0 ? c[3] / (c[1] * c[1]) : 0;
  if (point->uncertainty > 0)
    law = lcm_law_sum(arena, law, lcm_law_normal(arena, point->uncertainty));
  for (size_t k = 0; k < LCM_PERCENTILES; k++)
    point->percentiles[k] = lcm_law_quantile(law, lcm_percentile_shares()[k]);
  point->within = isnan(within) ? NAN : lcm_law_at_most(law, within);
  point->whole = !law->gathered;
}

/* Compose the law at point "i" of "p" into "*law", and whether a recursion that
 * chance ends was followed, which predictions cut, into "*recurred"; false,
 * with the reason in "point", where that cannot be. */
static bool compose(const struct lcm_law **law, bool *recurred,
                    struct lcm_distribution_point *point,
                    struct lcm_predictor *p, size_t i) {
  const struct lcm_setup *setup = lcm_predictor_setup(p);
  const double w = lcm_setup_processors(setup, i);
  struct lcm_predict_options quiet = *setup->options;
  struct lcm_run run;
  const bool muted = lcm_ctx_mute(setup->ctx, true);
  lcm_predictor_begin_run(p, &run, &(struct lcm_run_place){i, w, NULL});
  quiet.nodes = false;
  run.options = &quiet;
  struct lcm_chance_walk walk = {
      .run = &run, .arena = lcm_ctx_arena(setup->ctx), .reach = 1};
  *law = lcm_chance_law(&walk, setup->entry->body, w);
  (void)lcm_ctx_mute(setup->ctx, muted);
  point->exact = !walk.longest;
  *recurred = walk.recurred;
  point->reason = walk.reason  ? walk.reason
                  : run.status ? "the program cannot be followed"
                               : NULL;
  point->at = walk.at;
  return !point->reason;
}

/* Return the law of "n" simulated "times". */
static const struct lcm_law *law_of_times(lcm_arena *arena, const double *times,
                                          size_t n) {
  double *chances = LCM_NEW_ARRAY(arena, double, n + 1);
  for (size_t k = 0; k < n; k++)
    chances[k] = 1 / (double)n;
  return lcm_law_of(arena, times, chances, NULL, n);
}

/* Simulate point "i" of "request" "n" times into "times"; false
 * where it fails. */
static bool simulate(double *times, lcm_ctx *ctx,
                     const struct lcm_distribution_request *request, size_t i,
                     size_t n) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct lcm_simulate_options *how =
      LCM_NEW(arena, struct lcm_simulate_options);
  struct lcm_predict_options *options =
      LCM_NEW(arena, struct lcm_predict_options);
  struct lcm_predictor *p = NULL;
  *options = *request->options;
  if (options->simulate)
    *how = *options->simulate;
  how->least = how->most = n;
  how->precision = 1;
  how->times = times;
  options->simulate = how;
  options->methods = LCM_METHOD_SIMULATE;
  options->keep_chance = true;
  options->hinges = options->limits = options->intervals = false;
  options->formula = options->recurrences = options->nodes = false;
  const bool muted = lcm_ctx_mute(ctx, true);
  const bool failed = lcm_predictor_new(&p, ctx, request->program,
                                        request->prediction->grid, options) ||
                      isnan(lcm_predictor_simulated_time(p, i));
  (void)lcm_ctx_mute(ctx, muted);
  return !failed;
}

/* Let the distribution of "point", number "i", be simulated. */
static void simulate_point(struct lcm_distribution_point *point, lcm_ctx *ctx,
                           const struct lcm_distribution_request *request,
                           size_t i) {
  const struct lcm_simulate_options *asked = request->options->simulate;
  const size_t n = asked && asked->most ? asked->most : SIMULATIONS;
  double *times = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), double, n + 1);
  point->mean = point->deviation = point->skewness = point->kurtosis = NAN;
  for (size_t k = 0; k < LCM_PERCENTILES; k++)
    point->percentiles[k] = NAN;
  point->within = NAN;
  if (!simulate(times, ctx, request, i, n))
    return;
  take_law(point, lcm_ctx_arena(ctx),
           law_of_times(lcm_ctx_arena(ctx), times, n), request->within);
  point->simulated = n;
  point->exact = point->whole = false;
}

lcm_status
lcm_distribution_find(const lcm_distribution **out, lcm_ctx *ctx,
                      const struct lcm_distribution_request *request) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const lcm_prediction *prediction = request->prediction;
  const size_t n = prediction->grid->n_points;
  struct lcm_distribution_point *points =
      LCM_NEW_ARRAY(arena, struct lcm_distribution_point, n + 1);
  struct lcm_predict_options *options =
      LCM_NEW(arena, struct lcm_predict_options);
  lcm_distribution *found = LCM_NEW(arena, lcm_distribution);
  struct lcm_predictor *p = NULL;
  *options = *request->options;
  options->nodes = options->formula = options->hinges = options->limits = false;
  options->keep_chance = true;
  const lcm_status status =
      lcm_predictor_new(&p, ctx, request->program, prediction->grid, options);
  for (size_t i = 0; i < n && !status; i++) {
    const lcm_point *at = &prediction->points[i];
    const struct lcm_law *law = NULL;
    const double half = (at->high - at->low) / 2;
    points[i].uncertainty = half > 0 ? half / DEVIATIONS : 0;
    bool recurred = false;
    const bool composed = compose(&law, &recurred, &points[i], p, i);
    if (composed)
      take_law(&points[i], arena, law, request->within);
    if (composed && points[i].exact && !prediction->is_model && !recurred &&
        fabs(points[i].mean - at->time) > SAME * at->time)
      points[i].reason = "it has costs beside those of its parts";
    if (points[i].reason)
      simulate_point(&points[i], ctx, request, i);
  }
  *found = (lcm_distribution){.name = prediction->name,
                              .grid = prediction->grid,
                              .points = points,
                              .unit = prediction->unit,
                              .is_model = prediction->is_model,
                              .asked = request->within};
  *out = found;
  return status;
}
