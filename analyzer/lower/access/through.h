/* Calls through pointers to functions, and pointers to functions that are
 * passed. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return the parameter of the function around it that the call "ast" goes
 * through, or the name of another pointer; NULL where it goes another way. */
const char *lcm_lower_through(struct lcm_lowering *l, const lcm_ast *ast);

/* Say in the node of the call "ast" which functions, or parameters and pointers
 * that hold functions, are among the arguments: "0=f;2=*action". */
void lcm_lower_passes(struct lcm_lowering *l, lcm_node *node,
                      const lcm_ast *ast);
