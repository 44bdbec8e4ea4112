/* Which functions call one another, directly or not. */
#pragma once

#include "base/map.h"
#include "model/link/calls.h"

/* Return a number for each of "n" functions with the calls "calls", the same
 * for those that call one another, directly or not; "index" leads from their
 * keys to their places. */
const size_t *lcm_cycles_find(lcm_arena *arena, const lcm_node_refs *calls,
                              size_t n, const lcm_map *index);
