/* What in the body of a loop decides how often that is executed. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return what in the body of the loop "ast" may leave it early, or enter it by
 * the side, as "return in line 4"; NULL where nothing does. */
const char *lcm_loop_left(struct lcm_lowering *l, const lcm_ast *ast);

/* Return where the body of the loop "ast" changes the index "name" of that, as
 * "i in line 4"; NULL where it does not. */
const char *lcm_loop_moved(struct lcm_lowering *l, const lcm_ast *ast,
                           const char *name);
