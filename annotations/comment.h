/* Finding comments of C source that begin with `lcm:`, without a compiler.
 * Cutting comments into the text of single directives, `...` continuing the
 * one before. */
#pragma once

#include "annotations/directive_internal.h"

/* Find the comments in the "len" bytes of C at "text" (of "file") that begin
 * with `lcm:`, without a compiler: for files that do not parse, and as the
 * only scanner where the analyzer has no tokens.  "*comments" is in memory of
 * "ctx"; return how many. */
size_t lcm_comments_scan(const struct lcm_comment **comments, lcm_ctx *ctx,
                         const char *file, const char *text, size_t len);

/* Return whether "comment" is for lcm: `// lcm:` or a block comment that
 * starts with `lcm:`. */
bool lcm_comment_is_ours(const struct lcm_comment *comment);

/* Add the source line of length "len" at "text", which stands at "loc", to
 * "pieces": empty ones are passed over, `...` continues the piece before, whose
 * text must come before in the same buffer. */
lcm_status lcm_piece_add(lcm_ctx *ctx, lcm_piece_list *pieces, const char *text,
                         size_t len, lcm_loc loc);

/* Add the lines of "comment", which is ours, to "pieces". */
lcm_status lcm_piece_add_comment(lcm_ctx *ctx, lcm_piece_list *pieces,
                                 const struct lcm_comment *comment);
