/* Notes of a count. */
#pragma once

#include "composer/count/internal.h"

/* Note "text" of the place of "node", once. */
void lcm_cost_remark(struct lcm_cost_walk *walk, const lcm_node *node,
                     const char *text);

/* The same, and that what is open is an estimate. */
void lcm_cost_note(struct lcm_cost_walk *walk, const lcm_node *node,
                   const char *text);

/* Note that what is open is an estimate, or its bytes at most what they are. */
void lcm_cost_doubt(struct lcm_cost_walk *walk, bool about, bool at_most);

/* Put the notes of "walk" into "out". */
void lcm_cost_collect(struct lcm_cost_function *out,
                      const struct lcm_cost_walk *walk);
