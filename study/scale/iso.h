/* Isoefficiency: how the problem has to grow with the processors. */
#pragma once

#include "study/scale/scaling.h"

/* Return how the size of "s" has to grow. */
struct lcm_isoefficiency lcm_scaling_iso(struct lcm_scaling *s);
