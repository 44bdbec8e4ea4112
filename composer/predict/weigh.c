/* How much of the time is in what is not known: the last point is executed once
 * more, with all its nodes. */
#include "composer/predict/weigh.h"

#include <math.h>
#include <string.h>

#include "composer/predict/engine.h"
#include "composer/predict/predictor.h"

/* The memory that the nodes of a point may take. */
static const size_t MOST_MEMORY = (size_t)256 << 20;

/* Predict the point of "user". */
static lcm_status predict_nodes(lcm_ctx *ctx, void *user) {
  struct lcm_weighing *w = user;
  struct lcm_predictor *p = NULL;
  struct lcm_predict_options options = *w->p->setup.options;
  options.nodes = options.interpret = true;
  options.formula = options.recurrences = options.hinges = false;
  options.ends = !w->p->recursions.is_cut;
  const lcm_status status =
      lcm_predictor_new(&p, ctx, w->p->setup.program, w->grid, &options);
  return status ? status : lcm_predictor_point(p, &w->point, 0);
}

/* Return the share of the time of "point" that is in "node". */
static double share_of(const lcm_point *point, const lcm_node *node) {
  double share = 0;
  for (size_t i = 0; node && i < point->n_occurrences; i++) {
    const lcm_node *other = point->occurrences[i].node;
    if (other->kind == node->kind && other->loc.file == node->loc.file &&
        other->loc.begin == node->loc.begin)
      share += point->occurrences[i].share;
  }
  return fmin(share, 1);
}

const lcm_point *lcm_weighing_point(struct lcm_weighing *weighing) {
  lcm_ctx *ctx = weighing->p->setup.ctx;
  if (!weighing->asked) {
    const bool muted = lcm_ctx_mute(ctx, true);
    weighing->asked = true;
    weighing->done = !lcm_ctx_within(ctx, MOST_MEMORY, predict_nodes, weighing);
    (void)lcm_ctx_mute(ctx, muted);
  }
  return weighing->done ? &weighing->point : NULL;
}

void lcm_unknown_weigh(lcm_prediction *out, struct lcm_weighing *weighing) {
  const lcm_point *point = out->n_unknown ? lcm_weighing_point(weighing) : NULL;
  if (!point)
    return;
  struct lcm_unknown *all =
      LCM_NEW_ARRAY(lcm_ctx_arena(weighing->p->setup.ctx), struct lcm_unknown,
                    out->n_unknown + 1);
  for (size_t i = 0; i < out->n_unknown; i++) {
    all[i] = out->unknown[i];
    if (lcm_unknown_is_loop(&all[i]) || lcm_unknown_is_guess(&all[i]))
      all[i].share = share_of(point, all[i].node);
  }
  out->unknown = all;
}

const lcm_grid *lcm_grid_last(lcm_ctx *ctx, const lcm_grid *grid) {
  return lcm_grid_at(ctx, grid, grid->n_points - 1);
}
