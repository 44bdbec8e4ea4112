/* The law of the time of a team. */
#pragma once

#include "composer/chance/walk.h"

/* Return the law of the time that the team "node" takes on "w" processors. */
const struct lcm_law *lcm_chance_team(struct lcm_chance_walk *walk,
                                      const lcm_node *node, double w);
