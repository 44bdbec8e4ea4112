/* Parameters of recursive functions that may move together. */
#pragma once

#include "composer/scope/traits.h"

/* Return which parameters of "function", which calls itself, may all become
 * smaller by the same whole number without a change of what it costs: bounds of
 * a part of something, of which only distances count, as `lo` and `hi` of a
 * sort (proved by its expressions, those of functions that it calls, and of
 * what moves).  NULL where there are not two of them; "table" remembers it. */
const bool *lcm_facts_shift(struct lcm_facts_table *table,
                            const lcm_function *function);
