/* Results: predictions, comparisons, data movements, with their JSON. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/ctx.h"
#include "model/expr/expr.h"
#include "model/structure/categories.h"
#include "model/structure/grid.h"
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

/* From which value of a param on a resource binds.
 * param     whose value
 * resource  as in lcm_bound_result.resource
 * value     where its demand is the critical path; NaN where it never is
 * exact     that value as an expression of the other params, or NULL */
struct lcm_saturation {
  const char *param;
  const char *resource;
  double value;
  const lcm_expr *exact;
};

/* What serialization analysis says at one point (van Gemund 1996, chapters 3
 * and 6); times in seconds, NaN where there is none.
 * reason      why there is no bound, reason_at where; NULL: there is one, and
 *             all below holds
 * phi         the critical path without contention (3.1 to 3.10)
 * omega       the largest demand for a resource in the whole model (3.12,
 *             3.13)
 * time        the recursive lower bound (3.15)
 * skewed      the same with (3.16) wherever its pattern occurs; NaN: nowhere
 * barriers    the same with virtual barriers for resources that all share at
 *             the same time; NaN: nowhere
 * upper       an upper bound; NaN for random models
 * conjecture  an upper bound by conjecture 6.2 where the model has its form
 * theta       ln(omega / phi), the serialization index (6.6)
 * resource    whose demand binds, spelled as in the model with its subscript
 *             ("c[1]"); NULL where the critical path does
 * next        what would bind next, "critical path" or a resource, and
 *             next_time, its time; NULL: nothing else
 * random      means of random quantities entered
 * random_max  some of them below a maximum, where the bound holds for the mean
 *             but may be far from it
 * saturations what is known of where resources begin to bind */
struct lcm_bound_result {
  const char *reason;
  lcm_loc reason_at;
  double phi;
  double omega;
  double time;
  double skewed;
  double barriers;
  double upper;
  double conjecture;
  double theta;
  const char *resource;
  const char *next;
  double next_time;
  bool random;
  bool random_max;
  const struct lcm_saturation *saturations;
  size_t n_saturations;
};

/* What simulation says at one point; times in seconds.
 * time          of the end; the mean for a random model
 * mean, low, high   of a random model: the mean over "replications" and its
 *               interval of level "level"; all equal to time for others
 * random        the model is random */
struct lcm_simulate_result {
  double time;
  double mean;
  double low;
  double high;
  double level;
  size_t replications;
  bool random;
};

/* The load on a resource of a model.
 * load   time for which the element that is used most is needed, over how many
 *        "units" there are of it */
struct lcm_load {
  const lcm_resource *resource;
  double units;
  double load;
};

/* A pattern that messages from "send" to "receive" have: "ring", "chain", "halo
 * exchange", ... */
struct lcm_pattern {
  const char *name;
  const lcm_node *send;
  const lcm_node *receive;
};

/* A quantity of a recursive function: its value in each case, and in closed
 * form.
 * name     as it stands in the cases, "W"
 * title    what it is
 * cases    by case
 * closed   its closed form, NULL where there is none
 * also     the same by Fibonacci numbers, symbols such as "F(n - 1)", or NULL
 * reason   why not, NULL where there is one
 * growth   how it grows, "n log(n)"; NULL: not at all, or not known */
struct lcm_recurrence_part {
  const char *name;
  const char *title;
  const lcm_expr *const *cases;
  const lcm_expr *closed;
  const lcm_expr *also;
  const char *reason;
  const char *growth;
};

/* A recursive function as a recurrence.
 * params   the parameters that matter, "n_params" names
 * when     for each of the "n_cases" cases the condition, NULL: otherwise
 * parts    "n_parts" quantities
 * levels   the name of the depth of the recursion in closed forms, and
 *          levels_is its value; NULL: they do not mention it
 * holds    where closed forms are exact, NULL: everywhere
 * reason   why there is no recurrence; NULL: there is one */
struct lcm_recurrence {
  const lcm_function *function;
  const char *const *params;
  size_t n_params;
  const lcm_expr *const *when;
  size_t n_cases;
  const struct lcm_recurrence_part *parts;
  size_t n_parts;
  const char *levels;
  const lcm_expr *levels_is;
  const char *holds;
  const char *reason;
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

/* Where the winner of a comparison changes.
 * variable  whose value
 * value     at the crossing
 * from, to  indices of the variants that win below and above
 * step      the change is a jump (a ceiling, a branch), not a smooth root
 * symbolic  found in closed form; "exact" is then the expression
 * others    values of the other variables at this crossing, by grid name */
typedef struct lcm_crossover {
  const char *variable;
  double value;
  size_t from;
  size_t to;
  bool step;
  const lcm_expr *exact;
  const double *others;
} lcm_crossover;

/* The category "name" in which one variant loses less than another, by so many
 * "seconds" of the time. */
struct lcm_reason {
  const char *name;
  double seconds;
};

/* Several predictions over one grid.
 * variants    their predictions
 * winners     index of the fastest at each point
 * seconds     index of the next fastest at each point
 * difference_low, difference_high   90 % interval of time[second] -
 *             time[winner] at each point, shared coefficients cancelled
 * chances     how likely it is, as far as the coefficients are uncertain, that
 *             the winner is faster than the second: 0.5 to 1
 * reasons     at each point the category in which the winner and the second
 *             differ most in favour of the winner, and by how much, in seconds
 *             of the time; the name is NULL where there is none
 * complete    no other crossover can exist in the range of the grid */
typedef struct lcm_comparison {
  const lcm_grid *grid;
  const lcm_prediction *const *variants;
  size_t n_variants;
  const size_t *winners;
  const size_t *seconds;
  const double *difference_low;
  const double *difference_high;
  const double *chances;
  const struct lcm_reason *reasons;
  const lcm_crossover *crossovers;
  size_t n_crossovers;
  bool complete;
} lcm_comparison;

/* Return the comparison as JSON (lcm-comparison/1). */
LCM_GIVE char *lcm_comparison_to_json(lcm_ctx *ctx,
                                      const lcm_comparison *comparison);

typedef enum lcm_dependence {
  LCM_DEP_TRUE,
  LCM_DEP_ANTI,
  LCM_DEP_OUTPUT
} lcm_dependence;

/* One movement of data between two fragments whose least common ancestor is
 * parallel, or (crossing) between members of a team across a barrier.
 * from, to   occurrence ids; their nodes beside them
 * section    what moves
 * bytes      of one transfer, NULL when unknown
 * why        what is assumed where the bytes are not exact, but at most so
 * many; NULL where they are count      how often in a run lca        occurrence
 * id of the least common ancestor */
typedef struct lcm_movement {
  const char *from;
  const char *to;
  const lcm_node *from_node;
  const lcm_node *to_node;
  const lcm_section *section;
  lcm_dependence kind;
  const lcm_expr *bytes;
  const lcm_expr *count;
  const char *lca;
  const lcm_node *lca_node;
  const char *why;
  bool crossing;
} lcm_movement;

/* What one fragment of the run reads or writes.
 * occurrence  its id; "node" is its place in the structure
 * section     in terms of the data of the run
 * ranges      of the loops around the fragment, outermost first
 * divided     the index of the parallel loop that a team shares, NULL outside
 * write       it is written
 * maybe       a condition decides whether the fragment is executed */
typedef struct lcm_touch {
  const char *occurrence;
  const lcm_node *node;
  lcm_section section;
  const lcm_iteration *ranges;
  size_t n_ranges;
  const char *divided;
  bool write;
  bool maybe;
} lcm_touch;

/* What a function does to its caller's data: to what a parameter points to, or
 * to data outside all functions.
 * param    the number of the parameter; that of all of them for none
 * section  in terms of the parameters
 * write    it is written */
typedef struct lcm_effect {
  const lcm_function *function;
  size_t param;
  lcm_section section;
  bool write;
} lcm_effect;

/* All movements of a program (lcm-data/1).
 * dependences  between any two fragments, "touches" and "effects": only where
 *              all were asked for
 * n_opaque     parts of which nobody knows what they touch
 * is_cut       the program has more occurrences than are followed */
typedef struct lcm_data {
  const lcm_program *program;
  const lcm_movement *movements;
  size_t n_movements;
  const lcm_movement *dependences;
  size_t n_dependences;
  const lcm_touch *touches;
  size_t n_touches;
  const lcm_effect *effects;
  size_t n_effects;
  size_t n_opaque;
  bool is_cut;
} lcm_data;
