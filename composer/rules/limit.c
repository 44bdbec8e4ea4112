/* Which of the terms of a fragment sets its time. */
#include <math.h>

#include "composer/rules/limit.h"

double lcm_terms_time(const struct lcm_terms *terms) {
  const double *of = terms->of;
  double time = fmax(of[LCM_LIMIT_LATENCY] + of[LCM_LIMIT_PAGES],
                     fmax(of[LCM_LIMIT_CHAIN], of[LCM_LIMIT_OPERATIONS])) +
                of[LCM_LIMIT_FAULTS];
  for (size_t i = LCM_LIMIT_BANDWIDTH; i < LCM_TERMS; i++)
    time = fmax(time, of[i]);
  return time;
}

double lcm_terms_gain(const struct lcm_terms *terms, size_t i) {
  struct lcm_terms less = *terms;
  less.of[i] = 0;
  return lcm_terms_time(terms) - lcm_terms_time(&less);
}

size_t lcm_terms_limit(const struct lcm_terms *terms) {
  size_t best = LCM_LIMIT_OPERATIONS;
  double most = lcm_terms_gain(terms, best);
  for (size_t i = best + 1; i < LCM_TERMS; i++) {
    const double gain = lcm_terms_gain(terms, i);
    if (gain > most || (gain == most && terms->of[i] > terms->of[best])) {
      best = i;
      most = gain;
    }
  }
  return best;
}
