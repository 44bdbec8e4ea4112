/* Kinds of shared data: who reads and writes it. */
#pragma once

#include "study/advise/advising.h"

/* Put the kinds of shared data into "out". */
LCM_NODISCARD lcm_status lcm_advise_data(lcm_advice *out,
                                         struct lcm_advising *a);
