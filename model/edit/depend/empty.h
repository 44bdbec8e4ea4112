/* Loops that may have no iteration: clauses leave no value then. */
#pragma once

#include "model/edit/depend/accesses.h"

/* Assume that the loop at "spot" runs at least once, unless that is certain:
 * `lastprivate` leaves nothing in the variable "name", which "access" (NULL:
 * its header) sets and something behind it reads, where it does not. */
void lcm_edit_check_empty(struct lcm_editing *e,
                          const struct lcm_edit_spot *spot,
                          const struct lcm_edit_access *access,
                          const char *name);
