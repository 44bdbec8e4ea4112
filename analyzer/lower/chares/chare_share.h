/* What the copies of shared variables cost. */
#pragma once

#include "analyzer/lower/chares/chares.h"

/* Note what the call "ast" of md_set gives to a readonly variable. */
void lcm_chare_set(struct lcm_lowering *l, const lcm_ast *ast);

/* Return the messages with which the processors begin at the call "ast" of
 * md_run: along a tree, with all that the first entry, "first", gives to
 * readonly variables. */
const lcm_node *lcm_chare_boot(struct lcm_lowering *l, const lcm_ast *ast,
                               const struct lcm_chare_entry *first);

/* Return the messages by which a value of a monotonic variable that the call
 * "ast" offers comes to all processors. */
const lcm_node *lcm_chare_improve(struct lcm_lowering *l, const lcm_ast *ast);
