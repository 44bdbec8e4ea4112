#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/profile_internal.h"

/* Equal runs of one fragment: what they computed, contention included, the
 * middle of it and the half-width of its 90 % interval, 0 of too few runs; the
 * most visits. */
struct group {
  LCM_LIST(double) values;
  double middle;
  double half;
  double visits;
};

/* The groups there are, by their text. */
struct groups {
  lcm_ctx *ctx;
  lcm_map index;
  LCM_LIST(struct group) all;
};

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
static struct group *group_of(struct groups *groups, const char *key,
                              bool make) {
  size_t i = 0;
  if (lcm_map_get(&groups->index, key, &i))
    return &groups->all.at[i];
  if (!make)
    return NULL;
  lcm_map_put(lcm_ctx_arena(groups->ctx), &groups->index, key, groups->all.n);
  LCM_LIST_ADD(lcm_ctx_arena(groups->ctx), &groups->all, (struct group){0});
  return &groups->all.at[groups->all.n - 1];
}

/* Return category "name" of "one", 0 where it has none. */
static double category(const lcm_measurement *one, const char *name) {
  const double value = lcm_measured(one->categories, one->n_categories, name);
  return isnan(value) ? 0 : value;
}

/* Let "rc" of what "one" computed be contention. */
static void set_contention(lcm_ctx *ctx, lcm_measurement *one, double rc) {
  const double all = category(one, "pc") + category(one, "rc");
  lcm_binding *out =
      LCM_NEW_ARRAY(lcm_ctx_arena(ctx), lcm_binding, one->n_categories + 1);
  for (size_t i = 0; i < one->n_categories; i++) {
    out[i] = one->categories[i];
    if (!strcmp(out[i].name, "pc"))
      out[i].value = all - rc;
    if (!strcmp(out[i].name, "rc"))
      out[i].value = rc;
  }
  one->categories = out;
}

/* Put the runs of each fragment into "groups" and find their middles. */
static void gather(struct groups *groups, const lcm_measurement *all,
                   size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (!*all[i].fragment || profile_has_flag(all[i].flags, "cut"))
      continue;
    struct group *group =
        group_of(groups, key_of(groups->ctx, &all[i], false, false), true);
    LCM_LIST_ADD(lcm_ctx_arena(groups->ctx), &group->values,
                 category(&all[i], "pc") + category(&all[i], "rc"));
    group->visits = fmax(group->visits, all[i].visits);
  }
  for (size_t i = 0; i < groups->all.n; i++) {
    struct group *group = &groups->all.at[i];
    group->middle =
        profile_location(&group->half, group->values.at, group->values.n);
    group->half = isfinite(group->half) ? group->half : 0;
  }
}

/* Return which share of what "one" computed is contention: by how much the
 * middle of its runs exceeds that of runs on one processor, as often as it is
 * visited, where that is more than chance (one in twenty); NAN where there are
 * none of these. */
static double share_of(struct groups *groups, const lcm_measurement *one) {
  const struct group *own =
      group_of(groups, key_of(groups->ctx, one, false, false), false);
  const struct group *alone =
      group_of(groups, key_of(groups->ctx, one, true, false), false);
  if (!own || !alone)
    return (double)NAN;
  const double more =
      alone->visits > 0 ? fmax(1, own->visits / alone->visits) : 1;
  const double expected = more * alone->middle;
  const double chance = hypot(own->half, more * alone->half);
  return own->middle > expected + chance ? 1 - expected / own->middle : 0;
}

bool profile_contention(lcm_ctx *ctx, lcm_measurement *all, size_t n) {
  struct groups groups = {.ctx = ctx};
  struct groups runs = {.ctx = ctx};
  bool any = false;
  gather(&groups, all, n);
  for (size_t i = 0; i < n; i++) {
    const double share = *all[i].fragment && all[i].processors > 1
                             ? share_of(&groups, &all[i])
                             : (double)NAN;
    if (!*all[i].fragment || isnan(share))
      continue;
    const double rc =
        share * (category(&all[i], "pc") + category(&all[i], "rc"));
    set_contention(ctx, &all[i], rc);
    group_of(&runs, key_of(ctx, &all[i], false, true), true)->middle += rc;
    any = true;
  }
  for (size_t i = 0; i < n; i++) {
    const struct group *run =
        *all[i].fragment
            ? NULL
            : group_of(&runs, key_of(ctx, &all[i], false, true), false);
    if (run)
      set_contention(ctx, &all[i], run->middle);
  }
  return any;
}
