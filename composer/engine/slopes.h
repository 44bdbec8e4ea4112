/* By how much what a run evaluates changes with the coefficients in it: in
 * which directions of these the time can change at all. */
#pragma once

#include "composer/engine/run.h"

/* Directions of the "n" coefficients "coefs", each in units of its "steps",
 * seconds or what it has; 0: it is not varied. */
struct lcm_slopes {
  lcm_arena *arena;
  const lcm_coef *const *coefs;
  const double *steps;
  size_t n;
  /* "rank" of them, orthonormal, one after the other; all derivatives of what
   * the run evaluated are sums of these */
  double *basis;
  size_t rank;
  bool *met;     /* coefficients that something evaluated depends on */
  bool *spanned; /* those whose own direction is a sum of "basis" */
  bool unsure;   /* something evaluated has no derivative */
  /* by expression: 1 + its number in "of", 0: it has none of them */
  lcm_map known;
  LCM_LIST(struct lcm_sloping) of;
  double *row; /* room for a direction */
};

/* Return slopes of the "n" coefficients "coefs" with "steps"; nothing has been
 * evaluated yet.  All of it lives in "arena". */
struct lcm_slopes *lcm_slopes_new(lcm_arena *arena,
                                  const lcm_coef *const *coefs,
                                  const double *steps, size_t n);

/* Note that "e" is evaluated in the scope of "run". */
void lcm_slopes_note(struct lcm_run *run, const lcm_expr *e);
