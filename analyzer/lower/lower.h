/* A file as a program: its functions, one after the other. */
#pragma once

#include "analyzer/lower/control/sidecar.h"
#include "analyzer/lower/state/lowering.h"
#include "incore/incore.h"

/* A file that is parsed. */
struct lcm_parsed_file {
  const char *name;
  const char *text; /* "len" bytes */
  size_t len;
  const struct lcm_syntax *syntax;
  const lcm_pragma_list *pragmas;
  /* what a compiler makes of it; NULL: that is not looked at */
  const struct lcm_incore *code;
  /* that it includes, and that declare something for it */
  const lcm_included_list *headers;
  bool broken; /* it has errors: parts of it may be missing */
};

/* Lower "file", of whose pragmas the active ones count, into "*out". */
LCM_NODISCARD lcm_status
lcm_lower_unit(const lcm_program **out, lcm_ctx *ctx,
               const struct lcm_analyze_options *options,
               const struct lcm_parsed_file *file);
