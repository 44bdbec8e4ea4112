/* Measurements to series: the values of one category of one fragment. */
#include "fit/experiment/experiment.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/find.h"
#include "base/map.h"
#include "base/order.h"
#include "fit/experiment/growth.h"
#include "fit/experiment/record.h"
#include "model/structure/structure.h"

/* How many equal runs there are at least to say what is typical. */
enum { ENOUGH = 3 };

/* A run: its record of the whole, and how long it computed. */
struct run {
  const lcm_measurement *whole;
  double work;
};

static int by_run(const void *a, const void *b) {
  return lcm_record_by_run(((const struct run *)a)->whole,
                           ((const struct run *)b)->whole);
}

/* Return for how long "one" computed, contention included. */
static double work_of(const lcm_measurement *one) {
  const double pc = lcm_measured_category(one, lcm_cat_name(LCM_CAT_PC));
  const double rc = lcm_measured_category(one, lcm_cat_name(LCM_CAT_RC));
  return pc + (isnan(rc) ? 0 : rc);
}

/* Put the records of whole runs of "all" into "runs", sorted; return how
 * many. */
static size_t find_runs(struct run *runs, const lcm_measurements *all) {
  size_t n = 0;
  for (size_t i = 0; i < all->n; i++) {
    const lcm_measurement *one = &all->at[i];
    if (!*one->fragment && !one->foreign && work_of(one) > 0)
      runs[n++] = (struct run){one, work_of(one)};
  }
  if (n > 1)
    qsort(runs, n, sizeof *runs, by_run);
  return n;
}

/* Put what the work of the "n" runs at "runs", of one setting, is to be
 * multiplied by to be that of a typical one into "factor"; "scratch" has room
 * for as many numbers. */
static void compare(double *factor, double *scratch, const struct run *runs,
                    size_t n) {
  for (size_t i = 0; i < n; i++)
    scratch[i] = runs[i].work;
  const double middle = lcm_order_median(scratch, n);
  for (size_t i = 0; i < n; i++)
    factor[i] = n < ENOUGH ? 1 : middle / runs[i].work;
}

/* Return whether "one" is a count of samples and nothing else: what is timed
 * has visits, too. */
static bool is_counted(const lcm_measurement *one) {
  return lcm_record_is_sampled(one) && isnan(one->visits);
}

/* Return, for each of the records "all", what computation that was seen by
 * samples is to be multiplied by to be that of a typical run (memory of
 * "arena"): of equal runs the one in the middle, by how long all of the program
 * computed.  The mean of samples is right where their median is not, but runs
 * that others slow down draw it up; how long a whole run took is known without
 * samples. */
static const double *lcm_experiment_typical(lcm_arena *arena,
                                            const lcm_measurements *all) {
  struct run *runs = LCM_NEW_ARRAY(arena, struct run, all->n + 1);
  const size_t n = find_runs(runs, all);
  double *factor = LCM_NEW_ARRAY(arena, double, n + 1);
  double *scratch = LCM_NEW_ARRAY(arena, double, n + 1);
  double *out = LCM_NEW_ARRAY(arena, double, all->n + 1);
  for (size_t i = 0, behind = 0; i < n; i = behind) {
    for (behind = i + 1; behind < n && !lcm_record_by_setting(
                                           runs[i].whole, runs[behind].whole);)
      behind++;
    compare(&factor[i], scratch, &runs[i], behind - i);
  }
  for (size_t i = 0; i < all->n; i++) {
    const struct run key = {&all->at[i], 0};
    const struct run *found = n && is_counted(&all->at[i])
                                  ? bsearch(&key, runs, n, sizeof *runs, by_run)
                                  : NULL;
    out[i] = found ? factor[found - runs] : 1;
  }
  return out;
}

/* The records of one fragment. */
struct group {
  const char *fragment;
  LCM_LIST(const lcm_measurement *) records;
};

typedef LCM_LIST(const char *) name_list;

/* Quantities being gathered, from the records "all"; "typical": see
 * lcm_experiment_typical. */
struct gathering {
  lcm_ctx *ctx;
  lcm_arena *arena;
  const lcm_measurements *all;
  const double *typical;
  const struct lcm_experiment_plan *plan;
  LCM_LIST(struct group) groups;
  LCM_LIST(struct lcm_experiment_series) series;
};

/* Return whether "a" is in "relation" to "b". */
static bool relates(double a, const char *relation, double b) {
  switch (relation[0]) {
  case '!':
    return a != b;
  case '<':
    return relation[1] ? a <= b : a < b;
  case '>':
    return relation[1] ? a >= b : a > b;
  default:
    return a == b;
  }
}

/* Return whether "condition" holds for "one". */
static bool holds(const lcm_measurement *one,
                  const struct lcm_experiment_condition *condition) {
  if (!strcmp(condition->name, "tag")) {
    const bool same = !strcmp(one->fragment, condition->text);
    return (condition->relation[0] == '!') != same;
  }
  const double value = lcm_record_value(one, condition->name);
  return !isnan(value) && relates(value, condition->relation, condition->value);
}

/* Return whether "plan" is about the fragment of "one". */
static bool is_fragment(const lcm_measurement *one,
                        const struct lcm_experiment_plan *plan) {
  if (!plan->fragment)
    return true;
  if (!*plan->fragment)
    return !*one->fragment;
  return strstr(one->fragment, plan->fragment) ||
         (one->label && strstr(one->label, plan->fragment));
}

/* Return whether "one" is to be used. */
static bool is_wanted(const lcm_measurement *one,
                      const struct lcm_experiment_plan *plan) {
  bool wanted = is_fragment(one, plan);
  for (size_t i = 0; wanted && i < plan->n_where; i++)
    wanted = holds(one, &plan->where[i]);
  return wanted;
}

size_t lcm_experiment_ignored(const lcm_measurements *all,
                              const struct lcm_experiment_plan *plan) {
  size_t n = 0;
  for (size_t i = 0; i < all->n; i++)
    n += is_wanted(&all->at[i], plan) && lcm_record_is_ignored(&all->at[i]);
  return n;
}

static int by_fragment(const void *a, const void *b) {
  return strcmp(((const struct group *)a)->fragment,
                ((const struct group *)b)->fragment);
}

/* Sort the records that are wanted into groups by fragment. */
static void find_groups(struct gathering *g, const lcm_measurements *all) {
  lcm_map index = {0};
  for (size_t i = 0; i < all->n; i++) {
    const lcm_measurement *one = &all->at[i];
    const char *fragment = lcm_intern(g->ctx, one->fragment);
    size_t k = g->groups.n;
    if (!is_wanted(one, g->plan) || lcm_record_is_ignored(one))
      continue;
    if (!lcm_map_get(&index, fragment, &k)) {
      lcm_map_put(g->arena, &index, fragment, k);
      LCM_LIST_ADD(g->arena, &g->groups,
                   ((struct group){.fragment = fragment}));
    }
    LCM_LIST_ADD(g->arena, &g->groups.at[k].records, one);
  }
  if (g->groups.n > 1)
    qsort(g->groups.at, g->groups.n, sizeof *g->groups.at, by_fragment);
}

/* Order categories. */
static int by_rank(const void *a, const void *b) {
  const char *x = *(const char *const *)a;
  const char *y = *(const char *const *)b;
  const int order = lcm_amount_rank(x) - lcm_amount_rank(y);
  return order ? order : strcmp(x, y);
}

/* Return the categories of "group" in their order: pure computation under that
 * name, the total not, nor what other programs took; of the whole run, and of
 * what has nothing else, also its time. */
static name_list categories_of(struct gathering *g, const struct group *group) {
  name_list list = {0};
  bool timed = false;
  for (size_t i = 0; i < group->records.n; i++) {
    const lcm_measurement *one = group->records.at[i];
    timed = timed ||
            ((!*group->fragment || !one->n_categories) && !isnan(one->elapsed));
    for (size_t k = 0; k < one->n_categories; k++) {
      const char *name = one->categories[k].name;
      if (!strcmp(name, "rt"))
        name = lcm_cat_name(LCM_CAT_PC);
      if (strcmp(name, "tt") != 0 && strcmp(name, "queued") != 0 &&
          !lcm_names_have(list.at, list.n, name))
        LCM_LIST_ADD(g->arena, &list, name);
    }
  }
  if (timed && !lcm_names_have(list.at, list.n, "time"))
    LCM_LIST_ADD(g->arena, &list, "time");
  if (list.n > 1)
    qsort(list.at, list.n, sizeof *list.at, by_rank);
  return list;
}

/* How two variables of a group vary: each for itself, so that a value of one
 * always comes with the same of the other, or with the very same values. */
enum likeness { APART, IN_STEP, EQUAL };

/* Return how the variables "a" and "b" of "group" vary. */
static enum likeness alike(const struct group *group, const char *a,
                           const char *b) {
  enum likeness found = EQUAL;
  for (size_t i = 0; i < group->records.n && found; i++) {
    const double x = lcm_record_value(group->records.at[i], a);
    const double y = lcm_record_value(group->records.at[i], b);
    if (isnan(x) || isnan(y))
      return APART;
    found = x == y ? found : IN_STEP;
    for (size_t k = 0; k < i && found; k++)
      if ((lcm_record_value(group->records.at[k], a) == x) !=
          (lcm_record_value(group->records.at[k], b) == y))
        found = APART;
  }
  return found;
}

/* Take the variable number "i" out of "list". */
static void take_out(name_list *list, size_t i) {
  memmove(&list->at[i], &list->at[i + 1], (list->n - i - 1) * sizeof *list->at);
  list->n--;
}

/* Leave one of p and the ranks, or the threads of each, in "list", variables of
 * "group", where only the one or the other varies, so that they say the same: p
 * where it is that number, else that number. */
static void leave_one(const struct group *group, name_list *list) {
  for (size_t i = list->n; i-- > 0;) {
    const bool counts =
        !strcmp(list->at[i], "ranks") || !strcmp(list->at[i], "threads");
    const enum likeness like = counts && lcm_names_have(list->at, list->n, "p")
                                   ? alike(group, list->at[i], "p")
                                   : APART;
    for (size_t k = list->n; k-- > 0 && like != APART;)
      if (like == EQUAL ? k == i : !strcmp(list->at[k], "p")) {
        take_out(list, k);
        break;
      }
  }
}

/* A variable of a group: the first value that it has, whether it has others. */
struct variable {
  const char *name;
  double first;
  bool varies;
};

/* The variables of a group, and the number of each by its name, interned. */
struct variables {
  LCM_LIST(struct variable) of;
  lcm_map numbers;
};

/* Note that the variable "name" has "value" in a record. */
static void note_value(struct gathering *g, struct variables *all,
                       const char *name, double value) {
  size_t i = 0;
  const char *key = lcm_intern(g->ctx, name);
  if (!lcm_map_get(&all->numbers, key, &i)) {
    const struct variable fresh = {key, value, false};
    lcm_map_put(g->arena, &all->numbers, key, all->of.n);
    LCM_LIST_ADD(g->arena, &all->of, fresh);
    return;
  }
  struct variable *one = &all->of.at[i];
  one->varies = one->varies ||
                (!isnan(one->first) && !isnan(value) && one->first != value);
  one->first = isnan(one->first) ? value : one->first;
}

/* Return the variables of "group" that vary, by name. */
static name_list variables_of(struct gathering *g, const struct group *group) {
  struct variables all = {.numbers = {0}};
  name_list list = {0};
  for (size_t i = 0; i < group->records.n; i++) {
    const lcm_measurement *record = group->records.at[i];
    note_value(g, &all, "p", lcm_record_value(record, "p"));
    for (size_t k = 0; k < record->n_params; k++)
      if (strcmp(record->params[k].name, "p") != 0)
        note_value(g, &all, record->params[k].name, record->params[k].value);
  }
  for (size_t i = 0; i < all.of.n; i++)
    if (all.of.at[i].varies)
      LCM_LIST_ADD(g->arena, &list, all.of.at[i].name);
  if (list.n > 1)
    qsort(list.at, list.n, sizeof *list.at, lcm_order_names);
  leave_one(group, &list);
  return list;
}

/* A point to be sorted: its row, and the columns of it that count. */
struct sorted {
  const double *row;
  const size_t *keys;
  size_t n_keys;
};

/* A point: its row and value, the columns that are its setting, its record. */
struct setting {
  const double *row;
  const size_t *keys;
  size_t n_keys;
  double y;
  const lcm_measurement *record;
};

/* Order points. */
static int by_keys(const void *a, const void *b) {
  const struct sorted *x = a;
  const struct sorted *y = b;
  for (size_t i = 0; i < x->n_keys; i++) {
    const double p = x->row[x->keys[i]];
    const double q = y->row[y->keys[i]];
    if (p != q)
      return p < q ? -1 : 1;
  }
  return 0;
}

size_t lcm_data_distinct(lcm_ctx *ctx, const struct lcm_fit_data *d,
                         const size_t *keys, size_t n_keys) {
  const size_t n = d->n_points;
  struct sorted *all = LCM_NEW_ARRAY(lcm_ctx_arena(ctx), struct sorted, n + 1);
  size_t distinct = n > 0;
  for (size_t i = 0; i < n; i++)
    all[i] = (struct sorted){&d->x[i * d->n_names], keys, n_keys};
  if (n > 1)
    qsort(all, n, sizeof *all, by_keys);
  for (size_t i = 1; i < n; i++)
    distinct += by_keys(&all[i - 1], &all[i]) != 0;
  return distinct;
}

/* Note two variables of "series" that always change together. */
static void find_confounded(lcm_ctx *ctx,
                            struct lcm_experiment_series *series) {
  const struct lcm_fit_data *d = &series->data;
  for (size_t a = 0; a < d->n_names; a++)
    for (size_t b = a + 1; b < d->n_names; b++) {
      const size_t pair[] = {a, b};
      const size_t both = lcm_data_distinct(ctx, d, pair, 2);
      if (both > 1 && lcm_data_distinct(ctx, d, pair, 1) == both &&
          lcm_data_distinct(ctx, d, pair + 1, 1) == both) {
        series->confounded[0] = d->names[a];
        series->confounded[1] = d->names[b];
        return;
      }
    }
}

/* A quantity being filled: room for all records of its group. */
struct filling {
  double *x;
  double *y;
  const lcm_measurement **records;
};

/* Add the record "one" to "series" where it has all that is needed. */
static void add_point(struct gathering *g, struct lcm_experiment_series *series,
                      struct filling *filling, const lcm_measurement *one) {
  struct lcm_fit_data *d = &series->data;
  const double factor = lcm_cat_find(series->base.category) != LCM_CAT_PC
                            ? 1
                            : g->typical[one - g->all->at];
  const double y = factor * lcm_record_amount(one, series->base.category);
  double *row = &filling->x[d->n_points * d->n_names];
  bool complete = true;
  if (lcm_record_has(one, "cut")) {
    series->cut++;
    return;
  }
  if (isnan(y))
    return;
  for (size_t i = 0; i < d->n_names; i++) {
    row[i] = lcm_record_value(one, d->names[i]);
    complete = complete && !isnan(row[i]);
  }
  series->skipped += !complete;
  if (!complete)
    return;
  series->doubtful += one->flags != NULL && strcmp(one->flags, "inclusive");
  series->total += y;
  filling->y[d->n_points] = y;
  filling->records[d->n_points++] = one;
}

/* Return the unit of "category" in the records of "group". */
static const char *unit_of(const struct group *group, const char *category) {
  if (lcm_amount_traits(category) & LCM_OF_SECONDS)
    return "s";
  for (size_t i = 0; i < group->records.n; i++)
    if (group->records.at[i]->foreign)
      return NULL;
  return "s";
}

/* Order points by their settings and their values. */
static int by_setting(const void *a, const void *b) {
  const struct setting *x = a;
  const struct setting *y = b;
  const struct sorted p = {x->row, x->keys, x->n_keys};
  const struct sorted q = {y->row, y->keys, y->n_keys};
  const int order = by_keys(&p, &q);
  return order ? order : (x->y > y->y) - (x->y < y->y);
}

/* Return whether the runs "a" and "b" have the same share of contention in what
 * they computed. */
static bool share_contention(const lcm_measurement *a,
                             const lcm_measurement *b) {
  const double rc[] = {lcm_record_amount(a, lcm_cat_name(LCM_CAT_RC)),
                       lcm_record_amount(b, lcm_cat_name(LCM_CAT_RC))};
  const double all[] = {rc[0] + lcm_record_amount(a, lcm_cat_name(LCM_CAT_PC)),
                        rc[1] + lcm_record_amount(b, lcm_cat_name(LCM_CAT_PC))};
  return fabs(rc[0] * all[1] - rc[1] * all[0]) <=
         1e-9 * fabs(rc[0] * all[1]) + 1e-30;
}

/* Leave of each setting of "series", of contention, the middle value alone
 * where its runs share it as lcm profile finds it: one difference of middles
 * for all of them, so that repetitions say nothing about its error. */
static void unite_shared(struct gathering *g,
                         struct lcm_experiment_series *series,
                         struct filling *filling) {
  struct lcm_fit_data *d = &series->data;
  struct setting *all = LCM_NEW_ARRAY(g->arena, struct setting, d->n_points);
  size_t *keys = LCM_NEW_ARRAY(g->arena, size_t, d->n_names + 1);
  size_t n = 0;
  for (size_t i = 0; i < d->n_names; i++)
    keys[i] = i;
  for (size_t i = 0; i < d->n_points; i++)
    all[i] = (struct setting){&filling->x[i * d->n_names], keys, d->n_names,
                              filling->y[i], filling->records[i]};
  qsort(all, d->n_points, sizeof *all, by_setting);
  double *x = LCM_NEW_ARRAY(g->arena, double, d->n_points *(d->n_names + 1));
  double *y = LCM_NEW_ARRAY(g->arena, double, d->n_points);
  const lcm_measurement **records =
      LCM_NEW_ARRAY(g->arena, const lcm_measurement *, d->n_points);
  for (size_t i = 0, behind = 0; i < d->n_points; i = behind) {
    const struct sorted one = {all[i].row, keys, d->n_names};
    for (behind = i + 1; behind < d->n_points; behind++) {
      const struct sorted other = {all[behind].row, keys, d->n_names};
      if (by_keys(&one, &other))
        break;
      if (!share_contention(all[i].record, all[behind].record))
        return;
    }
    const struct setting *middle = &all[i + (behind - i) / 2];
    memcpy(&x[n * d->n_names], middle->row, d->n_names * sizeof *x);
    y[n] = middle->y;
    records[n++] = middle->record;
  }
  *filling = (struct filling){x, y, records};
  d->n_points = n;
}

/* Add the quantity "category" of "group" over "variables". */
static void add_series(struct gathering *g, const struct group *group,
                       const char *category, const name_list *variables) {
  const size_t n = group->records.n;
  const lcm_measurement *first = group->records.at[0];
  struct filling filling = {
      LCM_NEW_ARRAY(g->arena, double, n *(variables->n + 1)),
      LCM_NEW_ARRAY(g->arena, double, n),
      LCM_NEW_ARRAY(g->arena, const lcm_measurement *, n)};
  struct lcm_experiment_series series = {
      .base = {.fragment = group->fragment,
               .place = first->place,
               .label = first->label,
               .category = lcm_intern(g->ctx, category),
               .unit = unit_of(group, category)},
      .data = {.names = variables->at, .n_names = variables->n}};
  for (size_t i = 0; i < n; i++)
    add_point(g, &series, &filling, group->records.at[i]);
  if (lcm_cat_find(category) == LCM_CAT_RC && series.data.n_points)
    unite_shared(g, &series, &filling);
  series.data.x = filling.x;
  series.data.y = filling.y;
  series.records = filling.records;
  find_confounded(g->ctx, &series);
  LCM_LIST_ADD(g->arena, &g->series, series);
}

/* Return the names that "all" are "n" of as a list. */
static name_list given(struct gathering *g, const char *const *all, size_t n) {
  name_list list = {0};
  for (size_t i = 0; i < n; i++)
    LCM_LIST_ADD(g->arena, &list, lcm_intern(g->ctx, all[i]));
  return list;
}

size_t lcm_experiment_series_of(const struct lcm_experiment_series **out,
                                lcm_ctx *ctx, const lcm_measurements *all,
                                const struct lcm_experiment_plan *plan) {
  struct gathering g = {.ctx = ctx,
                        .arena = lcm_ctx_arena(ctx),
                        .all = all,
                        .typical =
                            lcm_experiment_typical(lcm_ctx_arena(ctx), all),
                        .plan = plan};
  find_groups(&g, all);
  for (size_t i = 0; i < g.groups.n; i++) {
    const struct group *group = &g.groups.at[i];
    const name_list categories =
        plan->n_categories ? given(&g, plan->categories, plan->n_categories)
                           : categories_of(&g, group);
    const name_list variables =
        plan->n_variables ? given(&g, plan->variables, plan->n_variables)
                          : variables_of(&g, group);
    for (size_t k = 0; k < categories.n; k++)
      add_series(&g, group, categories.at[k], &variables);
  }
  *out = g.series.at;
  return g.series.n;
}
