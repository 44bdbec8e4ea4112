/* What the parsers of comments and of sidecar files share: logical lines. */
#pragma once

#include "annotations/directive.h"

/* A logical line: the text from the first byte to the last, with delimiters and
 * leaders blanked where it goes over several lines; room for "cap" bytes. */
struct lcm_piece {
  char *text;
  size_t len;
  size_t cap;
  lcm_loc loc;
};

typedef LCM_LIST(struct lcm_piece) lcm_piece_list;

/* Add the source line of length "len" at "text", which stands at "loc", to
 * "pieces": empty ones are passed over, `...` continues the piece before, whose
 * text must come before in the same buffer. */
lcm_status lcm_piece_add(lcm_ctx *ctx, lcm_piece_list *pieces, const char *text,
                         size_t len, lcm_loc loc);

/* Add the lines of "comment", which is ours, to "pieces". */
lcm_status lcm_piece_add_comment(lcm_ctx *ctx, lcm_piece_list *pieces,
                                 const struct lcm_comment *comment);

/* Parse "pieces" as lcm_directives_parse does comments. */
lcm_status lcm_pieces_parse(const lcm_directive **out, size_t *n_out,
                            lcm_ctx *ctx, const lcm_piece_list *pieces);
