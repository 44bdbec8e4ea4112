/* Serialization analysis (van Gemund 1996, chapters 3 and 6): what an
 * analysis keeps.
 *
 * There are two evaluators over one structure.  composer/bound/value.c gives
 * numbers at one point, visiting each iteration that differs from the one
 * before; composer/bound/terms/form.c gives expressions in the params.  Where
 * both apply they agree, which tests check. */
#pragma once

#include "composer/bound/names.h"
#include "composer/bound/types.h"

/* Budgets: steps of an evaluation before the closed form is tried, nodes of a
 * program beyond which it is not, depth of calls, iterations that are written
 * out one by one in a form, uses in a cycle. */
enum {
  LCM_BOUND_QUICK = 20000,
  LCM_BOUND_WALK = 2000000,
  LCM_BOUND_LARGE = 4000,
  LCM_BOUND_CALLS = 400,
  LCM_BOUND_UNROLL = 16,
  LCM_BOUND_CYCLE = 256
};

/* An analysis of a program. */
struct lcm_bound {
  lcm_ctx *ctx;
  const lcm_program *program;
  const lcm_function *entry;
  struct lcm_bound_options options;
  struct lcm_bound_table table;
  struct lcm_bound_form *form;
};

typedef LCM_LIST(lcm_binding) lcm_bound_names_list;
