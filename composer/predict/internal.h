/* A program that is predicted again and again: what the files of this module
 * know of it. */
#pragma once

#include "composer/bound/bound.h"
#include "composer/engine/engine.h"
#include "composer/formula/formula.h"
#include "composer/predict/closed_form.h"
#include "composer/predict/endless.h"

/* A node with models of all its executions in a run, now of one. */
struct lcm_per_run {
  /* that stands for how many these are: "visits" */
  const char *symbol;
  /* that stands for one of them in closed forms of their numbers */
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

/* Nodes with models of a run, of which the program has what one execution
 * costs. */
struct lcm_run_models {
  struct lcm_per_run *at;
  size_t n;
  /* the same for the engine and closed forms; NULL: there are none */
  const struct lcm_visits *visits;
  /* the closed form of their executions, whose tape gives the sum over all
   * nodes of coefficient times executions; NULL: they have none */
  struct lcm_closed_form *counts;
  /* last, on all processors and alone; "oldest" is forgotten next */
  struct lcm_counted counted[2];
  size_t oldest;
};

/* The formulas of a prediction: NULL, and why there are none and where. */
struct lcm_formulas {
  const lcm_expr *time;
  const lcm_expr *const *cats;
  const char *reason;
  lcm_loc reason_at;
};

/* A program to be predicted. */
struct lcm_predictor {
  struct lcm_setup setup;
  /* its options, without occurrences of nodes */
  struct lcm_predict_options plain;
  /* the engine is to check the closed form everywhere */
  bool checks;
  /* of which the end was looked for at the first point of its grid */
  struct lcm_recursions recursions;
  /* NULL where there is none that can be trusted */
  struct lcm_closed_form *form;
  struct lcm_formulas formulas;
  /* what is unknown, assumed and told so far */
  struct lcm_noted noted;
  /* what the engine said last is no more than an estimate */
  bool estimated;
  /* the analysis by bounds, once it was asked for */
  lcm_bound *bound;
  struct lcm_run_models runs;
  /* of the point that is executed; NULL: they are not asked for */
  struct lcm_slopes *slopes;
  /* of the structure so far */
  size_t executions;
};
