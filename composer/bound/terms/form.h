/* Closed forms of nodes. */
#pragma once

#include "composer/bound/terms/forming.h"

/* Return the terms of "node". */
const struct lcm_bound_terms *lcm_bound_terms_of(struct lcm_bound_forming *f,
                                                 const lcm_node *node);
