/* Recursive functions as recurrences, with their closed forms. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "model/structure/structure.h"

/* A quantity of a recursive function: its value in each case, and in closed
 * form.
 * name     as it stands in the cases, "W"
 * title    what it is
 * cases    by case
 * closed   its closed form, NULL where there is none
 * also     the same by Fibonacci numbers, symbols such as "F(n - 1)", or NULL
 * reason   why not, NULL where there is one
 * growth   how it grows, "n log(n)"; NULL: not at all, or not known */
struct lcm_recurrence_part {
  const char *name;
  const char *title;
  const lcm_expr *const *cases;
  const lcm_expr *closed;
  const lcm_expr *also;
  const char *reason;
  const char *growth;
};

/* A recursive function as a recurrence.
 * params   the parameters that matter, "n_params" names
 * when     for each of the "n_cases" cases the condition, NULL: otherwise
 * parts    "n_parts" quantities
 * levels   the name of the depth of the recursion in closed forms, and
 *          levels_is its value; NULL: they do not mention it
 * holds    where closed forms are exact, NULL: everywhere
 * reason   why there is no recurrence; NULL: there is one */
struct lcm_recurrence {
  const lcm_function *function;
  const char *const *params;
  size_t n_params;
  const lcm_expr *const *when;
  size_t n_cases;
  const struct lcm_recurrence_part *parts;
  size_t n_parts;
  const char *levels;
  const lcm_expr *levels_is;
  const char *holds;
  const char *reason;
};
