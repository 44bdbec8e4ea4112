/* Where a header that was not found may lie. */
#pragma once

#include "base/ctx.h"

/* Return the directory in which "name" is found as an include says it: that of
 * the source file "source", the current one, or one near the former;
 * "*several": there are more of these.  NULL: there is none, or not near. */
const char *lcm_missing_lies(bool *several, lcm_ctx *ctx, const char *source,
                             const char *name);
