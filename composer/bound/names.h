#pragma once

#include "composer/bound/internal.h"

/* Return the traits of "node". */
const struct lcm_bound_traits *
lcm_bound_traits_of(struct lcm_bound_table *table, const lcm_node *node);

/* Return whether "traits" have the name "name" (interned). */
bool lcm_bound_names(const struct lcm_bound_traits *traits, const char *name);

/* Return the function that the call "node" calls, or NULL. */
const lcm_function *lcm_bound_callee(struct lcm_bound_table *table,
                                     const lcm_node *node);
