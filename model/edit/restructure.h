/* Making a list of edits in a program. */
#pragma once

#include "model/edit/core/editing.h"
#include "model/structure/structure.h"

/* Put "program" restructured as "edits" says into "*out": it shares what did
 * not change, and has a premise (struct lcm_premise) for each precondition.
 * Nothing at a place, or nothing that can be changed so, is diagnostic
 * "edit-place"; a dependence that forbids it is "edit-refused" unless
 * "force". */
LCM_NODISCARD lcm_status lcm_program_restructure(const lcm_program **out,
                                                 lcm_ctx *ctx,
                                                 const lcm_program *program,
                                                 const lcm_restructuring *edits,
                                                 bool force);

/* The places of an edit: of one with a single place both are the same. */
struct lcm_edit_pair {
  struct lcm_edit_spot spots[2];
};

struct lcm_edit_pairs {
  LCM_LIST(struct lcm_edit_pair) all;
};

/* One edit of a list, as it was made. */
struct lcm_edit_made {
  const lcm_program *before;
  const lcm_program *after;
  const struct lcm_edit_step *step;
  struct lcm_edit_pairs places; /* in "before" */
};

/* Who is told of each edit: "see", with "user"; other than LCM_OK ends the
 * list. */
struct lcm_edit_watcher {
  lcm_status (*see)(const struct lcm_edit_made *made, void *user);
  void *user;
};

/* As lcm_program_restructure; "watcher" (may be NULL) is told of each edit. */
LCM_NODISCARD lcm_status lcm_program_restructure_seen(
    const lcm_program **out, lcm_ctx *ctx, const lcm_program *program,
    const lcm_restructuring *edits, bool force,
    const struct lcm_edit_watcher *watcher);
