/* Reading processes: sequences and parallel compositions of statements. */
#pragma once

#include "pamela/pamela_internal.h"

/* Return the process at the token at hand, which ends where an item begins or
 * the text does. */
const lcm_node *pml_process(struct pml *p);
