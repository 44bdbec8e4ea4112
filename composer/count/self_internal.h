/* Counting functions that call themselves: what the files costs_self*.c share
 * with the others. */
#pragma once

#include "composer/count/internal.h"
#include "composer/formula/recurrence_internal.h"

/* A call of the function itself.
 * times  how often it is made
 * args   one for each parameter; NULL: not known */
struct lcm_cost_again {
  const lcm_expr *times;
  const lcm_expr *const *args;
};

/* What a function does where its conditions are as "guards" say, in terms of
 * its parameters.
 * of     counted without calls of itself
 * calls  of itself */
struct lcm_cost_case {
  const struct lcm_guard_of *guards;
  size_t n_guards;
  const lcm_expr *of[LCM_COST_KINDS];
  LCM_LIST(struct lcm_cost_again) calls;
};

enum { LCM_COST_GUARDS = 12 };

/* A walk through a function with its conditions decided.
 * guards  "n" decided so far, "at" of them met
 * now     the case
 * reason  why the function is not counted; NULL as long as it is */
struct lcm_cost_deciding {
  const lcm_function *function;
  struct lcm_guard_of guards[LCM_COST_GUARDS];
  size_t n;
  size_t at;
  struct lcm_cost_case now;
  const char *reason;
};

/* A function that calls itself.
 * closed   what one execution comes to where it calls itself, in terms of its
 *          parameters; NULL: it has no closed form, for "why"
 * holds    where closed forms are exact; NULL: everywhere
 * matters  parameters that what it does depends on
 * known    results for values of the parameters, by their texts
 * doubtful something in it is an estimate
 * busy     it is being counted
 * reason   why it is not counted; NULL: it is */
struct lcm_cost_recursion {
  const lcm_function *function;
  LCM_LIST(struct lcm_cost_case) cases;
  const lcm_expr *closed[LCM_COST_KINDS];
  const char *why;
  const char *holds;
  bool *matters;
  lcm_map known;
  size_t n_known;
  bool doubtful;
  bool busy;
  const char *reason;
};

/* Put the cases of the function of "r" into it; a reason where that is not
 * possible. */
void lcm_cost_read_cases(struct lcm_cost_recursion *r,
                         const struct lcm_cost_walk *walk);

/* Find the closed forms of "r". */
void lcm_cost_solve(struct lcm_cost_recursion *r, lcm_ctx *ctx);

/* Put what "r" comes to where its parameters are "args" (NaN: not known) and
 * other names as in "grid" (may be NULL) into "out"; return why that is not
 * known, or NULL. */
const char *lcm_cost_evaluate(double out[LCM_COST_KINDS],
                              struct lcm_cost_recursion *r, lcm_ctx *ctx,
                              const lcm_grid *grid, const double *args);
