/* Printing what only programs have: teams, parallel loops, barriers. */
#pragma once

#include "pamela/print_internal.h"

/* Append a node that only programs have, as one statement. */
void pml_put_program(struct pml_printer *p, const lcm_node *node);

/* Return how many members the team "node" has. */
const lcm_expr *pml_team_size(struct pml_printer *p, const lcm_node *node);

/* Return the iterations of the first range of the loop "node"; NULL where that
 * is no range with equal steps. */
const lcm_expr *pml_first_count(struct pml_printer *p, const lcm_node *node);

/* Append the loop "node", a LOOP or PARLOOP, as one statement. */
void pml_put_loop(struct pml_printer *p, const lcm_node *node);
