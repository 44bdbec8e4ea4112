/* Where a header that was not found may lie. */
#pragma once

#include "base/ctx.h"

/* Return the directory, near that of the source file "source", in which "name"
 * is found as an include says it; NULL where there is none, or not near. */
const char *lcm_missing_lies(lcm_ctx *ctx, const char *source,
                             const char *name);
