/* The lists and expressions in clauses of OpenMP. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* The list in a clause: "type" is what stands before the last colon outside
 * brackets, or "", "at" what is left of the items behind it. */
struct lcm_omp_list {
  const char *type;
  const char *at;
};

/* Take a list apart: "args" is what a clause says. */
struct lcm_omp_list lcm_omp_list(struct lcm_lowering *l, const char *args);

/* Return the next item of "list" without blanks around it, or NULL. */
const char *lcm_omp_next(struct lcm_lowering *l, struct lcm_omp_list *list);

/* Return whether "pragma" has the clause "name" for the directive "word", with
 * a model or not. */
bool lcm_omp_has_clause(struct lcm_lowering *l, const lcm_pragma *pragma,
                        const char *name, const char *word);

/* Return the expression in the clause "name" of "pragma": the first of a list,
 * without modifiers.  Where a modifier is the name of a directive, only the
 * clause for "word" is meant.  NULL where there is none or it has no model. */
const lcm_expr *lcm_omp_clause(struct lcm_lowering *l, const lcm_pragma *pragma,
                               const char *name, const char *word);

/* Note that the variables in "args" of a clause `shared` (may be NULL) are. */
void lcm_omp_share(struct lcm_lowering *l, const char *args);
