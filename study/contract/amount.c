/* What is predicted of what contracts limit. */
#include "study/contract/amount.h"

#include <math.h>
#include <string.h>

size_t lcm_contract_category(const lcm_prediction *prediction,
                             const char *name) {
  for (size_t k = 0; k < prediction->n_cats; k++)
    if (!strcmp(prediction->cat_names[k], name))
      return k;
  return prediction->n_cats;
}

double lcm_contract_lost(const lcm_prediction *prediction, const double *cats,
                         size_t c) {
  double sum = 0;
  for (size_t k = 0; cats && k < prediction->n_cats; k++)
    if (c < prediction->n_cats ? k == c
                               : k != LCM_CAT_PC && k != LCM_CAT_UNSPLIT)
      sum += cats[k];
  return cats ? sum : NAN;
}

/* Return between what the time at "point" is. */
static struct lcm_contract_amount time_at(const lcm_prediction *prediction,
                                          const lcm_point *point) {
  struct lcm_contract_amount time = {point->time, point->low, point->high};
  const struct lcm_basis *basis = &prediction->basis;
  const enum lcm_time_is is = lcm_basis_time_is(basis);
  if (point->source) {
    time.low = fmin(time.low, point->source->low);
    time.high = fmax(time.high, point->source->high);
  }
  if (is == LCM_TIME_IS_ABOUT || is == LCM_TIME_IS_LEAST_ABOUT)
    for (size_t i = 0; i < prediction->n_hinges; i++) {
      time.low = fmin(time.low, prediction->hinges[i].least);
      time.high = fmax(time.high, prediction->hinges[i].most);
    }
  if (is == LCM_TIME_IS_LEAST || is == LCM_TIME_IS_LEAST_ABOUT)
    time.high = INFINITY;
  if (basis->nominal || lcm_basis_is_open(basis))
    time = (struct lcm_contract_amount){time.value, 0, INFINITY};
  return time;
}

struct lcm_contract_amount
lcm_contract_amount_at(const lcm_prediction *prediction, const lcm_point *point,
                       const char *quantity) {
  const struct lcm_contract_amount time = time_at(prediction, point);
  const bool ratio_open = isinf(time.high) || prediction->basis.wide;
  double value = NAN;
  if (!strcmp(quantity, "time"))
    return time;
  if (!strcmp(quantity, "work"))
    return (struct lcm_contract_amount){point->work,
                                        point->work * (time.low / time.value),
                                        point->work * (time.high / time.value)};
  if (!strcmp(quantity, "speedup"))
    value = point->speedup;
  else if (!strcmp(quantity, "efficiency"))
    value = point->efficiency;
  else
    value = lcm_contract_lost(prediction, point->cats,
                              lcm_contract_category(prediction, quantity)) /
            (point->p * point->time);
  return (struct lcm_contract_amount){value, ratio_open ? -INFINITY : value,
                                      ratio_open ? INFINITY : value};
}

/* Return whether "value" is as "terms" want it. */
static bool is_met(const struct lcm_promise *terms, double value,
                   double limit) {
  const double slack = 1e-12 * fabs(limit);
  if (terms->strict)
    return terms->least ? value > limit : value < limit;
  return terms->least ? value >= limit - slack : value <= limit + slack;
}

lcm_verdict lcm_contract_judge(const struct lcm_promise *terms,
                               const struct lcm_contract_amount *amount,
                               double limit) {
  const size_t n = (size_t)is_met(terms, amount->value, limit) +
                   (size_t)is_met(terms, amount->low, limit) +
                   (size_t)is_met(terms, amount->high, limit);
  if (isnan(amount->value))
    return LCM_VERDICT_OPEN;
  return n == 3   ? LCM_VERDICT_HOLDS
         : n == 0 ? LCM_VERDICT_BROKEN
                  : LCM_VERDICT_OPEN;
}
