/* Running a program of chares: phases, each until no message is left. */
#pragma once

#include "analyzer/lower/chares/chares.h"

/* Return the call "ast" of md_run as nodes. */
const lcm_node *lcm_chare_lower_run(struct lcm_lowering *l, const lcm_ast *ast);
