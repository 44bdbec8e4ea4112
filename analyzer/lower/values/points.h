/* What other files may ask of the pointers of this one. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Note what pointers to data that other files see point to. */
void lcm_points_find(struct lcm_lowering *l);
