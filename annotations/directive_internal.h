/* What the parsers of comments and of sidecar files share: logical lines. */
#pragma once

#include "annotations/directive.h"

/* A logical line: the text from the first byte to the last, with delimiters and
 * leaders blanked where it goes over several lines; room for "cap" bytes. */
struct lcm_directive_piece {
  char *text;
  size_t len;
  size_t cap;
  lcm_loc loc;
};

typedef LCM_LIST(struct lcm_directive_piece) lcm_piece_list;

/* Parse "pieces" as lcm_directives_parse does comments. */
lcm_status lcm_pieces_parse(const lcm_directive **out, size_t *n_out,
                            lcm_ctx *ctx, const lcm_piece_list *pieces);
