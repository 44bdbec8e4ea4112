/* The tree of factors of an efficiency. */
#pragma once

#include "model/results/scalability.h"

/* Return the name and the parent of a factor (the parent of the
 * total is the total), how deep it lies below the total, and whether it may be
 * negative. */
const char *lcm_factor_name(lcm_factor_kind kind);
lcm_factor_kind lcm_factor_parent(lcm_factor_kind kind);
unsigned lcm_factor_depth(lcm_factor_kind kind);
bool lcm_factor_is_signed(lcm_factor_kind kind);
