/* Joins what several places of a program say of one param. */
#include "model/structure/param.h"

bool lcm_param_join(lcm_param *known, const lcm_param *more) {
  const bool says = more->value || more->tied;
  if (says && !known->value && !known->tied) {
    known->value = more->value;
    known->tied = more->tied;
  } else if (says && (known->value != more->value || known->tied != more->tied))
    return false;
  if (!known->low && !known->high) {
    known->low = more->low;
    known->high = more->high;
  }
  known->description =
      known->description ? known->description : more->description;
  return true;
}
