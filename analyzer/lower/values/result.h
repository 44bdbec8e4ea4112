/* What functions of the file return, in terms of what they are given. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* ARGUMENTS: parameters that a function whose result is known has at most;
 * WEIGHT: what is returned has fewer operators and operands than so many, as
 * lcm_expr_weight counts them: formulas of several choices in one another grow
 * with each function, and whether they fit a type is not found out then. */
enum { LCM_RESULT_ARGUMENTS = 16, LCM_RESULT_WEIGHT = 80 };

/* What a function returns, and what it sets that its parameters point to. */
struct lcm_result {
  const lcm_expr *value; /* made of the names of its parameters and others */
  const char **params;   /* names of its parameters, "n" of them */
  bool *reals;           /* which of them are no whole numbers */
  unsigned char *ranges; /* of those that are, as in lcm_ast */
  unsigned char range;   /* likewise of "value" */
  const lcm_expr **sets; /* likewise, what each of them points to; NULL: not
                            known */
  size_t n;
};

/* Return what the call "call" of a function of the file returns where "l"
 * reads; NULL where that is not known. */
const lcm_expr *lcm_result_of(struct lcm_lowering *l,
                              const struct lcm_expr_call *call);

/* Return what the function "name" of the file returns, in the names of its
 * parameters; NULL where that is not known. */
const lcm_expr *lcm_result_own(const struct lcm_lowering *l, const char *name);

/* Return whether the call in which "address" (`&x`) is an argument does nothing
 * else with it than to set the variable to what is known.  Not in loops where
 * edits are to be judged, which have to see what sets it. */
bool lcm_result_is_set(const struct lcm_lowering *l, const lcm_ast *address);

/* Return what argument "k" of a call of the function "name" with the "n"
 * arguments "args", each a whole number or NULL, points to behind the call;
 * NULL where that is not known. */
const lcm_expr *lcm_result_set(struct lcm_lowering *l, const char *name,
                               size_t k, const lcm_expr *const *args, size_t n);
