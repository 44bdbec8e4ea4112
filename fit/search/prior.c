/* The prior: how often programs have a power, a term, a threshold. */
#include <math.h>

#include "fit/search/powers.h"
#include "fit/search/prior.h"
#include "fit/search/threshold.h"

/* How much less likely, as a logarithm, a power that programs rarely have is of
 * a variable with so few values that any power goes through them. */
static const double RARE = -3;
enum { FEW = 2 };

/* The ratio of the largest to the smallest size below which a root or a
 * logarithm bends less than caches and chance do; how much less likely, as a
 * logarithm, these are where it is 1. */
static const double SPAN = 4;
static const double BENT = -6;

double lcm_fit_bent_weight(const struct lcm_fit_points *points, size_t v) {
  double low = INFINITY;
  double high = 0;
  for (size_t g = 0; g < points->groups; g++) {
    low = fmin(low, points->at[g * points->n_names + v]);
    high = fmax(high, points->at[g * points->n_names + v]);
  }
  if (lcm_fit_counts_processors(points->names[v]) || !(low > 0) ||
      high >= SPAN * low)
    return 0;
  return BENT * (1 - log(high / low) / log(SPAN));
}

void lcm_fit_prior_make(struct lcm_fit_space *space, size_t v) {
  const struct lcm_fit_points *points = space->points;
  double *values = LCM_NEW_ARRAY(space->arena, double, points->groups + 1);
  const size_t n = lcm_fit_values(values, points, v);
  const double bent = lcm_fit_bent_weight(points, v);
  space->weight[v] = LCM_NEW_ARRAY(space->arena, double, space->powers.n);
  for (size_t p = 0; p < space->powers.n; p++) {
    const struct lcm_fit_power *power = &space->powers.at[p];
    const bool rare = !lcm_fit_power_is_usual(power, space->kind[v]);
    space->weight[v][p] = power->weight[space->kind[v]] +
                          (rare && n <= FEW ? RARE : 0) +
                          (power->log || power->under > 1 ? bent : 0);
  }
}

/* Return whether a group of "points" is void. */
static bool has_void(const struct lcm_fit_points *points) {
  bool has = false;
  for (size_t g = 0; g < points->groups && !has; g++)
    has = lcm_fit_is_void(points, g);
  return has;
}

double lcm_fit_void_weight(const struct lcm_fit_points *points,
                           const double *column, size_t stride) {
  double all = 0;
  double counting = 0;
  if (!has_void(points))
    return 0;
  for (size_t g = 0; g < points->groups; g++) {
    const double value = column[g * stride];
    const double square = value * value * points->count[g] /
                          lcm_fit_variance(points, points->centre[g]);
    all += square;
    counting += lcm_fit_is_void(points, g) ? 0 : square;
  }
  return counting < all ? log(counting / all) / 2 : 0;
}

double lcm_fit_term_weight(const struct lcm_fit_space *space,
                           const struct lcm_fit_term *term) {
  const struct lcm_fit_points *points = space->points;
  double weight = 0;
  for (size_t v = 0; v < points->n_names; v++)
    if (term->power[v] != space->powers.constant)
      weight += space->weight[v][term->power[v]];
  if (space->voids == 0)
    return weight;
  for (size_t g = 0; g < points->groups; g++) {
    space->scratch[g] = 1;
    for (size_t v = 0; v < points->n_names; v++)
      space->scratch[g] *=
          space->values[v][g * space->powers.n + term->power[v]];
  }
  return weight + lcm_fit_void_weight(points, space->scratch, 1);
}
