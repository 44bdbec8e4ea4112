/* Whether what is said of the rounds of a loop holds while they change
 * variables. */
#pragma once

#include "model/edit/depend/accesses.h"

/* The variables that parts of a program change and that sections may speak
 * of. */
struct lcm_edit_changed {
  LCM_LIST(const struct lcm_edit_access *) by;
  /* which of them lcm_edit_unsettled returned of an access: its number + 1, 0
   * for none */
  lcm_map *known;
};

/* Add the variables that "all" change to "*out". */
void lcm_edit_find_changed(struct lcm_edit_changed *out, lcm_ctx *ctx,
                           const struct lcm_edit_accesses *all);

/* Return the change of what "name" stands for, or NULL. */
const struct lcm_edit_access *
lcm_edit_change_of(const struct lcm_edit_changed *changed, const char *name);

/* Return the change of a variable that "access" speaks of, in its subscripts or
 * the loops around it, NULL where there is none. */
const struct lcm_edit_access *
lcm_edit_unsettled(lcm_ctx *ctx, const struct lcm_edit_changed *changed,
                   const struct lcm_edit_access *access);

/* Return the change of a variable that the header of the loop "loop" reads
 * between its rounds, or of its index; NULL where there is none. */
const struct lcm_edit_access *
lcm_edit_header_changed(lcm_ctx *ctx, const struct lcm_edit_changed *changed,
                        const lcm_node *loop);
