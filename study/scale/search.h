/* Questions: how many processors, or which size, for a given goal. */
#pragma once

#include "study/scale/scaling.h"

/* Put the answers to the question of "s" into "*out"; return how many there are
 * in "*n". */
LCM_NODISCARD lcm_status lcm_scaling_answer(const struct lcm_scale_answer **out,
                                            size_t *n, struct lcm_scaling *s);
