/* Closed forms at a point. */
#pragma once

#include "composer/bound/internal.h"

/* Put what the closed form gives with the values "env" into "*out"; false where
 * there is none that holds. */
bool lcm_bound_form_at(struct lcm_bound_result *out, lcm_bound *bound,
                       lcm_bound_names_list *env);
