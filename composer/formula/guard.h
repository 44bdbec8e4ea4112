/* What closed forms take for granted. */
#pragma once

#include "composer/formula/internal.h"

/* Take for granted that "e" (NULL: nothing) is not negative, whatever the
 * values of its indices. */
void lcm_formula_expect(struct lcm_formula *f, const lcm_expr *e);

/* Note that "node" has no cost. */
void lcm_formula_unknown(struct lcm_formula *f, const lcm_node *node);

/* Note that "text" (NULL: nothing) is assumed. */
void lcm_formula_assume(struct lcm_formula *f, const char *text);

/* Note the `assume` texts of "node". */
void lcm_formula_assumes(struct lcm_formula *f, const lcm_node *node);

/* Return how many places are noted as unknown. */
size_t lcm_formula_n_unknown(struct lcm_formula *f);

/* What is taken for granted between these calls need hold only where "cond"
 * is not 0. */
void lcm_formula_while(struct lcm_formula *f, const lcm_expr *cond);
void lcm_formula_endwhile(struct lcm_formula *f);

/* Return whether all that "f" takes for granted is in guard.costs. */
bool lcm_formula_is_guarded(const struct lcm_formula *f);
