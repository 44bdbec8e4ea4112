/* What leaves a loop before its condition ends it. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return what in the body of the loop "ast" may leave it early, or enter it by
 * the side, as "return in line 4"; NULL where nothing does. */
const char *lcm_loop_left(struct lcm_lowering *l, const lcm_ast *ast);
