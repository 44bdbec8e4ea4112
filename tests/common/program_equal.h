/* Whether two programs are the same. */
#pragma once

#include "model/structure/structure.h"

/* Return whether "a" and "b" (of one context) are the same structure. */
bool lcm_program_equal(const lcm_program *a, const lcm_program *b);
