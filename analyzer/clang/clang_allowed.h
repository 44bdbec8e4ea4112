/* Which files a unit may read. */
#pragma once

#include "analyzer/clang/tu.h"
#include "sandbox/sandbox.h"

/* Add the places where the unit "input" may read files to "places": those of
 * the system, of its project, and of the headers that its flags and the
 * environment name. */
void lcm_tu_places(lcm_allowed_list *places, lcm_ctx *ctx,
                   const struct lcm_unit_input *input);

/* Return the first file that "tu" has read without being allowed to, NULL for
 * none. */
const char *lcm_tu_forbidden(lcm_tu *tu);
