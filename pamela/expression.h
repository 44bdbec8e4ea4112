/* Reading expressions, and the lists that they name. */
#pragma once

#include "pamela/pamela_internal.h"

/* Return the expression at the token at hand; NULL after an error. */
const lcm_expr *pml_expression(struct pml *p);

/* Return whether "e" is a whole number, and which. */
bool pml_is_whole(const lcm_expr *e, long long *value);

/* Return the draw whose symbol "e" is, or NULL. */
const struct lcm_draw *pml_draw_of(const struct pml *p, const lcm_expr *e);

/* Read the expressions separated by commas up to "closer", which is skipped. */
void pml_list(struct pml *p, pml_exprs *out, pml_kind closer);

/* Read the list "name", unless that was done. */
void pml_read_list(struct pml *p, struct pml_name *name);
