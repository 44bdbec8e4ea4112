/* Sums by function: what profiles become measurements by. */
#include "model/measurement/foreign/tally.h"

#include <math.h>

#include "model/structure/structure.h"

struct lcm_tally lcm_tally_new(struct lcm_reading *reading) {
  return (struct lcm_tally){.reading = reading, .elapsed = NAN};
}

struct lcm_tallied *lcm_tally_add(struct lcm_tally *tally, const char *name,
                                  double amount, unsigned line) {
  lcm_arena *arena = lcm_ctx_arena(tally->reading->ctx);
  size_t i = tally->functions.n;
  if (!lcm_map_get(&tally->index, name, &i)) {
    lcm_map_put(arena, &tally->index, name, i);
    LCM_LIST_ADD(arena, &tally->functions,
                 ((struct lcm_tallied){name, 0, NAN, line}));
  }
  tally->functions.at[i].amount += amount;
  return &tally->functions.at[i];
}

/* Make "amount" of "unit" that of "one". */
static void take_amount(struct lcm_tally *tally, lcm_measurement *one,
                        double amount, const struct lcm_tally_unit *unit) {
  lcm_ctx *ctx = tally->reading->ctx;
  if (unit->clocks > 0) {
    one->elapsed = amount * unit->seconds / unit->clocks;
    return;
  }
  const bool timed = unit->seconds > 0;
  const lcm_binding category = {
      lcm_intern(ctx, timed ? lcm_cat_name(LCM_CAT_PC) : unit->name),
      timed ? amount * unit->seconds : amount};
  one->categories = lcm_bindings_keep(ctx, &category, 1, false);
  one->n_categories = 1;
  one->foreign = !timed;
}

void lcm_tally_give(struct lcm_tally *tally,
                    const struct lcm_tally_unit *unit) {
  double sum = 0;
  for (size_t i = 0; i < tally->functions.n; i++) {
    const struct lcm_tallied *function = &tally->functions.at[i];
    lcm_measurement one = lcm_measured_nothing(tally->reading, function->line);
    sum += function->amount;
    one.fragment = function->name;
    one.visits = function->visits;
    take_amount(tally, &one, function->amount, unit);
    lcm_measured_add(tally->reading, one);
  }
  if (!tally->functions.n)
    return;
  lcm_measurement all = lcm_measured_nothing(tally->reading, 0);
  take_amount(tally, &all, sum, unit);
  if (!isnan(tally->elapsed))
    all.elapsed = tally->elapsed;
  lcm_measured_add(tally->reading, all);
}

void lcm_measured_give_ranks(struct lcm_reading *reading, size_t ranks) {
  const lcm_binding p = {lcm_intern(reading->ctx, "p"), (double)ranks};
  for (size_t i = 0; i < reading->all.n && ranks; i++) {
    reading->all.at[i].params = lcm_bindings_keep(reading->ctx, &p, 1, false);
    reading->all.at[i].n_params = 1;
    reading->all.at[i].processors = (double)ranks;
  }
}
