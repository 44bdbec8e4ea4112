/* Nests and accesses, each once. */
#pragma once

#include "composer/count/internal.h"

/* Return "nest" with "step" behind it. */
lcm_cost_nest *lcm_cost_nest_add(struct lcm_cost_store *store,
                                 lcm_cost_nest *nest,
                                 const struct lcm_cost_step *step);

/* Return the array that "section" is a part of, seen as "path". */
lcm_cost_array *lcm_cost_array_of(struct lcm_cost_store *store,
                                  const lcm_section *section, const char *path);

/* Return the access that is like "touch", whose array is set. */
lcm_cost_touch *lcm_cost_touch_of(struct lcm_cost_store *store,
                                  const lcm_cost_touch *touch);
