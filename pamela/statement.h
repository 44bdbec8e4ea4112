/* Reading simple statements: delay, use, P, V, calls. */
#pragma once

#include "pamela/pamela_internal.h"

/* Return the simple statement at hand: delay, use, P, a call, ... */
const lcm_node *pml_simple(struct pml *p);

/* Read the head of seq or par, "(i = a, b)", into "node" and let its index be
 * visible. */
void pml_range(struct pml *p, lcm_node *node);

/* Read the resources in parentheses behind `using` into "node". */
void pml_using(struct pml *p, lcm_node *node);
