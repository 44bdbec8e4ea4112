/* Parts of a program whose time changed. */
#pragma once

#include "composer/predict/predict.h"

/* Put the parts of the revisions of "c", which have nodes, into "out->parts"
 * that change the time at some point by more than "out->threshold". */
void lcm_difference_parts(lcm_difference *out, lcm_ctx *ctx,
                          const lcm_comparison *c);
