/* Reading fitted models from JSON. */
#pragma once

#include "model/measurement/fit.h"

/* Read the "len" bytes of JSON at "text", named "file" in diagnostics, into
 * "*out"; what was printed reads back to the same. */
LCM_NODISCARD lcm_status lcm_fit_parse(const lcm_fit **out, lcm_ctx *ctx,
                                       const char *file, const char *text,
                                       size_t len);
