#pragma once

#include "model/sections/count_internal.h"

/* Drop of "rows" what follows from the rest and what is known; false where no
 * point fulfils them. */
bool lcm_count_simplify(struct lcm_count *s, lcm_count_rows *rows);
