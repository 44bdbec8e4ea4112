/* Which functions call one another, directly or not.  The calls of a
 * function, also those through pointers. */
#pragma once

#include "base/list.h"
#include "base/map.h"
#include "model/structure/structure.h"

/* The CALL nodes of a function, and the opaque ones that stand around those
 * through pointers, in preorder. */
typedef LCM_LIST(const lcm_node *) lcm_node_refs;

/* Add the calls in and below "node" to "calls". */
void lcm_calls_find(lcm_ctx *ctx, lcm_node_refs *calls, const lcm_node *node);

/* Return the call through a parameter or pointer that the opaque node "node"
 * has below it, or NULL. */
const lcm_node *lcm_call_through(const lcm_node *node);

/* Return a number for each of "n" functions with the calls "calls", the same
 * for those that call one another, directly or not; "index" leads from their
 * keys to their places. */
const size_t *lcm_cycles_find(lcm_arena *arena, const lcm_node_refs *calls,
                              size_t n, const lcm_map *index);
