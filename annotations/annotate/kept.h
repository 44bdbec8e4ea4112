/* What a sidecar file has of its author, and what lcm wrote into it. */
#pragma once

#include "annotations/annotate/internal.h"

/* Put what the text "text" of a sidecar file says into "out" (memory of
 * "ctx"). */
void annotate_keep(struct annotate_kept *out, lcm_ctx *ctx, const char *text);

/* Return the lines of "kept" that lcm did not write, with "blanks" an empty one
 * for each of the others (memory of "ctx"). */
const char *annotate_yours(lcm_ctx *ctx, const struct annotate_kept *kept,
                           bool blanks);
