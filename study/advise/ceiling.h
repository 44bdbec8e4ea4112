#pragma once

#include "study/advise/internal.h"

/* Put what fragments can gain at most into "out" (study/advise/ceiling.c). */
void lcm_advise_ceilings(lcm_advice *out, struct lcm_advising *a);
