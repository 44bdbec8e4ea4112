/* Loops that are scans: each iteration uses a running sum. */
#pragma once

#include "model/edit/core/editing.h"
#include "model/edit/depend/accesses.h"

/* What a round of a loop touches; {0}: that was not found yet. */
struct lcm_why_round {
  bool found;
  struct lcm_edit_accesses all;
  struct lcm_edit_accesses own; /* of variables that each round has anew */
};

/* Return what would help the loop at "spot" of "program" where "reason" is that
 * it hands on a running sum: a scan, if nothing else that it does stands in the
 * way of one; else NULL.  "round" is kept for other reasons of the loop. */
const char *lcm_why_scan(lcm_ctx *ctx, const lcm_program *program,
                         const struct lcm_edit_spot *spot,
                         const struct lcm_edit_reason *reason,
                         struct lcm_why_round *round);
