/* When a section is touched at all. */
#pragma once

#include "model/structure/structure.h"

/* Return the condition on names under which "section" is touched, all of it,
 * where that is exactly known; NULL: nobody knows, or always. */
const lcm_expr *lcm_section_condition(lcm_ctx *ctx, const lcm_section *section);

/* Return that both "a" and "b" (NULL: nothing) hold. */
const lcm_expr *lcm_condition_both(lcm_ctx *ctx, const lcm_expr *a,
                                   const lcm_expr *b);

/* Return that "e" does not hold. */
const lcm_expr *lcm_condition_not(lcm_ctx *ctx, const lcm_expr *e);
