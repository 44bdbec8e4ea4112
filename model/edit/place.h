/* The place by which an edit reaches a given node. */
#pragma once

#include "model/edit/core/step.h"
#include "model/structure/structure.h"

/* A node of a program. */
struct lcm_edit_target {
  size_t function; /* number of its function */
  const lcm_node *node;
  lcm_loc at; /* where people look for it: the construct that it belongs to */
};

/* Return a place for "verb" in "program" that means "target": "FILE:LINE" where
 * that means nothing else, or as lcm_place_of; in quotes, as an edit is
 * written, where it has to be. */
const char *lcm_edit_place(lcm_ctx *ctx, const lcm_program *program,
                           lcm_verb verb, const struct lcm_edit_target *target);
