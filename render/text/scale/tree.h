/* How a program scales, as text: the tree of factors of efficiency. */
#pragma once

#include "render/text/scale/value.h"

/* Append where p times the time goes, and the efficiencies, on the line that is
 * shown. */
void lcm_scale_put_tree(const struct lcm_scale_text *text);
