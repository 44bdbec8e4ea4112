/* What the growth of well-known series says of others: a prior. */
#include <math.h>
#include <string.h>

#include "fit/experiment/growth_prior.h"
#include "fit/predict.h"
#include "fit/search/powers.h"

/* Symmetric errors by cross-validation, in percent, and shares of the variation
 * of what is known well. */
static const double WELL = 10;
static const double MOST = 0.9;

/* How far, as an exponent, growths that are alike are apart: of quantities of a
 * program, of a part and the whole. */
static const double APART = 0.15;
static const double WHOLE_APART = 0.05;

/* For how many quantities speaks what they are parts of; the symmetric error,
 * in percent, up to which that is known. */
static const double WHOLE = 30;
static const double WHOLE_WELL = 20;

/* Growths that are the same: parts of an exponent. */
static const double PARTS = 8;

/* Return whether "model" is off by "most" at most, in percent, and explains
 * what varies. */
static bool is_near(const lcm_fit_model *model, double most) {
  return model && model->selected && model->expr && model->n_coefficients &&
         model->n_variables && model->quality.cv_smape <= most &&
         model->quality.r2 >= MOST;
}

bool lcm_experiment_is_known(const lcm_fit_model *model,
                             enum lcm_experiment_guide of) {
  return is_near(model, of ? WHOLE_WELL : WELL);
}

/* Return how "model" grows by its variable number "v" beyond the points, in
 * parts; NaN where that is not known. */
static double growth_by(lcm_ctx *ctx, const lcm_fit_model *model, size_t v) {
  const size_t n = model->n_variables;
  lcm_binding *at = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_binding, n + 1);
  struct lcm_fit_predicted said[2] = {0};
  for (size_t i = 0; i < n; i++)
    at[i] = (lcm_binding){model->variables[i].name,
                          LCM_FIT_BEYOND * model->variables[i].high};
  for (size_t i = 0; i < 2; i++) {
    if (lcm_fit_predict(&said[i], ctx, model, at, n, 0) || !(said[i].value > 0))
      return NAN;
    at[v].value *= 2;
  }
  return round(PARTS * log2(said[1].value / said[0].value)) / PARTS;
}

/* Return how "model" grows, of one. */
static struct lcm_experiment_growth growth_of(lcm_ctx *ctx,
                                              const lcm_fit_model *model) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t n = model->n_variables;
  const char **names = LCM_NEW_ARRAY(arena, const char *, n + 1);
  double *growth = LCM_NEW_ARRAY(arena, double, n + 1);
  for (size_t v = 0; v < n; v++) {
    names[v] = model->variables[v].name;
    growth[v] = growth_by(ctx, model, v);
  }
  return (struct lcm_experiment_growth){model->category, names, growth, n, 1,
                                        LCM_GUIDE_NONE};
}

/* Return whether "a" and "b" say the same of the same. */
static bool is_same(const struct lcm_experiment_growth *a,
                    const struct lcm_experiment_growth *b) {
  bool same =
      a->n == b->n && a->of == b->of && !strcmp(a->category, b->category);
  for (size_t v = 0; v < a->n && same; v++)
    same = !strcmp(a->names[v], b->names[v]) &&
           (a->growth[v] == b->growth[v] ||
            (isnan(a->growth[v]) && isnan(b->growth[v])));
  return same;
}

/* Return how many quantities of "all" grow as "learned", which is one of them
 * where it is known. */
static double count(const lcm_experiment_growths *all,
                    const struct lcm_experiment_growth *learned) {
  for (size_t i = 0; i < all->n; i++)
    if (is_same(&all->at[i], learned))
      return all->at[i].count;
  return 0;
}

void lcm_experiment_learn(lcm_experiment_growths *all, lcm_ctx *ctx,
                          const lcm_fit_model *model,
                          enum lcm_experiment_guide of) {
  struct lcm_experiment_growth learned = growth_of(ctx, model);
  learned.of = of;
  learned.count = of ? WHOLE : 1;
  for (size_t i = 0; i < all->n; i++)
    if (is_same(&all->at[i], &learned)) {
      all->at[i].count++;
      return;
    }
  LCM_LIST_ADD(lcm_ctx_arena(ctx), all, learned);
}

/* Return how "learned" has it by the variable "name"; NaN where it does not. */
static double find(const struct lcm_experiment_growth *learned,
                   const char *name) {
  for (size_t v = 0; v < learned->n; v++)
    if (!strcmp(learned->names[v], name))
      return learned->growth[v];
  return NAN;
}

const struct lcm_fit_growth_prior *lcm_experiment_prior_for(
    const lcm_experiment_growths *all, lcm_ctx *ctx, const lcm_fit_model *model,
    const struct lcm_fit_data *data, enum lcm_experiment_guide guide) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  const size_t width = data->n_names;
  const bool known = lcm_experiment_is_known(model, LCM_GUIDE_NONE);
  struct lcm_experiment_growth own = {0};
  struct lcm_fit_growth_prior *out =
      LCM_NEW(arena, struct lcm_fit_growth_prior);
  double *growth = LCM_NEW_ARRAY(arena, double, all->n *width + 1);
  double *counts = LCM_NEW_ARRAY(arena, double, all->n + 1);
  double *apart = LCM_NEW_ARRAY(arena, double, all->n + 1);
  if (known)
    own = growth_of(ctx, model);
  for (size_t i = 0; i < all->n; i++) {
    const struct lcm_experiment_growth *learned = &all->at[i];
    const double others = learned->count - (known && is_same(learned, &own));
    if (others <= 0 || strcmp(learned->category, model->category) != 0 ||
        (learned->of && learned->of != guide))
      continue;
    for (size_t v = 0; v < width; v++)
      growth[out->n * width + v] = find(learned, data->names[v]);
    apart[out->n] = learned->of ? WHOLE_APART : APART;
    counts[out->n++] = others;
  }
  out->growth = growth;
  out->count = counts;
  out->apart = apart;
  return out->n ? out : NULL;
}

/* Return the growth of what parts with "guide" are of, by "category", in "all",
 * or NULL. */
static const struct lcm_experiment_growth *
find_whole(const lcm_experiment_growths *all, const char *category,
           enum lcm_experiment_guide guide) {
  for (size_t i = 0; i < all->n && guide; i++)
    if (all->at[i].of == guide && !strcmp(all->at[i].category, category))
      return &all->at[i];
  return NULL;
}

/* Return whether "own" has it as "whole", by all variables but processors. */
static bool is_like(const struct lcm_experiment_growth *own,
                    const struct lcm_experiment_growth *whole) {
  bool like = true;
  for (size_t v = 0; v < whole->n && like; v++)
    like = lcm_fit_counts_processors(whole->names[v]) ||
           find(own, whole->names[v]) == whole->growth[v];
  return like;
}

bool lcm_experiment_is_usual(const lcm_experiment_growths *all, lcm_ctx *ctx,
                             const lcm_fit_model *model,
                             enum lcm_experiment_guide guide) {
  const struct lcm_experiment_growth own = growth_of(ctx, model);
  const struct lcm_experiment_growth *whole =
      find_whole(all, model->category, guide);
  return whole ? is_like(&own, whole)
               : count(all, &own) >
                     lcm_experiment_is_known(model, LCM_GUIDE_NONE);
}
