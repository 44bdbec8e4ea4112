/* Remarks beside findings: what is known of the run but cannot be tried. */
#pragma once

#include "study/advise/advising.h"

/* Put what is known of the run of "a" but cannot be tried into "out". */
void lcm_advise_notes(lcm_advice *out, struct lcm_advising *a);
