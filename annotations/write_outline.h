/* The lines of a C file: where a comment can be inserted. */
#pragma once

#include "annotations/write.h"

/* Put the lines of the "len" bytes of C at "text" into "*out", in memory of
 * "ctx". */
void lcm_outline_read(struct lcm_outline *out, lcm_ctx *ctx, const char *text,
                      size_t len);

/* Return the number, from 0, of the line that holds the offset "at". */
size_t lcm_outline_line(const struct lcm_outline *outline, size_t at);
