/* An edit in progress, and the places in the program that it speaks of. */
#pragma once

#include "base/list.h"
#include "model/edit/core/step.h"
#include "model/structure/structure.h"

/* A node that an edit speaks of. */
struct lcm_edit_spot {
  size_t function; /* number of its function in the program */
  const lcm_node *node;
  /* the "n_above" nodes around it, outermost first */
  const lcm_node *const *above;
  size_t n_above;
};

typedef LCM_LIST(struct lcm_edit_spot) lcm_edit_spots;

/* A node and what comes in its place, NULL: nothing. */
struct lcm_edit_change {
  const lcm_node *old;
  const lcm_node *now;
};

/* An edit being made. */
struct lcm_editing {
  lcm_ctx *ctx;
  const lcm_program *program; /* before it */
  const struct lcm_edit_step *step;
  /* what a dependence forbids is done all the same */
  bool force;
  /* of the construct that it is made of */
  lcm_loc at;
  LCM_LIST(struct lcm_edit_change) changes; /* of its nodes */
  /* so far, also of the edits before */
  LCM_LIST(struct lcm_premise) premises;
};

/* Return whether something can be made of "spot". */
typedef bool (*lcm_edit_can_fn)(const struct lcm_edit_spot *spot);
