/* Experiments: measurements of many fragments, fitted together. */
#pragma once

#include "fit/types.h"

/* A condition on runs: "name" (a variable, or "tag": the fragment) is in the
 * relation "relation" ("=", "!=", "<", "<=", ">", ">=") to "value" ("text" of
 * the tag). */
struct lcm_experiment_condition {
  const char *name;
  const char *relation;
  double value;
  const char *text;
};

/* What the source says of the computation of the fragment "fragment" in a
 * run. */
struct lcm_experiment_source {
  const char *fragment;
  struct lcm_fit_source of;
};

/* What to fit, and how. */
struct lcm_experiment_plan {
  /* as for one quantity; its library is that of "forms" */
  struct lcm_fit_options options;
  const lcm_forms *forms; /* typical forms, NULL: none */
  /* categories, variables: names, NULL: all there are, those that vary */
  const char *const *categories;
  size_t n_categories;
  const char *const *variables;
  size_t n_variables;
  /* only fragments with this in their name or label; NULL: all, "": the whole
   * run */
  const char *fragment;
  /* conditions, all of which hold */
  const struct lcm_experiment_condition *where;
  size_t n_where;
  /* what the source says, of fragments that it does of */
  const struct lcm_experiment_source *sources;
  size_t n_sources;
  /* how many threads fit at a time; 0: as many as there are processors.  The
   * result does not depend on it */
  size_t jobs;
  /* is told how many quantities of how many are done; may be NULL */
  void (*progress)(size_t done, size_t all, void *user);
  void *user;
};

/* The values of one category of one fragment. */
struct lcm_experiment_series {
  lcm_fit_model base;       /* its fragment, place, label, category and unit */
  struct lcm_fit_data data; /* the points */
  /* the measurement that each point comes from */
  const lcm_measurement *const *records;
  double total;    /* sum of the values */
  size_t skipped;  /* records without a value of a variable */
  size_t doubtful; /* points with flags */
  size_t cut;      /* records that were left out, for the run was cut short */
  /* two variables that vary together alone, or NULL */
  const char *confounded[2];
};

/* Put the quantities that "plan" asks for into "*out" (memory of "ctx"), by
 * fragment (the whole run first, then in the order of their names) and
 * category, without what the source ignores; return how many. */
size_t lcm_experiment_series_of(const struct lcm_experiment_series **out,
                                lcm_ctx *ctx, const lcm_measurements *all,
                                const struct lcm_experiment_plan *plan);

/* Return how many of the measurements that "plan" asks for are of what the
 * source ignores: flagged `ignored`. */
size_t lcm_experiment_ignored(const lcm_measurements *all,
                              const struct lcm_experiment_plan *plan);

/* Return how many different points "data" has, as far as its "n" variables
 * "keys" are concerned. */
size_t lcm_data_distinct(lcm_ctx *ctx, const struct lcm_fit_data *data,
                         const size_t *keys, size_t n);
