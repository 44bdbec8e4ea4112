/* How a program scales according to measurements. */
#include <math.h>
#include <string.h>

#include "study/scale/law.h"
#include "study/scale/line.h"
#include "study/scale/measured.h"
#include "study/scale/point.h"

/* By how much less than all of the time the categories of a record may add up
 * to and still be all there are: what rounding explains. */
static const double ROUNDED = 1e-6;

/* Runs of the same program with the same variables. */
struct setting {
  const double *values;                   /* of the variables */
  double p;                               /* processors */
  LCM_LIST(const lcm_measurement *) runs; /* the records */
};

/* What was measured. */
struct measured {
  lcm_ctx *ctx;
  LCM_LIST(const char *) names;      /* of the variables, p not among them */
  LCM_LIST(struct setting) settings; /* in the order in which they were met */
};

/* Return the processors of "record". */
static double processors_of(const lcm_measurement *record) {
  const double p = lcm_measured(record->params, record->n_params, "p");
  return isnan(p) ? record->processors : p;
}

/* Return whether "record" speaks of a whole run, and of all of it. */
static bool is_usable(const lcm_measurement *record) {
  return !*record->fragment && record->elapsed > 0 &&
         processors_of(record) >= 1 &&
         !(record->flags && strstr(record->flags, "cut"));
}

/* Add the variables of "record" to the names of "m". */
static void take_names(struct measured *m, const lcm_measurement *record) {
  for (size_t i = 0; i < record->n_params; i++) {
    const char *name = lcm_intern(m->ctx, record->params[i].name);
    size_t j = 0;
    while (j < m->names.n && m->names.at[j] != name)
      j++;
    if (j == m->names.n && strcmp(name, "p") != 0)
      LCM_LIST_ADD(lcm_ctx_arena(m->ctx), &m->names, name);
  }
}

static bool is_same(double a, double b) {
  return a == b || (isnan(a) && isnan(b));
}

/* Return whether the "n" numbers at "a" and "b" are the same. */
static bool are_same(const double *a, const double *b, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!is_same(a[i], b[i]))
      return false;
  return true;
}

/* Return whether settings with the values "a" and "b" are of one problem: they
 * may differ in ranks and threads, which make up the processors. */
static bool is_same_problem(const struct measured *m, const double *a,
                            const double *b) {
  for (size_t j = 0; j < m->names.n; j++)
    if (strcmp(m->names.at[j], "ranks") != 0 &&
        strcmp(m->names.at[j], "threads") != 0 && !is_same(a[j], b[j]))
      return false;
  return true;
}

/* Add "record" to the settings of "m". */
static void take_record(struct measured *m, const lcm_measurement *record) {
  lcm_arena *arena = lcm_ctx_arena(m->ctx);
  const size_t n = m->names.n;
  const double p = processors_of(record);
  double *values = LCM_NEW_ARRAY(arena, double, n + 2);
  size_t i = 0;
  for (size_t j = 0; j < n; j++)
    values[j] = lcm_measured(record->params, record->n_params, m->names.at[j]);
  values[n] = p;
  while (i < m->settings.n && !(m->settings.at[i].p == p &&
                                are_same(m->settings.at[i].values, values, n)))
    i++;
  if (i == m->settings.n)
    LCM_LIST_ADD(arena, &m->settings,
                 ((struct setting){.values = values, .p = p}));
  LCM_LIST_ADD(arena, &m->settings.at[i].runs, record);
}

/* Return the value around which "what" of the runs of "setting" clusters, with
 * its interval; that of the elapsed time for NULL. */
static struct lcm_estimate estimate(const struct measured *m,
                                    const struct setting *setting,
                                    const char *what) {
  lcm_arena *arena = lcm_ctx_arena(m->ctx);
  double *samples = LCM_NEW_ARRAY(arena, double, setting->runs.n + 1);
  size_t n = 0;
  for (size_t i = 0; i < setting->runs.n; i++) {
    const lcm_measurement *run = setting->runs.at[i];
    const double value =
        what ? lcm_measured_category(run, what) / (setting->p * run->elapsed)
             : run->elapsed;
    if (isfinite(value))
      samples[n++] = value;
  }
  struct lcm_estimate none = {NAN, NAN, 0, true};
  return n ? lcm_estimate_cluster(arena, samples, n) : none;
}

/* Return whether "name" is a category beside those that are built in: no word
 * for what others add up to, and no count. */
static bool is_own(const char *name) {
  return lcm_cat_find(name) == LCM_CAT_USER && !lcm_amount_traits(name);
}

/* Return the share of the runs of "setting" that is in categories of their own;
 * 0 where they have none. */
static double own_share(const struct measured *m,
                        const struct setting *setting) {
  lcm_arena *arena = lcm_ctx_arena(m->ctx);
  double *samples = LCM_NEW_ARRAY(arena, double, setting->runs.n + 1);
  for (size_t i = 0; i < setting->runs.n; i++) {
    const lcm_measurement *run = setting->runs.at[i];
    for (size_t k = 0; k < run->n_categories && !run->foreign; k++)
      if (is_own(run->categories[k].name))
        samples[i] += run->categories[k].value / (setting->p * run->elapsed);
  }
  return lcm_estimate_cluster(arena, samples, setting->runs.n).value;
}

/* Return what the runs of "setting", which take "time", have spent: shares of
 * each run, put together and made to add up to one; where their records have
 * only some categories, NAN for the others, and none where they say nothing or
 * contradict the time. */
static struct lcm_spent spent_in(const struct measured *m,
                                 const struct setting *setting, double time) {
  double *cats = LCM_NEW_ARRAY(lcm_ctx_arena(m->ctx), double, LCM_CAT_USER + 2);
  struct lcm_spent spent = {.time = setting->p * time, .n = LCM_CAT_USER};
  double sum = cats[LCM_CAT_USER] = own_share(m, setting);
  size_t missing = 0;
  for (int c = 0; c < LCM_CAT_UNSPLIT; c++) {
    cats[c] = estimate(m, setting, lcm_cat_name((lcm_cat)c)).value;
    sum += isnan(cats[c]) ? 0 : cats[c];
    missing += isnan(cats[c]);
  }
  const bool whole = fabs(sum - 1) < 0.05 && (!missing || sum >= 1 - ROUNDED);
  if (!whole && (sum > 1 || !missing || missing == LCM_CAT_UNSPLIT))
    return spent;
  for (int c = 0; c <= LCM_CAT_USER; c++)
    cats[c] =
        whole && isnan(cats[c]) ? 0 : cats[c] * spent.time / (whole ? sum : 1);
  spent.cats = cats;
  spent.n = LCM_CAT_USER + 1;
  spent.partial = !whole;
  return spent;
}

/* Return the number of the setting of "m" that is number "i" on one processor;
 * that of settings where there is none. */
static size_t alone_of(const struct measured *m, size_t i) {
  size_t k = 0;
  while (k < m->settings.n && !(m->settings.at[k].p == 1 &&
                                is_same_problem(m, m->settings.at[k].values,
                                                m->settings.at[i].values)))
    k++;
  return k;
}

/* Set "point" to what was measured in setting "i" of "m". */
static void fill_point(struct lcm_scale_point *point, const struct measured *m,
                       size_t i) {
  const struct setting *setting = &m->settings.at[i];
  const size_t one = alone_of(m, i);
  const struct lcm_estimate time = estimate(m, setting, NULL);
  const bool several = setting->runs.n > 1;
  struct lcm_spent alone = {.time = NAN};
  *point =
      (struct lcm_scale_point){.values = setting->values,
                               .p = setting->p,
                               .time = time.value,
                               .low = time.value - (several ? time.half : 0),
                               .high = time.value + (several ? time.half : 0),
                               .alone = NAN,
                               .serial = NAN,
                               .amdahl = NAN,
                               .fixed_time = NAN,
                               .weak = NAN,
                               .parallelism = NAN};
  if (one < m->settings.n) {
    point->alone = estimate(m, &m->settings.at[one], NULL).value;
    alone = spent_in(m, &m->settings.at[one], point->alone);
  }
  lcm_scale_derive(point);
  const struct lcm_spent run = spent_in(m, setting, point->time);
  lcm_scale_attribute(point, run, alone);
  if (run.cats && !isnan(run.cats[LCM_CAT_IP]) && point->p > 1 &&
      point->alone > 0) {
    const double idle = run.cats[LCM_CAT_IP] / (point->p - 1);
    point->serial = idle / point->alone;
    point->amdahl = lcm_law_amdahl(point->serial, point->p);
    point->fixed_time =
        lcm_law_fixed_time(fmin(idle / point->time, 1), point->p);
  }
}

/* Put the points of "out" into lines, and find where these saturate and bend:
 * at one of their points. */
static void find_lines(lcm_scalability *out, const struct measured *m) {
  lcm_arena *arena = lcm_ctx_arena(m->ctx);
  const size_t n = out->n_points;
  size_t *keys = LCM_NEW_ARRAY(arena, size_t, n + 1);
  struct lcm_scale_line *lines = NULL;
  for (size_t i = 0; i < n; i++) {
    keys[i] = 0;
    while (
        !is_same_problem(m, out->points[keys[i]].values, out->points[i].values))
      keys[i]++;
  }
  const struct lcm_scale_grouping grouping = {arena, out->points, keys, n};
  out->n_lines = lcm_scale_group(&lines, &grouping);
  for (size_t l = 0; l < out->n_lines; l++) {
    lcm_scale_summarize(&lines[l], out->points);
    lcm_scale_places(&lines[l], out->points, arena);
  }
  out->lines = lines;
}

lcm_status lcm_scale_measured(const lcm_scalability **out, lcm_ctx *ctx,
                              const lcm_measurements *all) {
  lcm_arena *arena = lcm_ctx_arena(ctx);
  struct measured m = {.ctx = ctx};
  lcm_scalability *result = LCM_NEW(arena, lcm_scalability);
  for (size_t i = 0; i < all->n; i++)
    if (is_usable(&all->at[i]))
      take_names(&m, &all->at[i]);
  for (size_t i = 0; i < all->n; i++)
    if (is_usable(&all->at[i]))
      take_record(&m, &all->at[i]);
  if (!m.settings.n) {
    lcm_report(ctx, LCM_DIAG_USAGE, (lcm_loc){0},
               "no record is of a whole run and says on how many processors");
    return LCM_EUSAGE;
  }
  struct lcm_scale_point *points =
      LCM_NEW_ARRAY(arena, struct lcm_scale_point, m.settings.n + 1);
  for (size_t i = 0; i < m.settings.n; i++)
    fill_point(&points[i], &m, i);
  LCM_LIST_ADD(arena, &m.names, lcm_intern(ctx, "p"));
  *result =
      (lcm_scalability){.names = m.names.at,
                        .n_names = m.names.n,
                        .measured = true,
                        .axis = "p",
                        .points = points,
                        .n_points = m.settings.n,
                        .iso = {.reason = "times were measured, not predicted",
                                .efficiency = NAN}};
  m.names.n--;
  find_lines(result, &m);
  *out = result;
  return LCM_OK;
}
