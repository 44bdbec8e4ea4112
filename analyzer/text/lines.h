/* Lines and columns of offsets in a text. */
#pragma once

#include "base/ctx.h"

/* The lines of a text: where each of the "n" starts, and the one that was found
 * last, for what is looked for next is mostly near it. */
struct lcm_lines {
  const unsigned *starts;
  size_t n;
  size_t last;
};

/* Put the lines of the "len" bytes at "text" into "*out"; they end in a line
 * feed, a carriage return or both. */
void lcm_lines_read(struct lcm_lines *out, lcm_ctx *ctx, const char *text,
                    size_t len);

/* Put the line and the column of "offset", both from 1, into "*line" and
 * "*column". */
void lcm_lines_find(struct lcm_lines *lines, unsigned offset, unsigned *line,
                    unsigned *column);
