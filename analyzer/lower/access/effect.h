/* What calls of library functions read and write. */
#pragma once

#include "analyzer/lower/access/collection.h"

/* What is assumed of what library functions touch. */
#define LCM_EFFECT_NEEDED "a library function touches what it needs of it"

/* Note what the call "ast" of a function that is not followed reads and writes
 * through its pointer arguments. */
void lcm_effect_note(struct lcm_collection *c, const lcm_ast *ast);
