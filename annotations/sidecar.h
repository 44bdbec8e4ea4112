/* Reading sidecar files: directives that stand beside the source. */
#pragma once

#include "annotations/directive.h"

/* Parse the sidecar text (docs/reference/comments.md) into "*out", "*n_out"
 * entries.  Every syntax error is a diagnostic; what could be read is still
 * returned, with LCM_EPARSE. */
LCM_NODISCARD lcm_status lcm_sidecar_parse(const struct lcm_sidecar_entry **out,
                                           size_t *n_out, lcm_ctx *ctx,
                                           const char *file, const char *text,
                                           size_t len);
