/* Fields of a line of a table. */
#pragma once

#include "base/ctx.h"

/* Return the field that begins at "*at" of the line up to "end", without blanks
 * and quotes around it, interned; "*at" goes behind the "separator" that
 * follows, NULL behind the last field. */
const char *lcm_measured_field(lcm_ctx *ctx, const char **at, const char *end,
                               char separator);
