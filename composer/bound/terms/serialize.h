/* The model without contention that has the bound of a model. */
#pragma once

#include "composer/bound/terms/forming.h"

/* Return the program of "f" transformed by algorithm 3.1 (van Gemund 1996): a
 * parallel part has a branch more for each resource, which uses it as long as
 * all of the part together, and its own uses are delays; no resource is scarce.
 * Its critical path is the bound of the program.  NULL, refused, where some
 * demand has no closed form. */
const lcm_program *lcm_bound_serialize(struct lcm_bound_forming *f);
