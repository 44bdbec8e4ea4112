/* Printing the text form. */
#pragma once

#include "model/structure/structure.h"

/* Return the text form of "program"; it parses back to an equal program. */
LCM_GIVE char *lcm_program_to_str(const lcm_program *program);

/* Return the word for the slow accesses "kind". */
const char *lcs_slow_word(lcm_slow_kind kind);
