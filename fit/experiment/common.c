/* The error that all models of a size share: how far whole runs are from the
 * sum of their models. */
#include <math.h>
#include <string.h>

#include "base/order.h"
#include "fit/experiment/common.h"
#include "fit/experiment/record.h"
#include "model/structure/structure.h"

/* Half-width of the 90 % interval of a normal variable of deviation 1. */
static const double NORMAL_90 = 1.6448536269514722;

/* A share below that is rounding. */
static const double ROUNDING = 1e-6;

/* Runs of equal parameters. */
struct setting {
  const lcm_measurement *like; /* one of them */
  LCM_LIST(double) spent;      /* processor-seconds of each */
  /* processor-seconds of all of them that do not count */
  double ignored;
};

typedef LCM_LIST(struct setting) setting_list;

/* Return the setting of "one" among "all", or NULL. */
static struct setting *find(const setting_list *all,
                            const lcm_measurement *one) {
  for (size_t i = 0; i < all->n; i++)
    if (lcm_record_is_like(all->at[i].like, one))
      return &all->at[i];
  return NULL;
}

/* Return the settings of the whole runs of the "n" "parts". */
static setting_list find_settings(lcm_arena *arena,
                                  const struct lcm_experiment_part *parts,
                                  size_t n) {
  setting_list out = {0};
  size_t i = 0;
  while (i < n && (*parts[i].series->base.fragment ||
                   lcm_cat_find(parts[i].series->base.category) != LCM_CAT_PC))
    i++;
  for (size_t r = 0; i < n && r < parts[i].series->data.n_points; r++) {
    const lcm_measurement *one = parts[i].series->records[r];
    if (!find(&out, one))
      LCM_LIST_ADD(arena, &out, ((struct setting){.like = one}));
    LCM_LIST_ADD(arena, &find(&out, one)->spent, lcm_record_spent(one));
  }
  return out;
}

/* Add what does not count in "all" to "settings". */
static void add_ignored(setting_list *settings, const lcm_measurements *all) {
  for (size_t i = 0; i < all->n; i++) {
    struct setting *of =
        lcm_record_is_ignored(&all->at[i]) ? find(settings, &all->at[i]) : NULL;
    if (of)
      of->ignored += lcm_record_spent(&all->at[i]);
  }
}

/* Return the processor-seconds of the run in the middle of "s" that count. */
static double middle(struct setting *s) {
  return lcm_order_median(s->spent.at, s->spent.n) -
         s->ignored / (double)s->spent.n;
}

/* Return the mean of what was measured of "part" in the runs of "s": what has
 * no model is not off. */
static double measured(const struct lcm_experiment_part *part,
                       const struct setting *s) {
  double sum = 0;
  for (size_t i = 0; i < part->series->data.n_points; i++)
    if (lcm_record_is_like(part->series->records[i], s->like))
      sum += part->series->data.y[i];
  return sum / (double)s->spent.n;
}

/* Return what the models of "parts" add up to in "s". */
static double predicted(lcm_ctx *ctx, const struct lcm_experiment_part *parts,
                        size_t n, const struct setting *s) {
  const size_t width = s->like->n_params;
  lcm_binding *env = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_binding, width + 1);
  double sum = 0;
  memcpy(env + 1, s->like->params, width * sizeof *env);
  env[0] = (lcm_binding){lcm_intern(ctx, "p"), lcm_record_value(s->like, "p")};
  for (size_t i = 0; i < n; i++) {
    const lcm_fit_model *model = parts[i].model;
    double value = NAN;
    if (!*parts[i].series->base.fragment)
      continue;
    if (!model || !model->expr)
      value = measured(&parts[i], s);
    else if (lcm_expr_eval(&value, model->expr, env, width + 1))
      value = NAN;
    sum += value;
  }
  return sum;
}

double lcm_experiment_common(lcm_ctx *ctx, const lcm_measurements *all,
                             const struct lcm_experiment_part *parts,
                             size_t n) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  setting_list settings = find_settings(arena, parts, n);
  const double many = (double)settings.n;
  double off = 0;
  double whole = 0;
  add_ignored(&settings, all);
  for (size_t i = 0; i < settings.n; i++) {
    struct setting *s = &settings.at[i];
    const double sum = predicted(ctx, parts, n, s);
    const double d = middle(s) - sum;
    off += d * d;
    whole += sum * sum;
  }
  const double share = settings.n > 1 && whole > 0
                           ? NORMAL_90 * sqrt(off / whole * many / (many - 1))
                           : 0;
  return isfinite(share) && share > ROUNDING ? share : 0;
}
