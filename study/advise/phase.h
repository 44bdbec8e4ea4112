#pragma once

#include "study/advise/internal.h"

/* Put the phases of the run into "out" (study/advise/phase.c). */
void lcm_advise_phases(lcm_advice *out, struct lcm_advising *a);
