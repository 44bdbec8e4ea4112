/* Searching forms whose coefficient jumps above some value. */
#pragma once

#include "fit/search/search.h"

/* Add the steps over "space" to "found". */
void lcm_fit_search_steps(lcm_fit_found_list *found,
                          const struct lcm_fit_space *space);
