/* The bytes of a file, block by block. */
#include "trace/read/input.h"

#include <errno.h>
#include <string.h>

lcm_status trace_input_open(struct trace_input **input, lcm_ctx *ctx,
                            const char *file) {
  struct trace_input *in = LCM_NEW(lcm_ctx_arena(ctx), struct trace_input);
  in->ctx = ctx;
  in->file = lcm_intern(ctx, file);
  in->line = 1;
  in->in = strcmp(file, "-") ? fopen(file, "re") : stdin;
  *input = in;
  if (in->in && (trace_input_fill(in) || !ferror(in->in)))
    return LCM_OK;
  lcm_report(ctx, LCM_DIAG_IO, (lcm_loc){.file = in->file}, "cannot read: %s",
             strerror(errno));
  trace_input_close(in);
  return LCM_EIO;
}

void trace_input_close(struct trace_input *input) {
  if (input && input->in && input->in != stdin)
    (void)fclose(input->in);
  if (input)
    input->in = NULL;
}

bool trace_input_fill(struct trace_input *input) {
  input->before += input->n;
  input->at = 0;
  input->n = fread(input->bytes, 1, TRACE_BLOCK, input->in);
  return input->n > 0;
}

lcm_status trace_wrong(struct trace_input *input, const char *what) {
  lcm_report(input->ctx, LCM_DIAG_SYNTAX,
             (lcm_loc){.file = input->file, .line = input->line},
             "byte %llu: %s", trace_offset(input), what);
  return LCM_EPARSE;
}
