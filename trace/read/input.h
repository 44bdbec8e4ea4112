/* The bytes of a file, one after the other, in little memory. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "base/ctx.h"

enum { TRACE_BLOCK = 1 << 16 };

/* A file being read. */
struct trace_input {
  lcm_ctx *ctx;
  const char *file;
  FILE *in;
  size_t at;
  size_t n;
  unsigned long long before; /* bytes before those of "bytes" */
  unsigned line;             /* from 1 */
  unsigned char bytes[TRACE_BLOCK];
};

/* Open the file "file" ("-": standard input) into "*input"; LCM_EIO, and a
 * diagnostic, where that cannot be. */
lcm_status trace_input_open(struct trace_input **input, lcm_ctx *ctx,
                            const char *file);

/* Close "input"; NULL is fine. */
void trace_input_close(struct trace_input *input);

/* Have the next bytes read, where there are none; false at the end. */
bool trace_input_fill(struct trace_input *input);

/* Return the next byte, and step behind it; -1 at the end. */
static inline int trace_next(struct trace_input *in) {
  if (in->at == in->n && !trace_input_fill(in))
    return -1;
  return in->bytes[in->at++];
}

/* Return the next byte, and leave it there; -1 at the end. */
static inline int trace_peek(struct trace_input *in) {
  if (in->at == in->n && !trace_input_fill(in))
    return -1;
  return in->bytes[in->at];
}

/* Return the offset of the next byte. */
static inline unsigned long long trace_offset(const struct trace_input *in) {
  return in->before + in->at;
}

/* Report that at "input" there is "what" where it must not. */
lcm_status trace_wrong(struct trace_input *input, const char *what);
