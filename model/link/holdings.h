#pragma once

#include "model/link/internal.h"

/* Add the calls in and below "node" to "calls". */
void lcm_calls_find(lcm_ctx *ctx, lcm_node_refs *calls, const lcm_node *node);

/* Find what the pointers of "program" may hold, "calls" being those of its
 * functions; "whole": its run begins in main, so that what nothing calls never
 * runs. */
lcm_holdings *lcm_holdings_find(lcm_ctx *ctx, const lcm_program *program,
                                const lcm_node_refs *calls, bool whole);

/* Return what the pointer "name" (interned) may hold. */
struct lcm_held lcm_holdings_of(const lcm_holdings *holdings, const char *name);

/* Return the call through a parameter or pointer that the opaque node "node"
 * has below it, or NULL. */
const lcm_node *lcm_call_through(const lcm_node *node);
