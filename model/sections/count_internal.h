/* Sums over the whole points of polyhedra: what the files count_*.c and
 * model/sections/isl_count.c say to each other. */
#pragma once

#include "base/list.h"
#include "model/sections/count.h"

/* Most variables of a set. */
enum { LCM_COUNT_VARIABLES = 24 };

/* The text of a set that is being written. */
struct lcm_count_text {
  lcm_ctx *ctx;
  /* expressions without indices that stand for parameters x0, x1, ... */
  LCM_LIST(const lcm_expr *) atoms;
  const struct lcm_nest *nest; /* whose indices are c0, c1, ... */
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

/* A sum under way. */
struct lcm_count {
  lcm_ctx *ctx;
  void *isl; /* the context of the library */
  /* of the variables, "n_vars" of them */
  const char *names[LCM_COUNT_VARIABLES];
  size_t n_vars;
  /* what the parameters stand for, "n_params" of them */
  const lcm_expr *const *atoms;
  size_t n_params;
  /* which of these are taken not to be negative */
  bool *natural;
  LCM_LIST(struct lcm_count_term) terms; /* found so far */
  size_t n_pieces;                       /* looked at so far */
  bool failed;                           /* there is no sum */
};
