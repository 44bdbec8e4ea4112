/* What is predicted of what contracts limit. */
#pragma once

#include "study/contract/points.h"

/* A quantity, and between what it is. */
struct lcm_contract_amount {
  double value;
  double low;
  double high;
};

/* Return the number of the category "name" of "prediction"; n_cats: there is
 * none. */
size_t lcm_contract_category(const lcm_prediction *prediction,
                             const char *name);

/* Return the processor-seconds of "cats" that are lost, in category "c" alone
 * where it is one of "prediction"; NaN where "cats" is NULL. */
double lcm_contract_lost(const lcm_prediction *prediction, const double *cats,
                         size_t c);

/* Return the amount of "quantity" at "point".  A ratio is uncertain where
 * something has no cost, or where what is guessed decides. */
struct lcm_contract_amount
lcm_contract_amount_at(const lcm_prediction *prediction, const lcm_point *point,
                       const char *quantity);

/* Return whether "terms", with "limit", hold for "amount". */
lcm_verdict lcm_contract_judge(const struct lcm_promise *terms,
                               const struct lcm_contract_amount *amount,
                               double limit);
