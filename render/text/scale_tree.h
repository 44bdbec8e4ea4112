#pragma once

#include "render/text/scale_internal.h"

/* Append where p times the time goes, and the efficiencies, on the line that is
 * shown (render/text/scale_tree.c). */
void lcm_scale_put_tree(const struct lcm_scale_text *text);
