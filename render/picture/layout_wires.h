/* The lines that fork, join and go from shape to shape. */
#pragma once

#include "render/picture/layout.h"

/* Return the place where the row "row" forks ("join": joins). */
struct lcm_spot lcm_shape_fork(const lcm_shape *row, bool join);
