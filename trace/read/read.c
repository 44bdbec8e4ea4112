/* Finds the reader for a trace by its first bytes. */
#include "trace/read/read.h"

#include <string.h>

#include "base/fs.h"
#include "model/measurement/measurement.h"
#include "profiler/raw/raw.h"
#include "trace/read/archive.h"
#include "trace/read/chrome.h"
#include "trace/read/driven.h"
#include "trace/read/input.h"
#include "trace/read/json.h"
#include "trace/read/raw.h"

/* Return whether the first bytes of "input" are "mark". */
static bool begins(const struct trace_input *input, const char *mark) {
  return input->n >= strlen(mark) && !memcmp(input->bytes, mark, strlen(mark));
}

/* Return whether "input" is the anchor of an archive of OTF2. */
static bool is_archive(const struct trace_input *input) {
  static const char MARK[] = "OTF2";
  enum { AT = 2 };
  return input->n >= AT + sizeof MARK &&
         !memcmp(input->bytes + AT, MARK, sizeof MARK);
}

/* Report that nobody can read "input". */
static lcm_status unknown(const struct trace_input *input) {
  const lcm_loc at = {.file = input->file};
  const char *what =
      !input->n ? "the file is empty"
      : input->n > 1 && input->bytes[0] == 0x1f && input->bytes[1] == 0x8b
          ? "the file is compressed: `gunzip` it, or `zcat FILE | lcm trace -`"
      : begins(input, "lcm-trace/")
          ? "this version of lcm-trace is not known: there is lcm-trace/1"
          : "no trace that lcm knows: it reads lcm-trace/1, Chrome JSON, OTF2 "
            "(traces.otf2) and raw files of the profiler";
  lcm_report(input->ctx, LCM_DIAG_SYNTAX, at, "byte 0: %s", what);
  return LCM_EPARSE;
}

lcm_status trace_read(struct trace_log *log) {
  struct trace_input *input = NULL;
  if (lcm_path_is_directory(log->file)) {
    lcm_report(log->ctx, LCM_DIAG_IO,
               (lcm_loc){.file = lcm_intern(log->ctx, log->file)},
               "this is a folder: of an archive of OTF2 give the file "
               "traces.otf2 in it");
    return LCM_EIO;
  }
  lcm_status status = trace_input_open(&input, log->ctx, log->file);
  if (status)
    return status;
  if (begins(input, "lcm-trace/1\n") || begins(input, "lcm-trace/1\r\n"))
    status = trace_read_driven(log, input);
  else if (begins(input, LCM_RAW_MAGIC))
    status = trace_read_raw(log, log->file);
  else if (is_archive(input))
    status = trace_read_archive(log, log->file);
  else if (lcm_measured_refuse(log->ctx, log->file, "a trace"))
    status = LCM_EUSAGE;
  else if (trace_json_peek(input) == '{' || trace_json_peek(input) == '[')
    status = trace_read_chrome(log, input);
  else
    status = unknown(input);
  trace_input_close(input);
  return status;
}
