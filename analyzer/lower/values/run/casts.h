/* Casts that stand before floating-point numbers. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* What a cast makes of a number: nothing, numbers of these types, or what is
 * not known. */
enum lcm_cast {
  LCM_CAST_NONE,
  LCM_CAST_DOUBLE,
  LCM_CAST_FLOAT,
  LCM_CAST_WHOLE,
  LCM_CAST_OTHER
};

/* Return what the cast before the expression "ast" makes of it, which is
 * written where it stands; the type of a whole number goes to "*range", as in
 * lcm_ast. */
enum lcm_cast lcm_cast_find(unsigned char *range, const struct lcm_lowering *l,
                            const lcm_ast *ast);
