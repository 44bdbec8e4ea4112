/* Tells contention from computation by runs with p = 1. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "composer/gsl/gsl_chance.h"
#include "measure/contention.h"
#include "measure/plan.h"
#include "measure/record.h"

/* Equal runs of one fragment: what they computed, contention included, the
 * middle of it and the half-width of its 90 % interval, 0 of too few runs; the
 * most visits. */
struct run_group {
  LCM_LIST(double) values;
  double middle;
  double half;
  double visits;
};

/* The groups there are, by their text. */
struct groups {
  lcm_ctx *ctx;
  lcm_map index;
  LCM_LIST(struct run_group) all;
};

/* By how much a group takes longer than on one processor: the logarithm of the
 * ratio, its variance, the same as the other groups of its pool have it. */
struct run_excess {
  double ratio;
  double variance;
  double pooled;
  /* own, expected: middle, and that of one processor as often as it is
   * visited */
  double own;
  double expected;
  double chance;  /* half-width of the 90 % interval of their difference */
  double freedom; /* degrees of freedom of that */
};

/* The groups of one fragment that differ in sizes alone, not in how many
 * processors there are, each once. */
struct pool {
  LCM_LIST(struct run_excess) all;
  bool sure; /* together they take longer, beyond chance */
};

/* The pools there are, by their text; which group of them is whose. */
struct pools {
  lcm_map index;
  LCM_LIST(struct pool) all;
  lcm_map known;
};

/* How many standard deviations the half-width of a 90 % interval is; how often
 * an excess is chance. */
static const double HALF = 1.645;
static const double CHANCE = 0.05;

/* Return whether "name" says how many processors there are. */
static bool is_processors(const char *name) {
  return !strcmp(name, "p") || !strcmp(name, "ranks") ||
         !strcmp(name, "threads");
}

/* Return the text of the group of "one"; "alone": of runs on one processor that
 * are like it, "repetition": of this run alone. */
static const char *key_of(lcm_ctx *ctx, const lcm_measurement *one, bool alone,
                          bool repetition) {
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, repetition ? "" : one->fragment);
  for (size_t i = 0; i < one->n_params; i++) {
    const bool first = alone && is_processors(one->params[i].name);
    lcm_buf_printf(&buf, "|%s=", one->params[i].name);
    lcm_buf_double(&buf, first ? 1 : one->params[i].value);
  }
  if (repetition)
    lcm_buf_printf(&buf, "#%.0f", one->repetition);
  const char *text = lcm_intern_n(ctx, buf.text ? buf.text : "", buf.len);
  lcm_buf_free(&buf);
  return text;
}

/* Return the group "key" of "groups", NULL where there is none; with "make" a
 * new one then. */
static struct run_group *group_of(struct groups *groups, const char *key,
                                  bool make) {
  size_t i = 0;
  if (lcm_map_get(&groups->index, key, &i))
    return &groups->all.at[i];
  if (!make)
    return NULL;
  lcm_map_put(lcm_ctx_arena(groups->ctx), &groups->index, key, groups->all.n);
  LCM_LIST_ADD(lcm_ctx_arena(groups->ctx), &groups->all, (struct run_group){0});
  return &groups->all.at[groups->all.n - 1];
}

/* Return category "name" of "one", 0 where it has none. */
static double category(const lcm_measurement *one, const char *name) {
  const double value = lcm_measured(one->categories, one->n_categories, name);
  return isnan(value) ? 0 : value;
}

/* Let "rc" of what "one" computed be contention. */
static void set_contention(lcm_ctx *ctx, lcm_measurement *one, double rc) {
  const double all = category(one, lcm_cat_name(LCM_CAT_PC)) +
                     category(one, lcm_cat_name(LCM_CAT_RC));
  lcm_binding *out =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_binding, one->n_categories + 1);
  for (size_t i = 0; i < one->n_categories; i++) {
    out[i] = one->categories[i];
    if (lcm_cat_find(out[i].name) == LCM_CAT_PC)
      out[i].value = all - rc;
    if (lcm_cat_find(out[i].name) == LCM_CAT_RC)
      out[i].value = rc;
  }
  one->categories = out;
}

/* Let the middle of "group" be its mean where values of several kinds have a
 * middle of 0, or no width around it: what samples see now and then is counted,
 * and a middle of counts tells nothing. */
static void find_mean(struct run_group *group) {
  const double n = (double)group->values.n;
  double mean = 0;
  double square = 0;
  if (n < 3 || (group->half > 0 && group->middle > 0))
    return;
  for (size_t i = 0; i < group->values.n; i++)
    mean += group->values.at[i] / n;
  for (size_t i = 0; i < group->values.n; i++)
    square += (group->values.at[i] - mean) * (group->values.at[i] - mean);
  group->middle = mean;
  group->half =
      lcm_student_two_sided(1 - 2 * CHANCE, n - 1) * sqrt(square / (n - 1) / n);
}

/* Put the runs of each fragment into "groups" and find their middles. */
static void gather(struct groups *groups, const lcm_measurement *all,
                   size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (!*all[i].fragment || profile_has_flag(all[i].flags, "cut"))
      continue;
    struct run_group *group =
        group_of(groups, key_of(groups->ctx, &all[i], false, false), true);
    LCM_LIST_ADD(lcm_ctx_arena(groups->ctx), &group->values,
                 category(&all[i], lcm_cat_name(LCM_CAT_PC)) +
                     category(&all[i], lcm_cat_name(LCM_CAT_RC)));
    group->visits = fmax(group->visits, all[i].visits);
  }
  for (size_t i = 0; i < groups->all.n; i++) {
    struct run_group *group = &groups->all.at[i];
    group->middle =
        profile_location(&group->half, group->values.at, group->values.n);
    group->half = isfinite(group->half) ? group->half : 0;
    find_mean(group);
  }
}

/* Return the text of the pool of "one". */
static const char *pool_of(lcm_ctx *ctx, const lcm_measurement *one) {
  lcm_buf buf = {0};
  lcm_buf_puts(&buf, one->fragment);
  for (size_t i = 0; i < one->n_params; i++)
    if (is_processors(one->params[i].name)) {
      lcm_buf_printf(&buf, "|%s=", one->params[i].name);
      lcm_buf_double(&buf, one->params[i].value);
    }
  const char *text = lcm_intern_n(ctx, buf.text ? buf.text : "", buf.len);
  lcm_buf_free(&buf);
  return text;
}

/* Put by how much the group of "one" takes longer than on one processor into
 * "*out"; return whether there are runs on one. */
static bool compare(struct run_excess *out, struct groups *groups,
                    const lcm_measurement *one) {
  const struct run_group *own =
      group_of(groups, key_of(groups->ctx, one, false, false), false);
  const struct run_group *alone =
      group_of(groups, key_of(groups->ctx, one, true, false), false);
  if (!own || !alone)
    return false;
  const double more =
      alone->visits > 0 ? fmax(1, own->visits / alone->visits) : 1;
  *out = (struct run_excess){.own = own->middle,
                             .expected = more * alone->middle,
                             .chance = hypot(own->half, more * alone->half),
                             .freedom =
                                 (double)(own->values.n + alone->values.n) - 2};
  if (out->own > 0 && out->expected > 0) {
    out->ratio = log(out->own / out->expected);
    out->variance = (pow(own->half / own->middle, 2) +
                     pow(alone->half / alone->middle, 2)) /
                    (HALF * HALF);
  }
  return true;
}

/* Put the group of "one", a run on several processors, into its pool. */
static void add_to_pool(struct pools *pools, struct groups *groups,
                        const lcm_measurement *one) {
  lcm_arena *arena = lcm_ctx_arena(groups->ctx);
  const char *key = key_of(groups->ctx, one, false, false);
  const char *text = pool_of(groups->ctx, one);
  struct run_excess excess;
  size_t i = 0;
  if (lcm_map_get(&pools->known, key, &i) || !compare(&excess, groups, one))
    return;
  if (!lcm_map_get(&pools->index, text, &i)) {
    i = pools->all.n;
    lcm_map_put(arena, &pools->index, text, i);
    LCM_LIST_ADD(arena, &pools->all, (struct pool){.sure = false});
  }
  struct pool *pool = &pools->all.at[i];
  lcm_map_put(arena, &pools->known, key, pool->all.n);
  LCM_LIST_ADD(arena, &pool->all, excess);
}

/* Sums over a pool: of weights, of their squares, of weighted ratios, of the
 * weighted squares of what is between these; how many groups have a variance.
 */
struct run_sums {
  double w, ww, wr, wrr;
  size_t n;
};

/* Return the sums over "pool", "between" being the variance of what its groups
 * really have, beside that of their ratios. */
static struct run_sums add_up(const struct pool *pool, double between) {
  struct run_sums s = {0};
  for (size_t i = 0; i < pool->all.n; i++) {
    const struct run_excess *e = &pool->all.at[i];
    const double w = 1 / (e->variance + between);
    if (e->variance <= 0)
      continue;
    s.w += w;
    s.ww += w * w;
    s.wr += w * e->ratio;
    s.wrr += w * e->ratio * e->ratio;
    s.n++;
  }
  return s;
}

/* Find what the groups of "pool" have in common: R. DerSimonian and N. Laird,
 * Meta-analysis in clinical trials (1986), eqs. 8 and 9. */
static void unite(struct pool *pool) {
  const struct run_sums s = add_up(pool, 0);
  if (!s.n)
    return;
  const double q = s.wrr - s.wr * s.wr / s.w;
  const double room = s.w - s.ww / s.w;
  const double between =
      s.n > 1 && room > 0 ? fmax(0, (q - (double)(s.n - 1)) / room) : 0;
  const struct run_sums with = add_up(pool, between);
  const double mean = with.wr / with.w;
  pool->sure = mean > HALF / sqrt(with.w);
  for (size_t i = 0; i < pool->all.n; i++) {
    struct run_excess *e = &pool->all.at[i];
    e->pooled = e->variance > 0 ? (between * e->ratio + e->variance * mean) /
                                      (between + e->variance)
                                : e->ratio;
  }
}

/* Return how large the excess of "e" is by chance (one in twenty) in one of the
 * groups of "pool": chance has as many tries as there are groups
 * (Bonferroni). */
static double chance_of(const struct run_excess *e, const struct pool *pool) {
  if (e->freedom < 1)
    return e->chance;
  const double level = 1 - 2 * CHANCE / (double)pool->all.n;
  return e->chance * lcm_student_two_sided(level, e->freedom) /
         lcm_student_two_sided(1 - 2 * CHANCE, e->freedom);
}

/* Return which share of what "one" computed is contention: by how much the
 * middle of its runs exceeds that of runs on one processor, as often as it is
 * visited, where that is more than chance (one in twenty) at all sizes
 * together, as these have it, or else at this one among them; NAN where there
 * are none of these. */
static double share_of(const struct pools *pools, lcm_ctx *ctx,
                       const lcm_measurement *one) {
  size_t i = 0;
  size_t at = 0;
  if (!lcm_map_get(&pools->index, pool_of(ctx, one), &i) ||
      !lcm_map_get(&pools->known, key_of(ctx, one, false, false), &at))
    return (double)NAN;
  const struct pool *pool = &pools->all.at[i];
  const struct run_excess *e = &pool->all.at[at];
  if (pool->sure && e->variance > 0)
    return fmax(0, -expm1(-e->pooled));
  return e->own > e->expected + chance_of(e, pool) ? 1 - e->expected / e->own
                                                   : 0;
}

/* Pool the groups of the "n" runs at "all". */
static struct pools make_pools(struct groups *groups,
                               const lcm_measurement *all, size_t n) {
  struct pools pools = {.all = {0}};
  for (size_t i = 0; i < n; i++)
    if (*all[i].fragment && all[i].processors > 1)
      add_to_pool(&pools, groups, &all[i]);
  for (size_t i = 0; i < pools.all.n; i++)
    unite(&pools.all.at[i]);
  return pools;
}

bool profile_contention(lcm_ctx *ctx, lcm_measurement *all, size_t n) {
  struct groups groups = {.ctx = ctx};
  struct groups runs = {.ctx = ctx};
  bool any = false;
  gather(&groups, all, n);
  const struct pools pools = make_pools(&groups, all, n);
  for (size_t i = 0; i < n; i++) {
    const double share = *all[i].fragment && all[i].processors > 1
                             ? share_of(&pools, ctx, &all[i])
                             : (double)NAN;
    if (!*all[i].fragment || isnan(share))
      continue;
    const double rc = share * (category(&all[i], lcm_cat_name(LCM_CAT_PC)) +
                               category(&all[i], lcm_cat_name(LCM_CAT_RC)));
    set_contention(ctx, &all[i], rc);
    group_of(&runs, key_of(ctx, &all[i], false, true), true)->middle +=
        profile_has_flag(all[i].flags, "inclusive") ? 0 : rc;
    any = true;
  }
  for (size_t i = 0; i < n; i++) {
    const struct run_group *run =
        *all[i].fragment
            ? NULL
            : group_of(&runs, key_of(ctx, &all[i], false, true), false);
    if (run)
      set_contention(ctx, &all[i], run->middle);
  }
  return any;
}
