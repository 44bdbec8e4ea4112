/* Recursive functions read as recurrences. */
#pragma once

#include "composer/formula/recurrence.h"

/* Put what the function of "r" does into its cases, in the scope of "f". */
void lcm_recursion_read(struct lcm_recursion *r, struct lcm_formula *f);

/* Return the symbol of the value of "part" at the arguments "args", a term of
 * "r"; an argument that is a whole fraction of the size becomes that. */
const lcm_expr *lcm_recursion_at(struct lcm_recursion *r, enum lcm_part part,
                                 const lcm_expr **args);

/* Note which parameters matter: what conditions and costs mention, and what
 * those mention at calls; return whether that is more than before. */
bool lcm_recursion_find_matters(struct lcm_recursion *r);

/* Find the one parameter that changes from call to call. */
void lcm_recursion_find_size(struct lcm_recursion *r);
