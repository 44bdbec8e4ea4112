#pragma once

#include "model/lcs/internal.h"

/* Return whether "a" and "b" are the same range. */
bool lcs_same_range(const lcm_iteration *a, const lcm_iteration *b);
