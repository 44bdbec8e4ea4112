/* Finding comments of C source that begin with `lcm:`, without a compiler. */
#pragma once

#include "annotations/directive.h"

/* Find the comments in the "len" bytes of C at "text" (of "file") that begin
 * with `lcm:`, without a compiler: for files that do not parse, and as the
 * only scanner where the analyzer has no tokens.  "*comments" is in memory of
 * "ctx"; return how many. */
size_t lcm_comments_scan(const struct lcm_comment **comments, lcm_ctx *ctx,
                         const char *file, const char *text, size_t len);

/* Return whether "comment" is for lcm: `// lcm:` or a block comment that
 * starts with `lcm:`. */
bool lcm_comment_is_ours(const struct lcm_comment *comment);
