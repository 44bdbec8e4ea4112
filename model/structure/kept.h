/* Trees that passes over a program made of others, so that what programs of a
 * request share is rewritten once and stays shared. */
#pragma once

#include "model/structure/structure.h"

/* A pass whose result for a tree depends on that tree alone. */
enum lcm_pass {
  LCM_PASS_WHOLE,  /* plain code of which a node is the first part */
  LCM_PASS_JOINED, /* a tree with plain code in the place of its parts */
  LCM_PASS_FLAT,   /* a tree with loops of one index that goes up */
  LCM_PASS_COUNT
};

/* Return what "pass" made of the tree "node", NULL where it did not yet. */
const lcm_node *lcm_kept(lcm_ctx *ctx, enum lcm_pass pass,
                         const lcm_node *node);

/* Keep that "pass" makes "out" of the tree "node"; return "out". */
const lcm_node *lcm_keep(lcm_ctx *ctx, enum lcm_pass pass, const lcm_node *node,
                         const lcm_node *out);
