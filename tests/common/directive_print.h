/* Printing directives in canonical form. */
#pragma once

#include "annotations/directive.h"

/* Return "directive" in canonical form, without `// lcm: ` before it; it
 * parses back to an equal directive. */
LCM_GIVE char *lcm_directive_to_str(const lcm_directive *directive);

/* Return whether "a" and "b" mean the same (places aside). */
bool lcm_directive_equal(const lcm_directive *a, const lcm_directive *b);
