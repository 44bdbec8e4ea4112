/* How far the growth of a form is from that of other quantities of the program,
 * as a term of its prior. */
#include <math.h>

#include "fit/growth_prior.h"
#include "fit/search/choose.h"
#include "fit/search/powers.h"
#include "fit/spread.h"

/* How often a growth that no other quantity of the program has is expected, in
 * numbers of quantities. */
static const double UNUSUAL = 0.3;

/* Return the logarithm of how much likelier "growth", of the varying variables
 * of "job", is for what other quantities do. */
static double weight_of(const struct lcm_fit_job *job, const double *growth) {
  const struct lcm_fit_growth_prior *prior = job->options->prior;
  const size_t width = job->data->n_names;
  double alike = 0;
  for (size_t i = 0; i < prior->n; i++) {
    double square = 0;
    for (size_t v = 0, d = 0; v < job->varying.n_names; v++) {
      while (job->data->names[d] != job->varying.names[v])
        d++;
      const double other = prior->growth[i * width + d];
      const double apart = (growth[v] - other) / prior->apart[i];
      if (isfinite(other) && !lcm_fit_counts_processors(job->varying.names[v]))
        square += apart * apart;
    }
    alike += prior->count[i] * exp(-square / 2);
  }
  return log1p(alike / UNUSUAL);
}

double lcm_fit_growth_prior_of_found(const struct lcm_fit_job *job,
                                     const struct lcm_fit_found *found) {
  const struct lcm_fit_space *space = found->space;
  double low[LCM_FIT_VARIABLES];
  double high[LCM_FIT_VARIABLES];
  double growth[LCM_FIT_VARIABLES];
  if (!job->options->prior)
    return 0;
  lcm_fit_corners(low, high, space->points);
  for (size_t v = 0; v < space->points->n_names; v++) {
    const struct lcm_fit_power *power = &space->powers.at[found->lead[v]];
    growth[v] = log2(lcm_fit_power_at(power, 2 * high[v]) /
                     lcm_fit_power_at(power, high[v]));
  }
  return weight_of(job, growth);
}

double
lcm_fit_growth_prior_of_solution(const struct lcm_fit_job *job,
                                 const struct lcm_fit_solution *solution) {
  double low[LCM_FIT_ALL_VARIABLES];
  double x[LCM_FIT_ALL_VARIABLES];
  double growth[LCM_FIT_ALL_VARIABLES];
  double once = 0;
  double twice = 0;
  if (!job->options->prior)
    return 0;
  lcm_fit_corners(low, x, &job->points);
  if (lcm_fit_value_at(&once, job->ctx, &solution->form, solution->beta, x))
    return 0;
  for (size_t v = 0, d = 0; v < job->varying.n_names; v++) {
    while (job->data->names[d] != job->varying.names[v])
      d++;
    x[d] *= 2;
    if (lcm_fit_value_at(&twice, job->ctx, &solution->form, solution->beta, x))
      return 0;
    x[d] /= 2;
    growth[v] = log2(fabs(twice / once));
  }
  return weight_of(job, growth);
}
