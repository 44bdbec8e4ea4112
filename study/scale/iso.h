#pragma once

#include "study/scale/internal.h"

/* Return how the size of "s" has to grow (study/scale/iso.c). */
struct lcm_isoefficiency lcm_scaling_iso(struct lcm_scaling *s);
