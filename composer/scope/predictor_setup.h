/* What executing a program at the points of a grid starts from, whoever
 * executes it.  The names that every evaluator binds by itself. */
#pragma once

#include "composer/scope/categories.h"
#include "composer/scope/options.h"
#include "composer/scope/traits.h"

/* What "procs" is called in models that do not speak of several processors. */
#define LCM_PROCS_OF_RUN "procs of the run"

/* The reserved names, interned. */
struct lcm_names {
  const char *p;
  const char *procs;
  const char *procs_of_run;
  const char *team;
  const char *thread;
  const char *parts;
  const char *rank;
  const char *ranks;
  const char *threads;
  const char *m;
  const char *n;
};

/* A program that is to be executed. */
struct lcm_setup {
  lcm_ctx *ctx;
  const lcm_program *program;
  /* names that have values, and the points */
  const lcm_grid *grid;
  const struct lcm_predict_options *options;
  const lcm_machine *machine;
  /* of its processors, sockets, costs and levels */
  const char *const *machine_names;
  /* the reserved ones */
  struct lcm_names names;
  /* movements, NULL where the machine has no levels */
  const lcm_data *data;
  /* where the run begins, NULL: nowhere */
  const lcm_function *entry;
  const char **cat_names;
  size_t n_cats;
  /* the uncertain coefficients in its models */
  const lcm_coef *const *coefs;
  size_t n_coefs;
  /* what is remembered of its nodes */
  struct lcm_facts_table *facts;
};

/* Find what "setup" needs of its program and its machine, which are set: the
 * entry, names and categories. */
void lcm_setup_begin(struct lcm_setup *setup);

/* Let the grid of "setup" be the one point with the "n" values "env". */
void lcm_setup_place(struct lcm_setup *setup, const lcm_binding *env, size_t n);

/* Return the number of processors at point "i": p, or ranks times threads. */
double lcm_setup_processors(const struct lcm_setup *setup, size_t i);

/* Return LCM_EDOMAIN, after a report, where nobody has "p" processors: not at
 * least one, or not a whole number. */
LCM_NODISCARD lcm_status lcm_check_processors(lcm_ctx *ctx, double p);

/* Return the param of "program" called "name", or NULL. */
const lcm_param *lcm_param_named(const lcm_program *program, const char *name);
