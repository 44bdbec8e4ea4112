/* The factors of efficiency, and inferring each from the others. */
#include <math.h>

#include "study/scale/factor.h"

/* What rounding explains, as a fraction of p T. */
static const double ROUNDING = 1e-9;

lcm_factors lcm_factors_unknown(void) {
  lcm_factors factors;
  for (int k = 0; k < LCM_FACTOR_COUNT; k++)
    factors.at[k] =
        (lcm_factor){lcm_factor_is_signed((lcm_factor_kind)k) ? -INFINITY : 0,
                     1, LCM_FACTOR_BOUNDED};
  for (int k = 0; k < LCM_FACTOR_COUNT; k++)
    if (k == LCM_FACTOR_WORK || lcm_factor_is_signed((lcm_factor_kind)k))
      factors.at[k].high = INFINITY;
  lcm_factors_give(&factors, LCM_FACTOR_TOTAL, 1);
  return factors;
}

void lcm_factors_give(lcm_factors *factors, lcm_factor_kind kind,
                      double value) {
  factors->at[kind] = (lcm_factor){value, value, LCM_FACTOR_GIVEN};
}

void lcm_factors_within(lcm_factors *factors, lcm_factor_kind kind, double low,
                        double high) {
  lcm_factor *factor = &factors->at[kind];
  factor->low = fmax(factor->low, low);
  factor->high = fmin(factor->high, high);
  if (factor->low == factor->high)
    factor->source = LCM_FACTOR_GIVEN;
}

static bool is_part(lcm_factor_kind kind, lcm_factor_kind whole) {
  return kind != LCM_FACTOR_TOTAL && lcm_factor_parent(kind) == whole;
}

/* What is known of the parts of a factor. */
struct parts {
  size_t n;    /* how many there are */
  size_t open; /* how many of them are not known; "last" is one of these */
  lcm_factor_kind last;
  double low; /* low, high: sums of what all lie within */
  double high;
};

/* Return what is known of the parts of "whole" but for "except" (the total:
 * all of them). */
static struct parts parts_of(const lcm_factors *factors, lcm_factor_kind whole,
                             lcm_factor_kind except) {
  struct parts parts = {0};
  for (int k = 0; k < LCM_FACTOR_COUNT; k++) {
    const lcm_factor *factor = &factors->at[k];
    if (!is_part((lcm_factor_kind)k, whole) || k == (int)except)
      continue;
    parts.n++;
    parts.low += factor->low;
    parts.high += factor->high;
    if (factor->source != LCM_FACTOR_BOUNDED)
      continue;
    parts.open++;
    parts.last = (lcm_factor_kind)k;
  }
  return parts;
}

/* Let "factor" be "value", which was inferred. */
static void infer(lcm_factor *factor, double value) {
  *factor = (lcm_factor){value, value, LCM_FACTOR_INFERRED};
}

/* Infer the one that is missing of "whole" and its parts, where one is. */
static bool infer_missing(lcm_factors *factors, lcm_factor_kind whole) {
  const struct parts parts = parts_of(factors, whole, LCM_FACTOR_TOTAL);
  lcm_factor *of = &factors->at[whole];
  const bool open = of->source == LCM_FACTOR_BOUNDED;
  if (!parts.n || parts.open + open != 1)
    return false;
  if (open) {
    infer(of, parts.low);
    return true;
  }
  const struct parts others = parts_of(factors, whole, parts.last);
  infer(&factors->at[parts.last], of->low - others.low);
  return true;
}

/* Narrow "factor" to what lies within "low" and "high" too; return whether that
 * says more. */
static bool narrow(lcm_factor *factor, double low, double high) {
  const lcm_factor before = *factor;
  if (factor->source != LCM_FACTOR_BOUNDED)
    return false;
  factor->low = fmax(factor->low, low);
  factor->high = fmin(factor->high, high);
  if (factor->high - factor->low <= 1e-12)
    infer(factor, factor->low);
  return factor->low > before.low || factor->high < before.high;
}

/* Narrow "whole" and its parts by one another. */
static bool narrow_parts(lcm_factors *factors, lcm_factor_kind whole) {
  const struct parts all = parts_of(factors, whole, LCM_FACTOR_TOTAL);
  lcm_factor *of = &factors->at[whole];
  bool changed = all.n && narrow(of, all.low, all.high);
  for (int k = 0; k < LCM_FACTOR_COUNT; k++) {
    if (!is_part((lcm_factor_kind)k, whole))
      continue;
    const struct parts others = parts_of(factors, whole, (lcm_factor_kind)k);
    changed =
        narrow(&factors->at[k], of->low - others.high, of->high - others.low) ||
        changed;
  }
  return changed;
}

/* Return whether the parts of "whole" can add up to it, and none is negative
 * that must not be. */
static bool is_sound(const lcm_factors *factors, lcm_factor_kind whole) {
  const struct parts parts = parts_of(factors, whole, LCM_FACTOR_TOTAL);
  const lcm_factor *of = &factors->at[whole];
  if (of->low > of->high + ROUNDING ||
      (!lcm_factor_is_signed(whole) && of->high < -ROUNDING))
    return false;
  return !parts.n ||
         (parts.low <= of->high + ROUNDING && parts.high >= of->low - ROUNDING);
}

lcm_status lcm_factors_infer(lcm_factors *factors) {
  bool changed = true;
  while (changed) {
    changed = false;
    for (int k = 0; k < LCM_FACTOR_COUNT; k++)
      changed = infer_missing(factors, (lcm_factor_kind)k) || changed;
  }
  changed = true;
  for (int round = 0; round < LCM_FACTOR_COUNT && changed; round++) {
    changed = false;
    for (int k = 0; k < LCM_FACTOR_COUNT; k++)
      changed = narrow_parts(factors, (lcm_factor_kind)k) || changed;
  }
  for (int k = 0; k < LCM_FACTOR_COUNT; k++)
    if (!is_sound(factors, (lcm_factor_kind)k))
      return LCM_EDOMAIN;
  return LCM_OK;
}
