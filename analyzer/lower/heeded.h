/* Which comments of a file count. */
#pragma once

#include "analyzer/lower/state/lowering.h"

/* Return those of the "*n" comments at "all", of the file "syntax", that count,
 * in memory of "ctx", and put their number into "*n": not those where the
 * preprocessor leaves the text out, which is said once for each such region,
 * nor those in functions of headers that the unit does not use. */
const struct lcm_comment *lcm_comments_heeded(size_t *n, lcm_ctx *ctx,
                                              const struct lcm_comment *all,
                                              const struct lcm_syntax *syntax);
