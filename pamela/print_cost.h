/* Printing fragments, and nodes whose models say all that they cost. */
#pragma once

#include "pamela/print_internal.h"

/* Append the fragment "node", which no model covers. */
void pml_put_fragment(struct pml_printer *p, const lcm_node *node);

/* Note which functions have teams. */
void pml_find_parallel(struct pml_printer *p);

/* Append "node" where its models say all that it costs; return whether they
 * do. */
bool pml_put_modelled(struct pml_printer *p, const lcm_node *node);
