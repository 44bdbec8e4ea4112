/* Arrays that each round of a loop fills before it reads them. */
#pragma once

#include "model/edit/depend/settled.h"

/* How the rounds of a loop use an array. */
struct lcm_edit_array {
  bool filled; /* each writes all that it reads of it first */
  bool read;   /* and reads something of it */
};

/* The rounds of a loop. */
struct lcm_edit_rounds {
  const lcm_function *function;           /* in which the loop is */
  const struct lcm_edit_accesses *all;    /* those of one round */
  const struct lcm_edit_changed *changed; /* the variables that they change */
  const lcm_iteration *range;             /* of the loop */
};

/* Put how "rounds" use the array "key" into "*out". */
void lcm_edit_array_use(struct lcm_edit_array *out, lcm_ctx *ctx,
                        const struct lcm_edit_rounds *rounds, const char *key);
