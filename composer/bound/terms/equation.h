/* Equations of a closed form, as text. */
#pragma once

#include "composer/bound/types.h"

/* Return the equations of "form" as text, one a line: "r3 = c13 + tm". */
LCM_GIVE char *lcm_bound_equations_to_str(const struct lcm_bound_form *form);
