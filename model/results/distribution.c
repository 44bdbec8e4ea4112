/* Distributions of times as JSON. */
#include "model/results/distribution.h"

#include <math.h>

#include "base/json_print.h"
#include "model/results/prediction_internal.h"

const double *lcm_percentile_shares(void) {
  static const double SHARES[LCM_PERCENTILES] = {0.05, 0.5, 0.9, 0.95, 0.99};
  return SHARES;
}

/* Return how "point" was found; NULL where it was not. */
static const char *by_of(const struct lcm_distribution_point *point) {
  return isnan(point->mean) ? NULL
         : point->simulated ? "simulation"
                            : "composition";
}

/* Return point "i" of "d". */
static lcm_json *point_json(const lcm_distribution *d, size_t i) {
  const struct lcm_distribution_point *point = &d->points[i];
  return LCM_JSON_NEW(
      {"env", lcm_point_env_json(d->grid, i)}, {"mean", LCM_JSON(point->mean)},
      {"deviation", LCM_JSON(point->deviation)},
      {"skewness", LCM_JSON(point->skewness)},
      {"kurtosis", LCM_JSON(point->kurtosis)},
      {"uncertainty", LCM_JSON(point->uncertainty)},
      {"percentiles", LCM_JSON_NEW({"5", LCM_JSON(point->percentiles[0])},
                                   {"50", LCM_JSON(point->percentiles[1])},
                                   {"90", LCM_JSON(point->percentiles[2])},
                                   {"95", LCM_JSON(point->percentiles[3])},
                                   {"99", LCM_JSON(point->percentiles[4])})},
      {"within", LCM_JSON(point->within)}, {"by", LCM_JSON(by_of(point))},
      {"simulated", LCM_JSON(point->simulated)},
      {"exact_moments", LCM_JSON(point->exact)},
      {"exact_percentiles", LCM_JSON(point->whole)},
      {"reason", LCM_JSON(point->reason)});
}

char *lcm_distribution_to_json(const lcm_distribution *d) {
  lcm_json *points = lcm_json_array();
  for (size_t i = 0; i < d->grid->n_points; i++)
    lcm_json_add(points, point_json(d, i));
  return lcm_json_print(LCM_JSON_NEW(
      {"schema", LCM_JSON("lcm-distribution/1")}, {"name", LCM_JSON(d->name)},
      {"unit", LCM_JSON(d->is_model ? d->unit : "s")},
      {"asked", LCM_JSON(d->asked)}, {"points", points}));
}
