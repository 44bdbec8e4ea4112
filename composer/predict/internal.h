/* Predictions: what the files predict*.c and compare*.c say to each other. */
#pragma once

#include "composer/bound/bound.h"
#include "composer/formula/internal.h"

/* The closed form of a program, compiled.
 * closed, span    the expressions; span NULL: it has none
 * demands         the resources in the slots of "closed"
 * names           what the tape is a function of
 * tape            "n_out" results: time, categories, demands, span (0 without
 *                 one), and the least of what must not be negative
 * time            the time alone
 * n_unknown, n_assumes   how many nodes without a cost and assumptions can be
 *                        met */
struct lcm_closed_form {
  struct lcm_closed closed;
  const lcm_expr *span;
  const char *const *demands;
  size_t n_demands;
  const char *const *names;
  size_t n_names;
  lcm_tape *tape;
  lcm_tape *time;
  size_t n_out;
  size_t n_unknown;
  size_t n_assumes;
};

/* A node with models of all its executions in a run, now of one.
 * symbol  that stands for how many these are: "visits"
 * coef    that stands for one of them in closed forms of their numbers */
struct lcm_per_run {
  const char *symbol;
  const lcm_coef *coef;
  const lcm_node *node;
  const lcm_function *function;
  unsigned id;
  double visits;
};

/* How often nodes are executed at point "i" of "grid" on "w" processors; a NULL
 * grid: not counted. */
struct lcm_counted {
  const lcm_grid *grid;
  size_t i;
  double w;
  double *visits;
};

/* A program to be predicted.
 * grid       the names that have values, and the points
 * entry      where the run begins
 * coefs      the uncertain coefficients in its models
 * names      reserved ones
 * machine_names   of its processors, sockets, costs and levels
 * checks     the engine is to check the closed form everywhere
 * facts      what is remembered of its nodes
 * form       its closed form, NULL where there is none that can be trusted
 * formula, cat_formulas, no_formula, no_formula_at   as in lcm_prediction
 * noted      what is unknown, assumed and told so far
 * estimated  what the engine said last is no more than an estimate
 * bound      the analysis by bounds, once it was asked for
 * runs       nodes with models of a run, of which the program has what one
 *            execution costs; being counted where "counting"
 * visits     the same for the engine and closed forms; NULL: there are none
 * counts     their closed form, whose tape gives the sum over all nodes of
 *            coefficient times executions; NULL: they have none
 * counted    last, on all processors and alone; "oldest" is forgotten next
 * slopes     of the point that is executed; NULL: they are not asked for
 * executions of the structure so far */
struct lcm_predictor {
  lcm_ctx *ctx;
  const lcm_program *program;
  const lcm_grid *grid;
  const struct lcm_predict_options *options;
  const lcm_machine *machine;
  const char *const *machine_names;
  struct lcm_names names;
  bool checks;
  const lcm_data *data;
  const lcm_function *entry;
  const char **cat_names;
  size_t n_cats;
  const lcm_coef *const *coefs;
  size_t n_coefs;
  struct lcm_facts_table *facts;
  struct lcm_closed_form *form;
  const lcm_expr *formula;
  const lcm_expr *const *cat_formulas;
  const char *no_formula;
  lcm_loc no_formula_at;
  struct lcm_noted noted;
  bool estimated;
  lcm_bound *bound;
  struct lcm_per_run *runs;
  size_t n_runs;
  bool counting;
  const struct lcm_visits *visits;
  struct lcm_closed_form *counts;
  struct lcm_counted counted[2];
  size_t oldest;
  struct lcm_slopes *slopes;
  size_t executions;
};

/* Make "p" ready to predict "program" at points of "grid". */
LCM_NODISCARD lcm_status lcm_predictor_begin(
    struct lcm_predictor *p, lcm_ctx *ctx, const lcm_program *program,
    const lcm_grid *grid, const struct lcm_predict_options *options);

/* Put the prediction at all points of the grid of "p" into "*out". */
LCM_NODISCARD lcm_status lcm_predictor_run(const lcm_prediction **out,
                                           struct lcm_predictor *p);

/* Put the time at each point of "grid", which has the names of the grid of "p",
 * into "times"; NaN where there is none.  Diagnostics are dropped. */
void lcm_predictor_times(double *times, struct lcm_predictor *p,
                         const lcm_grid *grid);

/* Return the param of "program" called "name", or NULL. */
const lcm_param *lcm_param_named(const lcm_program *program, const char *name);

/* ---- models of a run (composer/predict/runs.c) ------------------------------------ */

/* Let the program of "p" have models of one execution instead of those of a
 * run. */
void lcm_predictor_split(struct lcm_predictor *p);

/* Count the executions of the nodes that had models of a run, at point "i" on
 * "w" processors. */
void lcm_predictor_count(struct lcm_predictor *p, size_t i, double w);

/* Check that their closed form gives at point "i" what executing the program
 * does. */
LCM_NODISCARD lcm_status lcm_predictor_check_counts(struct lcm_predictor *p,
                                                    size_t i);

/* ---- by the engine (composer/predict/engine.c) ----------------------------------- */

/* Return the number of processors at point "i": p, or ranks times threads. */
double lcm_predictor_processors(const struct lcm_predictor *p, size_t i);

/* Return LCM_EDOMAIN, after a report, where nobody has "p" processors: not at
 * least one, or not a whole number. */
LCM_NODISCARD lcm_status lcm_check_processors(lcm_ctx *ctx, double p);

/* Intern the names of the machine of "p". */
void lcm_predictor_name_machine(struct lcm_predictor *p);

/* Make "run" ready for point "i" on "w" processors. */
void lcm_predictor_prepare(struct lcm_predictor *p, struct lcm_run *run,
                           size_t i, double w);

/* Predict point "i" but for its interval into "*point" by executing the
 * structure. */
LCM_NODISCARD lcm_status lcm_predictor_point(struct lcm_predictor *p,
                                             lcm_point *point, size_t i);

/* Return the time at point "i" by executing the structure; NaN where there is
 * none. */
double lcm_predictor_time(struct lcm_predictor *p, size_t i);

/* Put the time at point "i" on "w" processors into "*time", by executing the
 * structure with the coefficients of "p" being "moves" (NULL: nothing) more
 * than they are. */
LCM_NODISCARD lcm_status lcm_predictor_moved(double *time,
                                             struct lcm_predictor *p, size_t i,
                                             double w, const double *moves);

/* Set work, speedup, efficiency and interval of "point" from its times and its
 * gradient. */
void lcm_predictor_derive(struct lcm_predictor *p, lcm_point *point);

/* Let "point" be bound by the span, the work over p or the longest of the "n"
 * demands. */
void lcm_predictor_bound(lcm_point *point, const struct lcm_demand *demands,
                         size_t n);

/* ---- the interval (composer/predict/slopes.c) ------------------------------------ */

/* Let lcm_predictor_point note from now on in which directions of its
 * coefficients the time of "p" can change. */
void lcm_predictor_slopes(struct lcm_predictor *p);

/* Set the gradient of the time of "point", number "i", which was executed last,
 * and what follows from it. */
LCM_NODISCARD lcm_status lcm_predictor_interval(struct lcm_predictor *p,
                                                lcm_point *point, size_t i);

/* ---- patterns of messages (composer/predict/pattern.c) -----------------------------
 */

/* Put the patterns of the messages between the ranks of the program of "p" into
 * "*out"; return how many there are. */
size_t lcm_predictor_patterns(const struct lcm_pattern **out,
                              struct lcm_predictor *p);

/* ---- recursion (composer/formula/recurrence.c) ---------------------------------------------
 */

/* Put the recursive functions of the program of "p" into "*out" as recurrences;
 * return how many there are. */
size_t lcm_predictor_recurrences(const struct lcm_recurrence **out,
                                 struct lcm_predictor *p);

/* ---- by bounds and simulation (composer/predict/model.c) ---------------------------
 */

/* Return the methods by which the program of "p" is predicted. */
unsigned lcm_predictor_methods(const struct lcm_predictor *p);

/* Return the one of them that gives the times: simulation before bounds, but of
 * a program composition before both. */
enum lcm_method lcm_predictor_method(const struct lcm_predictor *p);

/* Add what the "methods" other than composition say to all "points", which are
 * filled in first where they were not composed. */
LCM_NODISCARD lcm_status lcm_predictor_add(struct lcm_predictor *p,
                                           lcm_point *points, unsigned methods);

/* Return the bound of the program of "p" at point "i", or the time that
 * simulation says; NaN where there is none. */
double lcm_predictor_bound_time(struct lcm_predictor *p, size_t i);
double lcm_predictor_simulated_time(struct lcm_predictor *p, size_t i);

/* Return the time of "p", a model that is bound, in closed form; NULL where it
 * has none of moderate length.  What it is of goes to "*form". */
const lcm_expr *lcm_predictor_bound_formula(const struct lcm_bound_form **form,
                                            struct lcm_predictor *p);

/* Return whether the param "name" counts something in the program of "p", a
 * model of moderate size and without recursion. */
bool lcm_predictor_counts(struct lcm_predictor *p, const char *name);

/* Put the closed form of the bound of the program of "p" into "prediction". */
void lcm_predictor_model_form(struct lcm_predictor *p,
                              lcm_prediction *prediction);

/* ---- by the closed form (composer/predict/form.c) --------------------------------- */

/* Build the closed form of the program of "p", if it has one. */
void lcm_predictor_form(struct lcm_predictor *p);

/* Put how often nodes with models of a run are executed at point "i" on "w"
 * processors, all of the point or one, into "visits" by the closed form of
 * that; false where it does not hold. */
bool lcm_predictor_fill_counts(double *visits, struct lcm_predictor *p,
                               size_t i, double w);

/* Put what the closed form says of the points of the grid into "points" where
 * it holds, and whether it does into "holds".  Times, categories, gradient,
 * span and bound are set, not what the engine alone knows. */
void lcm_predictor_fill(struct lcm_predictor *p, lcm_point *points,
                        bool *holds);

/* Check that the closed form gives at point "i" what the engine did. */
LCM_NODISCARD lcm_status lcm_predictor_check(struct lcm_predictor *p,
                                             const lcm_point *form,
                                             const lcm_point *engine);
