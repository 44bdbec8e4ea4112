/* What each part of a run takes, in closed form. */
#pragma once

#include "composer/formula/internal.h"

/* Parts whose closed forms are wanted: the occurrences of lcm_prediction. */
struct lcm_formula_parts {
  /* by id (interned), 1 + the number of each */
  lcm_map ids;
  size_t n;
  /* the coefficient, 1, that stands for each category of each part, "n_cats"
   * for every one, and behind these for the time of its processors */
  const lcm_expr *const *each;
  /* what is noted of each part, twice: the processors of those that execute it
   * at the same time, and those of the team around (NULL: none) */
  const lcm_expr **crews;
  /* the resource to which these are added, times what they stand for */
  const char *slot;
};

/* Add what "node" took on "w" processors, "own" without what parts in it took,
 * to what parts took in "out", where these are wanted. */
void lcm_formula_part(struct lcm_formula *f, struct lcm_closed *out,
                      const lcm_node *node, const lcm_expr *w,
                      const struct lcm_closed *own);
