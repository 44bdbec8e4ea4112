/* Says that archives of OTF2 cannot be read: its library was not there when
 * lcm was built. */
#include "trace/read/archive.h"

#ifndef LCM_OTF2
lcm_status trace_read_archive(struct trace_log *log, const char *file) {
  lcm_report(log->ctx, LCM_DIAG_IO,
             (lcm_loc){.file = lcm_intern(log->ctx, file)},
             "this lcm was built without OTF2: install "
             "libopen-trace-format2-dev (Debian) or otf2, and build it anew");
  return LCM_EIO;
}
#endif
