#pragma once

#include "study/advise/internal.h"

/* Put the kinds of shared data into "out" (study/advise/data.c). */
LCM_NODISCARD lcm_status lcm_advise_data(lcm_advice *out,
                                         struct lcm_advising *a);
