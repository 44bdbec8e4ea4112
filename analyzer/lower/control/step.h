/* What a variable holds inside a fragment: assignments and steps before an
 * expression, and values in terms of those. */
#pragma once

#include "analyzer/lower/access/collection.h"

/* What a variable holds at some place: what "set" gives it (NULL: the caller of
 * the function, of which it is a parameter), and "more". */
struct lcm_step_held {
  const lcm_ast *set;
  const lcm_expr *more;
};

/* Put what the local variable "key" holds where "at", an expression of the
 * fragment, is executed into "*out": its value for `x++` and `++x`.  False
 * where that is not known for certain. */
bool lcm_step_back(struct lcm_step_held *out, struct lcm_collection *c,
                   const lcm_ast *at, const char *key);

/* Return the same as a number; NULL where that is not known. */
const lcm_expr *lcm_step_number(struct lcm_collection *c, const lcm_ast *at,
                                const char *key);

/* Return the names, "j, k", of the variables of the function that each
 * iteration of the loop "ast" moves by the same amount, beside its index; NULL:
 * there are none. */
const char *lcm_step_linear(struct lcm_lowering *l, const lcm_ast *ast);

/* Return whether the fragment sets something in "values". */
bool lcm_step_is_set(const struct lcm_collection *c,
                     const lcm_ast *const *values, size_t n);

/* Return "e" (NULL for NULL) with the variables that the fragment sets replaced
 * likewise. */
const lcm_expr *lcm_place_settle(struct lcm_collection *c, const lcm_expr *e);

/* Return the value of the text between "begin" and "end" inside a fragment: as
 * lcm_lower_expr, but variables that the fragment itself sets are replaced by
 * their values; NULL where one has none. */
const lcm_expr *lcm_place_expr(struct lcm_collection *c, size_t begin,
                               size_t end);
