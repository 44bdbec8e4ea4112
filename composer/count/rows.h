/* Names, events and rows of a count. */
#pragma once

#include "composer/count/internal.h"

/* Return "e" (NULL for NULL) with the names of the function replaced by what
 * they stand for. */
const lcm_expr *lcm_cost_resolve(const struct lcm_cost_walk *walk,
                                 const lcm_expr *e);

/* Let "name" stand for "value" (NULL: for itself) from now on. */
void lcm_cost_set(struct lcm_cost_walk *walk, const char *name,
                  const lcm_expr *value);

/* Return the sum of the events of "kind" from number "first" on, in one
 * execution of what the first "outer" of their steps lead to. */
const lcm_expr *lcm_cost_sum_events(struct lcm_cost_walk *walk, int kind,
                                    size_t first, size_t outer);

/* Return how often what is being visited is executed. */
const lcm_expr *lcm_cost_runs(struct lcm_cost_walk *walk);

/* Begin the row of "node" (NULL: of the function), and end the row that began
 * last. */
void lcm_cost_open_row(struct lcm_cost_walk *walk, const lcm_node *node);
void lcm_cost_close_row(struct lcm_cost_walk *walk);
