/* Errors that are counted, and not shown one by one. */
#pragma once

#include "base/ctx.h"

/* Report that there are "n" more errors, the first of them at "first", behind
 * those that are shown; "headers": headers are missing, of which they may
 * come. */
void lcm_more_errors_report(lcm_ctx *ctx, lcm_loc first, size_t n,
                            bool headers);

/* Let one diagnostic, behind the others, say how many more errors there are in
 * all files, where several say it of theirs. */
void lcm_more_errors_join(lcm_ctx *ctx);
