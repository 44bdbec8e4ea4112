/* How a program scales, as text: answers, growth, refinement, variance. */
#pragma once

#include "render/text/scale/value.h"

/* Append how the size has to grow, the answers, where the uncertainty comes
 * from, and how a partition was refined. */
void lcm_scale_put_growth(const struct lcm_scale_text *text);
void lcm_scale_put_answers(const struct lcm_scale_text *text);
void lcm_scale_put_variance(const struct lcm_scale_text *text);
void lcm_scale_put_refinement(const struct lcm_scale_text *text);
