/* Predictions: what is predicted at each point of a grid, and of each node. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/ctx.h"
#include "model/expr/expr.h"
#include "model/results/bound.h"
#include "model/results/recurrence.h"
#include "model/structure/structure.h"

/* What is predicted for one occurrence of a node at one point.
 * id          occurrence: call path and node, such as "main/3>fft/2"
 * node        the node; function the one it stands in
 * depth       0 for the root
 * visits      expected executions in the run (by all its processors together)
 * time        seconds of elapsed time, summed over its executions along the
 *             path that determines the end of the run
 * cats        processor-seconds by category, n_cats of the prediction
 * processors  that it had
 * share       time as a fraction of the whole run
 * critical    on the critical path
 * provenance  of its cost: "measured", "annotated", "derived", "machine",
 *             "composed" */
typedef struct lcm_occurrence {
  const char *id;
  const lcm_node *node;
  const lcm_function *function;
  unsigned depth;
  double visits;
  double time;
  const double *cats;
  double processors;
  double share;
  bool critical;
  const char *provenance;
} lcm_occurrence;

/* A pattern that messages from "send" to "receive" have: "ring", "chain", "halo
 * exchange", ... */
struct lcm_pattern {
  const char *name;
  const lcm_node *send;
  const lcm_node *receive;
};

/* The prediction at one point of the grid; times in seconds.
 * cats        processor-seconds by category: their sum is processors x time
 * gradient    derivative of the time by each coefficient of the prediction
 *             (lcm_prediction.coefs), so that a comparison can cancel what
 *             two variants share; NULL when there are no coefficients
 * composed    the time by composition, NaN where it was not asked for
 * time1       time on one processor, NaN where there is none
 * speedup, efficiency    NaN where time1 is
 * work        processor-seconds of computation (pc and unsplit)
 * span        time on unlimited processors without overheads
 * bound       max(critical path, demand of the resource that binds)
 * low, high   90 % interval of the time; equal to time without coefficients
 * least, most what the time can be by the order in which tasks are run; NaN
 *             where nothing depends on it
 * binding     name of the resource that binds, or NULL
 * bounds      the analysis by bounds, NULL when not asked for
 * simulation  what simulation says, NULL when not asked for
 * occurrences of the nodes in preorder; empty unless asked for; those of a
 *             model that was not composed are without contention
 * loads       on the resources of such a model, with its occurrences
 * critical    ids of the occurrences on the critical path */
typedef struct lcm_point {
  double p;
  double time;
  double composed;
  double time1;
  double speedup;
  double efficiency;
  double work;
  double span;
  double bound;
  double low;
  double high;
  double least;
  double most;
  const double *cats;
  const double *gradient;
  const char *binding;
  const struct lcm_bound_result *bounds;
  const struct lcm_simulate_result *simulation;
  const lcm_occurrence *occurrences;
  size_t n_occurrences;
  const struct lcm_load *loads;
  size_t n_loads;
  const char *const *critical;
  size_t n_critical;
} lcm_point;

/* Check what every prediction must satisfy: the first "n_cats" categories of
 * "point" (0: none are checked) sum to p times the time, and neither the span
 * nor the bound is above the time.  A breach is diagnostic "invariant" at "at"
 * and LCM_ECHECK. */
LCM_NODISCARD lcm_status lcm_point_check(lcm_ctx *ctx, const lcm_point *point,
                                         lcm_loc at, size_t n_cats);

/* A node without a cost, or with a part that could not be modelled.
 * node  it; NULL where it is not at hand
 * name  the variable whose value would settle it, or NULL */
struct lcm_unknown {
  const char *id;
  lcm_loc loc;
  const char *reason;
  const lcm_node *node;
  const char *name;
};

/* A whole prediction.
 * is_model    no program stands behind it: no speedup, nothing is lost
 * bare        the points have bounds or were simulated, but the categories and
 *             all that composition gives is missing
 * unit        what the times of a model were numbers of; NULL: nothing
 * method      what the times of the points are: "composition", "simulation" or
 *             "bound"; NULL: not said
 * grid        its points
 * points      one for each point of the grid
 * cat_names   "n_cats" names: the built-in ones, then the user's
 * user_titles what the user's categories mean, NULL for one of which that is
 *             not said; NULL as a whole where nothing is known of any
 * formula     closed form of the time, NULL where there is none or it was not
 *             asked for; cat_formulas the same for each category
 * formula_cost   what evaluating it costs: "O(1)", "O(P)"; NULL: not known
 * conditions  where it holds
 * no_formula  why there is none, no_formula_at where; NULL where there is
 * coefs       the "n_coefs" uncertain coefficients that the time depends on,
 *             in the order of their names
 * unknown     nodes without a cost
 * assumptions texts of `assume` that the prediction rests on
 * patterns    of messages between ranks
 * recurrences of the recursive functions that the entry reaches, where they
 *             were asked for
 * premises    of the edits of the program */
typedef struct lcm_prediction {
  const char *name;
  bool is_model;
  bool bare;
  const char *unit;
  const char *method;
  const lcm_grid *grid;
  const lcm_point *points;
  const char *const *cat_names;
  const char *const *user_titles;
  size_t n_cats;
  const lcm_expr *formula;
  const lcm_expr *const *cat_formulas;
  const char *formula_cost;
  const lcm_expr *const *conditions;
  size_t n_conditions;
  const char *no_formula;
  lcm_loc no_formula_at;
  const lcm_coef *const *coefs;
  size_t n_coefs;
  const struct lcm_unknown *unknown;
  size_t n_unknown;
  const char *const *assumptions;
  size_t n_assumptions;
  const struct lcm_pattern *patterns;
  size_t n_patterns;
  const struct lcm_recurrence *recurrences;
  size_t n_recurrences;
  const struct lcm_premise *premises;
  size_t n_premises;
} lcm_prediction;

/* Return the prediction as JSON (lcm-prediction/1). */
LCM_GIVE char *lcm_prediction_to_json(lcm_ctx *ctx,
                                      const lcm_prediction *prediction);
