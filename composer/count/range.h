/* Entering loops. */
#pragma once

#include "composer/count/internal.h"

/* Enter "step". */
void lcm_cost_enter(struct lcm_cost_walk *walk, struct lcm_cost_step step);

/* Enter something that happens as often as "weight" says, an estimate. */
void lcm_cost_enter_weight(struct lcm_cost_walk *walk, const lcm_expr *weight);

/* Return a name for "name" that no loop around has; the same again in the same
 * place. */
const char *lcm_cost_fresh(const struct lcm_cost_walk *walk, const char *name);

/* Enter the loop of "range", which begins at its end where it goes "down". */
void lcm_cost_enter_range(struct lcm_cost_walk *walk, bool down,
                          const lcm_iteration *range);
