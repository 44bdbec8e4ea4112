/* Arrays that each round of a loop fills before it reads them. */
#pragma once

#include "model/edit/depend/settled.h"

/* How the rounds of a loop use an array. */
struct lcm_edit_array {
  bool copied; /* each thread can have a copy of it, and all uses are seen */
  bool set;    /* each sets something of it */
  bool read;   /* and reads something of it */
  /* reads of what the round may not have written first */
  LCM_LIST(const struct lcm_edit_access *) open;
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

/* Return whether each thread can have a copy of the array "key" of "function",
 * as far as the accesses "all" are known. */
bool lcm_edit_has_copies(const lcm_function *function,
                         const struct lcm_edit_accesses *all, const char *key);

/* Return whether a loop is around both "a" and "b". */
bool lcm_edit_share_loop(const struct lcm_edit_access *a,
                         const struct lcm_edit_access *b);

/* Return whether each round writes the same elements as "write", number "i" of
 * all accesses, does, all of them before the read number "k". */
bool lcm_edit_is_set_first(const struct lcm_edit_rounds *rounds, size_t i,
                           size_t k);
