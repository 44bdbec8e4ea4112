/* Times that conditions determine, in closed form. */
#pragma once

#include "composer/bound/terms/forming.h"

/* Return the time of "node" with signals and waits, its equations added to
 * those of "f"; the first "since" conditions that were signalled are true. */
const lcm_expr *lcm_bound_equate(struct lcm_bound_forming *f,
                                 const lcm_node *node, size_t since);
