/* Sums over the whole points of polyhedra: what the files count_*.c and
 * model/sections/isl_count.c say to each other. */
#pragma once

#include "base/buf.h"
#include "base/list.h"
#include "model/sections/count.h"

/* Most variables of a set. */
enum { LCM_COUNT_VARIABLES = 24 };

/* The text of a set that is being written.
 * atoms   expressions without indices that stand for parameters x0, x1, ...
 * nest    whose indices are c0, c1, ... */
struct lcm_count_text {
  lcm_ctx *ctx;
  LCM_LIST(const lcm_expr *) atoms;
  const struct lcm_nest *nest;
};

/* A constraint: the coefficients of the variables, of the parameters, and the
 * constant; their sum is at least 0, or 0 where "equal". */
struct lcm_count_row {
  bool equal;
  long long *at;
};

typedef LCM_LIST(struct lcm_count_row) lcm_count_rows;

/* A part of a sum: "value" where "guard" holds (NULL: everywhere). */
struct lcm_count_term {
  const lcm_expr *guard;
  const lcm_expr *value;
};

/* A sum under way.
 * isl       the context of the library
 * names     of the variables, "n_vars" of them
 * atoms     what the parameters stand for, "n_params" of them
 * natural   which of these are taken not to be negative
 * terms     found so far
 * n_pieces  looked at so far
 * failed    there is no sum */
struct lcm_count {
  lcm_ctx *ctx;
  void *isl;
  const char *names[LCM_COUNT_VARIABLES];
  size_t n_vars;
  const lcm_expr *const *atoms;
  size_t n_params;
  bool *natural;
  LCM_LIST(struct lcm_count_term) terms;
  size_t n_pieces;
  bool failed;
};
