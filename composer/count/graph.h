/* Functions that call each other. */
#pragma once

#include "composer/count/internal.h"

/* Find the functions of "program" that call each other. */
void lcm_cost_find_circles(struct lcm_cost_store *store,
                           const lcm_program *program);

/* Return the circle that "function" is in. */
struct lcm_cost_circle *lcm_cost_circle_of(const struct lcm_cost_walk *walk,
                                           const lcm_function *function);
