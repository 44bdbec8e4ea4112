/* Predictions: what the files predict*.c and compare*.c say to each other. */
#pragma once

#include "composer/bound/bound.h"
#include "composer/engine/run.h"
#include "composer/formula/internal.h"
#include "composer/scope/names.h"
#include "composer/scope/options.h"
#include "model/results/data.h"

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
