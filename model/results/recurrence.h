/* Recursive functions as recurrences, with their closed forms. */
#pragma once

#include "model/structure/structure.h"

/* A quantity of a recursive function: its value in each case, and in closed
 * form. */
struct lcm_recurrence_part {
  const char *name;             /* as it stands in the cases, "W" */
  const char *title;            /* what it is */
  const lcm_expr *const *cases; /* by case */
  const lcm_expr *closed;       /* its closed form, NULL where there is none */
  /* the same by Fibonacci numbers, symbols such as "F(n - 1)", or NULL */
  const lcm_expr *also;
  const char *reason; /* why not, NULL where there is one */
  /* how it grows, "n log(n)"; NULL: not at all, or not known */
  const char *growth;
};

/* A recursive function as a recurrence. */
struct lcm_recurrence {
  const lcm_function *function;
  const char *const *params; /* the parameters that matter, "n_params" names */
  size_t n_params;
  /* for each of the "n_cases" cases the condition, NULL: otherwise */
  const lcm_expr *const *when;
  size_t n_cases;
  const struct lcm_recurrence_part *parts; /* "n_parts" quantities */
  size_t n_parts;
  /* the name of the depth of the recursion in closed forms, and levels_is its
   * value; NULL: they do not mention it */
  const char *levels;
  const lcm_expr *levels_is;
  const char *holds;  /* where closed forms are exact, NULL: everywhere */
  const char *reason; /* why there is no recurrence; NULL: there is one */
};
