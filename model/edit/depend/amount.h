/* By how much iterations of a loop move a variable. */
#pragma once

#include "model/edit/depend/settled.h"

/* How they do. */
enum lcm_edit_moves {
  LCM_MOVES_ODDLY,   /* by amounts that data decide */
  LCM_MOVES_PERHAPS, /* it is not known whether always by the same amount */
  LCM_MOVES_EVENLY   /* always by the same amount */
};

/* Return how the rounds of the loop "loop" with the accesses "all", which
 * change "changed", move "whole", a variable or a member of one. */
enum lcm_edit_moves lcm_edit_moves(lcm_ctx *ctx, const lcm_node *loop,
                                   const struct lcm_edit_accesses *all,
                                   const struct lcm_edit_changed *changed,
                                   const lcm_section *whole);
