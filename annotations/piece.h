/* Cutting comments into the text of single directives, `...` continuing the
 * one before. */
#pragma once

#include "annotations/directive_internal.h"

/* Add the source line of length "len" at "text", which stands at "loc", to
 * "pieces": empty ones are passed over, `...` continues the piece before, whose
 * text must come before in the same buffer. */
lcm_status lcm_piece_add(lcm_ctx *ctx, lcm_piece_list *pieces, const char *text,
                         size_t len, lcm_loc loc);

/* Add the lines of "comment", which is ours, to "pieces". */
lcm_status lcm_piece_add_comment(lcm_ctx *ctx, lcm_piece_list *pieces,
                                 const struct lcm_comment *comment);
