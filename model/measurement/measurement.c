/* One measurement: its values by name, and adding one to those read so far. */
#include "model/measurement/measurement.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/measurement/measurement_internal.h"
#include "model/measurement/pp.h"
#include "model/measurement/scan.h"
#include "model/structure/structure.h"

double lcm_measured(const lcm_binding *bindings, size_t n, const char *name) {
  for (size_t i = 0; i < n; i++)
    if (!strcmp(bindings[i].name, name))
      return bindings[i].value;
  return NAN;
}

bool lcm_measured_is_time(const char *name) {
  static const char *const WORDS[] = {"time", "Time", "TIME", "second",
                                      "duration"};
  const lcm_cat category = lcm_cat_find(name);
  if (category == LCM_CAT_RC)
    return false;
  if (category < LCM_CAT_USER || !strcmp(name, "tt") || !strcmp(name, "rt") ||
      !strcmp(name, "<default>"))
    return true;
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
    if (strstr(name, WORDS[i]))
      return true;
  return false;
}

/* Return the processor-seconds of "one" in all categories. */
static double total_of(const lcm_measurement *one) {
  double sum = 0;
  bool rest = false;
  if (!*one->fragment && !isnan(one->elapsed * one->processors))
    return one->elapsed * one->processors;
  for (size_t i = 0; i < one->n_categories; i++) {
    const char *name = one->categories[i].name;
    const bool remains =
        !strcmp(name, "rt") || lcm_cat_find(name) == LCM_CAT_PC;
    if (!remains || !rest)
      sum += one->categories[i].value;
    rest = rest || remains;
  }
  return one->n_categories && rest ? sum : NAN;
}

double lcm_measured_category(const lcm_measurement *one, const char *category) {
  const double own = lcm_measured(one->categories, one->n_categories, category);
  if (!isnan(own))
    return own;
  if (lcm_cat_find(category) == LCM_CAT_PC || !strcmp(category, "rt"))
    return lcm_measured(one->categories, one->n_categories,
                        category[0] == 'p' ? "rt" : lcm_cat_name(LCM_CAT_PC));
  if (!strcmp(category, "time"))
    return one->elapsed;
  return !strcmp(category, "tt") ? total_of(one) : NAN;
}

lcm_measurement lcm_measured_nothing(const struct lcm_reading *reading,
                                     unsigned line) {
  return (lcm_measurement){.fragment = lcm_intern(reading->ctx, ""),
                           .elapsed = NAN,
                           .processors = NAN,
                           .visits = NAN,
                           .iterations = NAN,
                           .file = reading->file,
                           .line = line};
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const lcm_binding *)a)->name, ((const lcm_binding *)b)->name);
}

const lcm_binding *lcm_bindings_keep(lcm_ctx *ctx, const lcm_binding *all,
                                     size_t n, bool sorted) {
  lcm_binding *kept = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_binding, n + 1);
  for (size_t i = 0; i < n; i++)
    kept[i] = all[i];
  if (sorted && n > 1)
    qsort(kept, n, sizeof *kept, by_name);
  return kept;
}

void lcm_measured_add(struct lcm_reading *reading, lcm_measurement one) {
  one.params = lcm_bindings_keep(reading->ctx, one.params, one.n_params, true);
  const double p = lcm_measured(one.params, one.n_params, "p");
  if (isnan(one.processors) && p >= 0)
    one.processors = p;
  LCM_LIST_ADD(lcm_ctx_arena(reading->ctx), &reading->all, one);
}

void lcm_measured_check_sum(struct lcm_reading *reading,
                            const lcm_measurement *one) {
  const double tt = lcm_measured(one->categories, one->n_categories, "tt");
  const double total = isnan(tt) ? one->elapsed * one->processors : tt;
  const double rounding = isnan(tt) ? 0 : 5e-6;
  bool remains = false;
  double sum = 0;
  for (size_t i = 0; i < one->n_categories; i++) {
    const char *name = one->categories[i].name;
    const bool rest = !strcmp(name, "rt") || lcm_cat_find(name) == LCM_CAT_PC;
    if (strcmp(name, "tt") != 0 && !(rest && remains))
      sum += one->categories[i].value;
    remains = remains || rest;
  }
  if (isnan(total) || !remains || fabs(total - sum) <= 1e-5 * total + rounding)
    return;
  const lcm_loc at = {one->file, one->line, 0, 0, 0};
  lcm_report(reading->ctx, LCM_DIAG_SUM, at,
             "the categories add up to %.6g s, the run took %.6g s", sum,
             total);
}
