/* Where the node of an edit stands. */
#pragma once

#include "model/edit/core/editing.h"

/* Return the node around "spot", NULL for the body of a function. */
const lcm_node *lcm_edit_parent(const struct lcm_edit_spot *spot);

/* Return the spot of the node around "spot", which has one. */
struct lcm_edit_spot lcm_edit_around(const struct lcm_edit_spot *spot);

/* Return the spot of child "i" of "spot" (memory of "ctx"). */
struct lcm_edit_spot lcm_edit_below(lcm_ctx *ctx,
                                    const struct lcm_edit_spot *spot, size_t i);

/* Return the place of "node" for people: "fft.c:42". */
const char *lcm_edit_at(lcm_ctx *ctx, const lcm_node *node);

/* Return what "node" is for people, with its article: "a parallel loop". */
const char *lcm_edit_noun(lcm_ctx *ctx, const lcm_node *node);

/* Return the number of "node" among the children of "parent". */
size_t lcm_edit_index(const lcm_node *parent, const lcm_node *node);

/* Return whether the members of one team execute "spot" together: nothing
 * between it and the team in its function divides them. */
bool lcm_edit_is_shared(const struct lcm_edit_spot *spot);
