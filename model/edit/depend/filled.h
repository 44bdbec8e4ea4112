/* Arrays that each round of a loop fills before it reads them. */
#pragma once

#include "model/edit/depend/settled.h"

/* How the rounds of a loop use an array. */
struct lcm_edit_array {
  bool filled; /* each writes all that it reads of it first */
  bool read;   /* and reads something of it */
};

/* Put how "all", the accesses of one round of a loop in "function", use the
 * array "key" into "*out"; "changed": the variables that they change. */
void lcm_edit_array_use(struct lcm_edit_array *out, lcm_ctx *ctx,
                        const lcm_function *function,
                        const struct lcm_edit_accesses *all,
                        const struct lcm_edit_changed *changed,
                        const char *key);
